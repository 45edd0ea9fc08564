"""The WSGI application."""

from __future__ import annotations

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "anonymiza.settings")
os.umask(0o077)
application = get_wsgi_application()
