"""Puzzles by the API: that of the day, the next one, a try at it."""

from __future__ import annotations

from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from config.http.openapi import documented
from config.http.pagination import CursorPagination
from config.http.parameters import PAGE, query, whole
from config.http.shapes import page_of
from games.api.base import GameApiView
from games.features.puzzles import choosing, examples, missed, shapes
from games.features.puzzles.attempts import give, like, note_try, streak_of
from games.features.puzzles.inputs import PuzzleLikeInput, PuzzleTryInput
from games.features.puzzles.judging import judge, show_solution
from games.features.puzzles.missed import missed_by
from games.features.puzzles.models import Missed, Puzzle
from games.features.puzzles.payloads import missed_payload, person_of, puzzle_payload, try_payload
from games.refusals import NotFound
from games.rules.chess_eleven.puzzles import KINDS


class PuzzleApiView(GameApiView):
    """A view of puzzles: anyone may look and try."""

    scope: str | None = None
    limit = "rules"

    def show_puzzle(self, puzzle: Puzzle | Missed) -> Response:
        """Return a puzzle as the reader may see it."""
        if isinstance(puzzle, Missed):
            return Response(missed_payload(puzzle, self.base_url))
        return Response(puzzle_payload(puzzle, self.base_url, self.request.user.pk))


class DailyPuzzleView(PuzzleApiView):
    """The puzzle of the day."""

    @documented("get_daily_puzzle", responses={200: shapes.Puzzle}, codes=["not_found"])
    def get(self, request: Request) -> Response:
        """Return the puzzle of the day: the same for everyone, from 0:00 UTC."""
        puzzle = choosing.daily_puzzle(self.now)
        if puzzle is None:
            raise NotFound(_("There's no puzzle yet."))
        return self.show_puzzle(puzzle)


class NextPuzzleView(PuzzleApiView):
    """Another puzzle."""

    @documented(
        "get_next_puzzle",
        responses={200: shapes.Puzzle},
        query=(
            query("kind", "Of one kind alone.", enum=KINDS),
            query(
                "rating",
                "About so hard; left out: as hard as you are strong.",
                whole(),
            ),
        ),
        codes=["not_found", "invalid"],
    )
    def get(self, request: Request) -> Response:
        """Return a puzzle that you have not tried, drawn among those about as hard as asked for."""
        kind = self.read_choice("kind", KINDS)
        rating = None
        if "rating" in request.query_params:
            rating = self.read_number("rating")
        puzzle = choosing.next_puzzle(request.user.pk, kind, rating)
        give(person_of(request.user), puzzle, self.now)
        return self.show_puzzle(puzzle)


class MissedPuzzlesView(PuzzleApiView):
    """What someone has missed in their own games."""

    scope = "games:read"

    @documented("list_missed_puzzles", responses={200: page_of(shapes.Puzzle)}, query=PAGE)
    def get(self, request: Request) -> Response:
        """List positions of my own games with one right turn, in which I played another.

        Newest first, found within minutes of the end of a game, at most three per game. The newest
        hundred are kept. No one else sees them, and they change no ratings.
        """
        pages = CursorPagination()
        pages.ordering = ("-made_at", "-id")
        rows = pages.paginate_queryset(missed_by(self.user.pk), request)
        return pages.get_paginated_response(
            [missed_payload(row, self.base_url, is_listed=True) for row in rows]
        )


class PuzzleView(PuzzleApiView):
    """One puzzle."""

    @documented("get_puzzle", responses={200: shapes.Puzzle})
    def get(self, request: Request, puzzle_id: str) -> Response:
        """Return a puzzle: what is asked, the position, and what may be played."""
        return self.show_puzzle(choosing.find_for(request.user.pk, puzzle_id))


class PuzzleTryView(PuzzleApiView):
    """A try at a puzzle."""

    has_effect = False

    @documented(
        "try_puzzle",
        body=PuzzleTryInput,
        responses={200: shapes.PuzzleTry},
        codes=["illegal_action"],
        example=examples.TRY,
    )
    def post(self, request: Request, puzzle_id: str) -> Response:
        """Judge a turn by the real rules. With an account, the first try is kept and rated.

        Rated puzzles are the daily puzzle and the newest of `GET /puzzles/next`. Any right turn
        will do, with its actions in any order. A right shot always goes in, because finding it is
        the task. The solution is shown once you have found it, or with `give_up`.
        """
        puzzle = choosing.find_for(request.user.pk, puzzle_id)
        said = self.read_body(PuzzleTryInput)
        gives_up = said["give_up"]
        if gives_up:
            verdict = show_solution(puzzle)
        else:
            verdict = judge(puzzle, said["actions"], is_whole=said["whole"])
        user, noted, streak = person_of(request.user), None, None
        if user is not None and (verdict.done or verdict.failed):
            if isinstance(puzzle, Missed):
                missed.note_try(puzzle, self.now, solved=verdict.done, shown=gives_up)
            else:
                noted = note_try(
                    user, puzzle, self.now, solved=verdict.done, shown=gives_up, ms=said["ms"]
                )
            streak = streak_of(user, self.now)
        return Response(try_payload(puzzle, verdict, noted, streak, gave_up=gives_up))


class PuzzleLikeView(PuzzleApiView):
    """Whether a puzzle is liked."""

    scope = "games:play"

    @documented(
        "like_puzzle",
        body=PuzzleLikeInput,
        responses={200: shapes.PuzzleLiked},
        codes=["wrong_phase"],
        example={"like": True},
    )
    def post(self, request: Request, puzzle_id: str) -> Response:
        """Like a puzzle that you have tried, or take that back; those liked most become daily."""
        puzzle = choosing.find_one(puzzle_id)
        is_liked = self.read_body(PuzzleLikeInput)["like"]
        likes = like(self.user, puzzle, is_liked=is_liked)
        liked: shapes.PuzzleLiked = {"liked": is_liked, "likes": likes}
        return Response(liked)
