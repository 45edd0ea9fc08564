"""Administration: people, units and roles. Nothing here opens a document, a decision or a release."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import Group
from django.db.models import Field
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from review.actions import account as actions
from review.forms import AccountForm
from review.models import Membership, Unit, User

admin.site.site_header = "anonymiza"
admin.site.enable_nav_sidebar = False
admin.site.site_title = "anonymiza"
admin.site.index_title = _("Personas, unidades y roles")
admin.site.unregister(Group)


class MembershipInline(admin.TabularInline):  # type: ignore[type-arg]
    """The roles of a user."""

    model = Membership
    extra = 0


@admin.register(User)
class PeopleAdmin(UserAdmin):  # type: ignore[type-arg]
    """Users with their roles; every change leaves an entry in the trail."""

    inlines = (MembershipInline,)
    list_display = ("username", "first_name", "last_name", "is_active", "is_staff", "last_login")
    list_filter = ("is_active", "is_staff", "memberships__role", "memberships__unit")
    fieldsets = (
        (None, {"fields": ("username", "password")}),
        (_("Persona"), {"fields": ("first_name", "last_name", "email")}),
        (_("Acceso"), {"fields": ("is_active", "is_staff", "is_superuser")}),
        (_("Preferencias"), {"fields": ("language", "theme")}),
    )

    def formfield_for_dbfield(self, db_field: Field[Any, Any], request: HttpRequest, **options: Any) -> Any:
        """Offer the languages and themes there are, as everybody's own account page does."""
        if db_field.name in ("language", "theme"):
            return AccountForm.base_fields[db_field.name]
        return super().formfield_for_dbfield(db_field, request, **options)

    def log_addition(self, request: HttpRequest, obj: User, message: Any) -> Any:
        """Record a new account; by now its roles are saved."""
        actions.changed_user(obj, request.user)
        return super().log_addition(request, obj, message)

    def log_change(self, request: HttpRequest, obj: User, message: Any) -> Any:
        """Record a change with the roles that stand; a password set for somebody is one too."""
        actions.changed_user(obj, request.user)
        return super().log_change(request, obj, message)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuse: who acted has to stay known; an account is made inactive instead."""
        return False


@admin.register(Unit)
class UnitAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Units; a new one and a new name leave an entry in the trail."""

    list_display = ("name",)
    search_fields = ("name",)

    def log_addition(self, request: HttpRequest, obj: Unit, message: Any) -> Any:
        """Record a new unit."""
        actions.made_unit(obj, request.user)
        return super().log_addition(request, obj, message)

    def log_change(self, request: HttpRequest, obj: Unit, message: Any) -> Any:
        """Record a new name; a form sent without a change is none."""
        if message:
            actions.renamed_unit(obj, request.user)
        return super().log_change(request, obj, message)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuse: expedientes hang from a unit."""
        return False
