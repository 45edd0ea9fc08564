"""Create somebody who may sign in."""

from __future__ import annotations

import secrets
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from review import audit
from review.actions.account import unit_named
from review.models import Membership, Role, Unit, User


class Command(BaseCommand):
    """Creates a user with roles in a unit and prints a generated password, once."""

    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the name, the unit and the roles."""
        parser.add_argument("username")
        parser.add_argument("--unit", required=True, help="name of the unit; made where there's none")
        parser.add_argument("--role", action="append", required=True, choices=Role.values)
        parser.add_argument("--first-name", default="")
        parser.add_argument("--last-name", default="")
        parser.add_argument("--admin", action="store_true", help="may also use the administration pages")

    def handle(self, *args: Any, **options: Any) -> None:
        """Create the user; refuse one who exists."""
        if User.objects.filter(username=options["username"]).exists():
            raise CommandError("There is a user of that name already.")
        password = secrets.token_urlsafe(15)
        with transaction.atomic():
            unit = unit_named(options["unit"])
            user = new_user(options["username"], password, unit, options["role"], admin=options["admin"])
            user.first_name, user.last_name = options["first_name"], options["last_name"]
            user.save(update_fields=["first_name", "last_name"])
        self.stdout.write(f"{user.get_username()} {password}")
        self.stderr.write("This password is shown once. It can be changed after signing in.")


def new_user(username: str, password: str, unit: Unit, roles: list[str], *, admin: bool = False) -> User:
    """Store a user with roles in a unit, and its entry in the trail."""
    user = User.objects.create_user(username, password=password, is_staff=admin, is_superuser=admin)
    Membership.objects.bulk_create(Membership(user=user, unit=unit, role=role) for role in dict.fromkeys(roles))
    audit.record("user-created", obj=user, roles=sorted(roles), unit=unit.pk)
    return user
