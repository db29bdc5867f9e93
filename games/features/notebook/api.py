"""Notes by the API. Only the player who wrote one is ever answered with it."""

from __future__ import annotations

from typing import Final

from rest_framework.request import Request
from rest_framework.response import Response

from config.http.fields import Input, StrictText
from config.http.openapi import documented
from config.http.times import utc
from games.api.base import GameApiView
from games.features.notebook import examples, notes, shapes
from games.features.notebook.models import LONGEST_NOTE, Note
from games.features.notebook.notes import Subject

PRIVATE: Final = {"Cache-Control": "private, no-store"}
SCOPES: Final = {"GET": "account:read", "PUT": "games:play", "DELETE": "games:play"}


class NoteInput(Input):
    """The note to keep."""

    text = StrictText(
        max_length=LONGEST_NOTE,
        allow_blank=True,
        trim_whitespace=False,
        help_text="Plain text that replaces the note. A blank one deletes it.",
    )


class NoteView(GameApiView):
    """One note of mine."""

    scope = SCOPES

    def read(self, subject: Subject) -> Response:
        """Return the note."""
        return _shown(notes.find_note(self.user.pk, subject))

    def save(self, request: Request, subject: Subject) -> Response:
        """Keep what was sent."""
        text = self.read_body(NoteInput)["text"]
        return _shown(notes.save_note(self.user.pk, subject, text, self.now))

    def throw_away(self, subject: Subject) -> Response:
        """Throw the note away."""
        notes.delete_note(self.user.pk, subject)
        return Response(status=204)


class GameNoteView(NoteView):
    """My note about a game."""

    @documented("get_note_on_game", responses={200: shapes.Note})
    def get(self, request: Request, game_id: str) -> Response:
        """Return my note about a game. No one else can read it."""
        return self.read(notes.about_game(game_id))

    @documented(
        "save_note_on_game",
        body=NoteInput,
        responses={200: shapes.Note},
        codes=["notebook_full"],
        example={"text": examples.TEXT},
        is_conditional=True,
    )
    def put(self, request: Request, game_id: str) -> Response:
        """Keep a note about a game, in place of what I wrote before."""
        return self.save(request, notes.about_game(game_id))

    @documented("delete_note_on_game", responses={204: None}, is_conditional=True)
    def delete(self, request: Request, game_id: str) -> Response:
        """Throw my note about a game away."""
        return self.throw_away(notes.about_game(game_id))


class PlayerNoteView(NoteView):
    """My note about a player."""

    @documented("get_note_on_player", responses={200: shapes.Note})
    def get(self, request: Request, username: str) -> Response:
        """Return my note about a player. No one else can read it."""
        return self.read(notes.about_player(username, self.user.pk))

    @documented(
        "save_note_on_player",
        body=NoteInput,
        responses={200: shapes.Note},
        codes=["notebook_full"],
        example={"text": examples.TEXT},
        is_conditional=True,
    )
    def put(self, request: Request, username: str) -> Response:
        """Keep a note about a player, in place of what I wrote before."""
        return self.save(request, notes.about_player(username, self.user.pk))

    @documented("delete_note_on_player", responses={204: None}, is_conditional=True)
    def delete(self, request: Request, username: str) -> Response:
        """Throw my note about a player away."""
        return self.throw_away(notes.about_player(username, self.user.pk))


def _shown(note: Note | None) -> Response:
    shown: shapes.Note = {"text": "", "saved_at": None}
    if note is not None:
        shown = {"text": note.text, "saved_at": utc(note.saved_at)}
    return Response(shown, headers=PRIVATE)
