"""Signing in and out, and one's own account."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import views as auth
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse, reverse_lazy
from django.utils import translation
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from review.actions import account as actions
from review.forms import AccountForm
from review.views.asking import Request


class Login(auth.LoginView):
    """The sign-in page; a partial that meets it sends the whole page here."""

    template_name = "registration/login.html"
    redirect_authenticated_user = True

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if getattr(request, "htmx", False):
            return HttpResponse(status=204, headers={"HX-Refresh": "true"})
        return super().dispatch(request, *args, **kwargs)

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        response = super().form_valid(form)
        user = form.get_user()
        actions.signed_in(user)
        return _in_language(response, user.language)

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        actions.failed_to_sign_in()
        return self.render_to_response(self.get_context_data(form=form), status=422)


@require_http_methods(["GET", "POST"])
def to_sign_in(request: HttpRequest) -> HttpResponse:
    """Send whom administration doesn't know to the one sign-in page; refuse who is signed in without the right."""
    if request.user.is_authenticated:
        raise PermissionDenied
    return redirect_to_login(request.GET.get("next") or reverse("queue"))


class Logout(auth.LogoutView):
    """Signing out, by POST only."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        actions.signed_out(request.user)
        return super().post(request, *args, **kwargs)


class Password(auth.PasswordChangeView):
    """Change of one's password."""

    template_name = "registration/password.html"
    success_url = reverse_lazy("account")

    def form_valid(self, form: Any) -> HttpResponse:
        response = super().form_valid(form)
        actions.changed_password(self.request.user)
        messages.success(self.request, _("Contraseña cambiada."))
        return response


@login_required
@require_http_methods(["GET", "POST"])
def account(request: Request) -> HttpResponse:
    """Show and keep language and theme."""
    form = AccountForm(request.POST or None, instance=request.user)
    if request.method == "POST" and form.is_valid():
        actions.keep_preferences(request.user, **form.cleaned_data)
        with translation.override(form.cleaned_data["language"]):
            messages.success(request, str(_("Preferencias guardadas.")))
        return _in_language(redirect("account"), form.cleaned_data["language"])
    form.describe()
    return render(request, "review/account.html", {"form": form}, status=422 if form.is_bound else 200)


def _in_language(response: HttpResponse, language: str) -> HttpResponse:
    if translation.check_for_language(language):
        response.set_cookie(
            settings.LANGUAGE_COOKIE_NAME, language, max_age=31536000, samesite="Lax",
            secure=settings.SESSION_COOKIE_SECURE, httponly=True,
        )  # fmt: skip
    return response
