"""The root of the URLs."""

from __future__ import annotations

from django.contrib import admin
from django.urls import include, path
from django.views.generic import RedirectView

from review.views import account

urlpatterns = [
    # One way in and out for everybody, and one place to change a password: each leaves its entry in the trail.
    path("admin/login/", account.to_sign_in),
    path("admin/logout/", account.Logout.as_view()),
    path("admin/password_change/", RedirectView.as_view(pattern_name="password")),
    path("admin/", admin.site.urls),
    path("i18n/", include("django.conf.urls.i18n")),
    path("", include("review.urls")),
]

handler400 = "review.views.errors.bad_request"
handler403 = "review.views.errors.forbidden"
handler404 = "review.views.errors.not_found"
