"""``manage.py makemessages``: brings the catalogues up to date with the sources, by Babel."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from config.languages import catalogues, gathering


class Command(BaseCommand):
    help = "Bring every catalogue up to date with the sources; -l begins a language."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("-l", "--language", action="append", help="such as de or pt_BR")

    def handle(self, *args: Any, language: list[str] | None, **options: Any) -> None:
        languages = language or sorted({path.parents[1].name for path in catalogues.kept()})
        for home in catalogues.homes():
            for domain in catalogues.DOMAINS:
                for one in languages:
                    catalog = gathering.update(home, domain, one)
                    path = catalogues.place(home, domain, one)
                    if catalog is None:
                        path.unlink(missing_ok=True)
                        continue
                    path.parent.mkdir(parents=True, exist_ok=True)
                    text = gathering.text_of(catalog)
                    if not path.exists() or path.read_bytes() != text:
                        path.write_bytes(text)
                    missing = len(gathering.missing(catalog))
                    if missing:
                        self.stdout.write(f"{path.relative_to(catalogues.BASE)}: {missing} missing")
