"""Settings, all from environment variables; docs/configuration.md lists each."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from anonymiza import env
from pipeline import VERSION as _VERSION

BASE = Path(__file__).resolve().parent.parent
DATA = Path(env.text("ANONYMIZA_DATA", str(BASE / "var"))).resolve()

VERSION = _VERSION
SOURCE_URL = env.text("ANONYMIZA_SOURCE_URL", "")
DEBUG = env.boolean("ANONYMIZA_DEBUG", False)
SECRET_KEY = env.secret("ANONYMIZA_SECRET_KEY", DATA / "private")
PSEUDONYM_KEY = env.secret("ANONYMIZA_PSEUDONYM_KEY", DATA / "private")
ALLOWED_HOSTS = env.text("ANONYMIZA_HOSTS", "localhost,127.0.0.1,[::1]").split(",")
CSRF_TRUSTED_ORIGINS = [o for o in env.text("ANONYMIZA_ORIGINS", "").split(",") if o]
HTTPS = env.boolean("ANONYMIZA_HTTPS", False)

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django_htmx",
    "csp",
    "axes",
    "review",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "review.middleware.SizeMiddleware",
    "review.middleware.ClosedMiddleware",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "anonymiza.urls"
WSGI_APPLICATION = "anonymiza.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "django.template.context_processors.i18n",
                "review.context.frame",
            ],
        },
    },
]

DATABASES = {"default": env.database("DATABASE_URL", DATA / "anonymiza.sqlite3")}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_USER_MODEL = "review.User"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 12},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.ScryptPasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "queue"
LOGOUT_REDIRECT_URL = "login"
AXES_FAILURE_LIMIT = env.integer("ANONYMIZA_LOGIN_FAILURES", 5)
AXES_COOLOFF_TIME = timedelta(minutes=15)
AXES_RESET_ON_SUCCESS = True
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_LOCKOUT_TEMPLATE = "registration/locked.html"
AXES_VERBOSE = False
# What was typed as a name may be a password: it's kept for the lock alone and shown to nobody.
AXES_ENABLE_ADMIN = False
AXES_DISABLE_ACCESS_LOG = True

LANGUAGE_CODE = "es"
LANGUAGES = [("es", _("Español")), ("en", _("Inglés"))]
LOCALE_PATHS = [BASE / "locale"]
FORMAT_MODULE_PATH = ["anonymiza.formats"]
TIME_ZONE = env.text("ANONYMIZA_TIME_ZONE", "Europe/Madrid")
USE_I18N = True
USE_TZ = True

STATIC_URL = "static/"
STATIC_ROOT = Path(env.text("ANONYMIZA_STATIC", str(DATA / "static")))
STATICFILES_DIRS = [BASE / "static"]
STORAGES = {
    "default": {"BACKEND": "review.storage.PrivateStorage"},
    "staticfiles": {
        "BACKEND": env.text("ANONYMIZA_STATICFILES", "whitenoise.storage.CompressedManifestStaticFilesStorage")
    },
}
PRIVATE_FILES = DATA / "files"
FILE_UPLOAD_PERMISSIONS = 0o600
FILE_UPLOAD_DIRECTORY_PERMISSIONS = 0o700
# An upload on its way is as private as one that has arrived: not in the machine's common folder.
FILE_UPLOAD_TEMP_DIR = str(env.private_folder(DATA / "uploads"))
UPLOAD_LIMIT = env.integer("ANONYMIZA_UPLOAD_LIMIT", 100 * 1024 * 1024)
REQUEST_LIMIT = env.integer("ANONYMIZA_REQUEST_LIMIT", 1024 * 1024 * 1024)
DATA_UPLOAD_MAX_NUMBER_FILES = 200

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "font-src": [SELF],
        "connect-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "base-uri": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
CSRF_FAILURE_VIEW = "review.views.errors.untrusted"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 31536000 if HTTPS else 0
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_AGE = env.integer("ANONYMIZA_SESSION_SECONDS", 10 * 3600)
SILENCED_SYSTEM_CHECKS = [] if HTTPS else ["security.W004", "security.W008", "security.W012", "security.W016"]

PIPELINE_STORE = "review.store.work.ReviewStore"
LEASE_SECONDS = env.integer("ANONYMIZA_LEASE_SECONDS", 60)
TASK_SECONDS = env.integer("ANONYMIZA_TASK_SECONDS", 3600)
# Read again by whoever starts the processes that open hostile files; a malformed value stops the start here.
READ_SECONDS = env.integer("ANONYMIZA_READ_SECONDS", 240)
READ_MEMORY = env.integer("ANONYMIZA_READ_MEMORY", 3072)
MAX_ATTEMPTS = env.integer("ANONYMIZA_MAX_ATTEMPTS", 3)

_QUEUE = DATA / "queue"
CELERY_BROKER_URL = env.text("CELERY_BROKER_URL", "filesystem://localhost")
if CELERY_BROKER_URL.startswith("filesystem"):
    for _name in ("messages", "control", "processed"):
        (_QUEUE / _name).mkdir(mode=0o700, parents=True, exist_ok=True)
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "data_folder_in": str(_QUEUE / "messages"),
        "data_folder_out": str(_QUEUE / "messages"),
        "control_folder": str(_QUEUE / "control"),
        "processed_folder": str(_QUEUE / "processed"),
        "polling_interval": 0.05,
    }
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_TIME_LIMIT = TASK_SECONDS + 2 * LEASE_SECONDS
CELERY_WORKER_MAX_TASKS_PER_CHILD = 200
CELERY_TASK_ACKS_LATE = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TIMEZONE = "UTC"
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BEAT_SCHEDULE_FILENAME = str(DATA / "beat")
CELERY_BEAT_SCHEDULE = {
    "sweep": {
        "task": "pipeline.worker.sweep",
        "schedule": timedelta(seconds=env.integer("ANONYMIZA_SWEEP_SECONDS", 5)),
    },
    # The clock remembers when it last ran over restarts: a machine that is off at night does it in the morning.
    "tidy": {"task": "pipeline.worker.tidy", "schedule": timedelta(days=1)},
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "plain": {"()": "anonymiza.logs.Discreet", "format": "%(asctime)s %(levelname)s %(name)s %(message)s"}
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "plain"}},
    "root": {"handlers": ["console"], "level": env.text("ANONYMIZA_LOG_LEVEL", "INFO")},
    "loggers": {
        # Django's own handlers would write exceptions out in full, on a terminal or by mail.
        "django": {"handlers": [], "level": "INFO", "propagate": True},
        # At DEBUG it writes every statement with its values.
        "django.db.backends": {"level": "INFO"},
        "celery": {"level": "WARNING"},
        # Each sign-in and each loaded library would say so.
        "axes": {"level": "WARNING"},
        "pikepdf": {"level": "WARNING"},
    },
}
