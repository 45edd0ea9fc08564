"""The root of the URLs."""

from __future__ import annotations

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("admin/", admin.site.urls),
    path("i18n/", include("django.conf.urls.i18n")),
    path("", include("review.urls")),
]

handler400 = "review.views.errors.bad_request"
handler403 = "review.views.errors.forbidden"
handler404 = "review.views.errors.not_found"
