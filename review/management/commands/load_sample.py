"""Load the sample: a unit, four people, and an expediente of invented files for the worker to analyse."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from review import store
from review.actions import cases
from review.actions.account import unit_named
from review.management.commands.make_user import new_user
from review.models import CaseFile, PolicyVersion, Role, Unit, User

UNIT = "Sección de Becas y Ayudas"
TITLE = "Expediente de muestra"
POLICY = "transparencia"
PEOPLE: dict[str, list[str]] = {
    "revisora": [Role.REVIEWER, Role.POLICY_MANAGER],
    "aprobador": [Role.APPROVER],
    "delegada": [Role.DPO],
    "admin": [Role.ADMINISTRATOR],
}


def store_privately(path: Path, text: str) -> None:
    """Write a file that only its owner reads."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    path.touch(mode=0o600)
    path.write_text(text, encoding="utf-8")


class Command(BaseCommand):
    """Loads the sample; a second time it changes nothing."""

    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the folder of the files."""
        parser.add_argument("--folder", type=Path, default=settings.BASE / "samples" / "expediente")

    def handle(self, *args: Any, **options: Any) -> None:
        """Store the policies, the people and the files; print the passwords of the people made now."""
        files = sorted(p for p in options["folder"].glob("*") if p.is_file() and not p.name.startswith("."))
        if not files:
            raise CommandError("The folder of the sample has no files.")
        with transaction.atomic():
            store.keep_shipped()
            unit = unit_named(UNIT)
            made = [(name, self._person(name, unit)) for name in PEOPLE]
        added = self._upload(unit, files)
        self.stdout.write(f"{added} file(s) added to «{TITLE}».")
        self._tell([(name, password) for name, password in made if password])

    def _tell(self, made: list[tuple[str, str]]) -> None:
        """Print how to sign in; keep it in the private folder, and name that file the next times."""
        kept = Path(settings.DATA) / "private" / "sign-in.txt"
        if made:
            lines = "".join(f"{name} {password}\n" for name, password in made)
            store_privately(kept, lines)
            self.stdout.write("\nSign in as (user, password):")
            self.stdout.write(lines)
        if kept.exists():
            self.stdout.write(f"How to sign in is kept in {kept}, for you alone; delete it when passwords are changed.")

    def _person(self, name: str, unit: Unit) -> str:
        """Create one of the people where there's none; return the password made for them, else nothing."""
        if User.objects.filter(username=name).exists():
            return ""
        password = secrets.token_urlsafe(12)
        new_user(name, password, unit, PEOPLE[name], admin=Role.ADMINISTRATOR in PEOPLE[name])
        return password

    def _upload(self, unit: Unit, files: list[Path]) -> int:
        reviewer = User.objects.get(username="revisora")
        case = CaseFile.objects.filter(unit=unit, title=TITLE).first()
        if case is None:
            policy = PolicyVersion.objects.filter(name=POLICY).order_by("-number")[0]
            case = cases.create_case(unit=unit, title=TITLE, policy=policy, by=reviewer)
        if case.files.exists():
            return 0
        uploads = [SimpleUploadedFile(path.name, path.read_bytes()) for path in files]
        return len(cases.add_files(case, uploads, reviewer).added)
