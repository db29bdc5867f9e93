"""Writing, reading and throwing away your notes."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final, NamedTuple

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from games.features.notebook.models import Note
from games.models import Game
from games.refusals import Conflict, NotFound
from games.store import selectors
from games.store.people import find_player

MOST: Final = 5000
"""Notes of one person: on more games than anyone plays, for there may be one on any game."""


class Subject(NamedTuple):
    """What a note is about: a game, or else a player."""

    game_id: str | None = None
    about_id: int | None = None


def about_game(game_id: str) -> Subject:
    """Return a game as something to write about; raises ``NotFound``."""
    selectors.find_stamp(game_id)
    return Subject(game_id=game_id)


def about_player(username: str, reader: int) -> Subject:
    """Return a player as someone to write about; raises ``NotFound``."""
    player = find_player(username, viewer=reader)
    if player.deleted_at is not None:
        raise NotFound(_("This player doesn't exist."))
    return Subject(about_id=player.pk)


def find_note(user_id: int, subject: Subject) -> Note | None:
    """Return what someone wrote, or ``None``."""
    return Note.objects.filter(user=user_id, **subject._asdict()).first()


def save_note(user_id: int, subject: Subject, text: str, now: datetime) -> Note | None:
    """Keep the text in place of what stood there; a blank one is none. Raises ``Conflict``."""
    if not text.strip():
        delete_note(user_id, subject)
        return None
    written = {"text": text, "saved_at": now}
    mine = Note.objects.filter(user=user_id)
    if not mine.filter(**subject._asdict()).exists():
        check_has_room(mine, MOST)
    note, _is_new = Note.objects.update_or_create(
        user_id=user_id, **subject._asdict(), defaults=written
    )
    return note


def check_has_room(kept: QuerySet[Any], most: int) -> None:
    """Raise ``Conflict`` where someone keeps so many of these already."""
    if kept.count() >= most:
        raise Conflict(
            _("You can keep {most} of these. Delete some first.").format(most=most),
            code="notebook_full",
        )


def delete_note(user_id: int, subject: Subject) -> None:
    """Throw a note away; nothing happens where none is."""
    Note.objects.filter(user=user_id, **subject._asdict()).delete()


def note_on(user: object, thing: Game | User) -> str:
    """Return what the reader of a page wrote about a game or a player; empty for a visitor."""
    if not isinstance(user, User):
        return ""
    subject = Subject(game_id=thing.pk) if isinstance(thing, Game) else Subject(about_id=thing.pk)
    note = find_note(user.pk, subject)
    return note.text if note else ""
