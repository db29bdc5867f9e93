"""Lessons by the API: what there is to learn, a step, a try at it, and hints in a game."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from config.http.openapi import documented
from config.http.pagination import all_of
from config.http.shapes import page_of
from games.api.base import GameApiView
from games.features.learn import examples, shapes
from games.features.learn.hints import give_hint
from games.features.learn.inputs import TryInput
from games.features.learn.judging import judge
from games.features.learn.lessons import chapters, find_step
from games.features.learn.payloads import chapter_payload, hint_payload, step_payload, try_payload
from games.features.learn.progress import note_done, stars_for, stars_of
from games.play.watching import view_game


class HintView(GameApiView):
    """What might be played against the easiest bot."""

    scope = "games:play"
    limit = "rules"

    @documented(
        "get_hint",
        responses={200: shapes.Hint},
        codes=["not_a_player", "forbidden", "game_over", "wrong_phase", "not_your_turn"],
    )
    def get(self, request: Request, game_id: str) -> Response:
        """Return a hint: what a better bot would play in your place.

        Given in unrated games of Chess Eleven against the easiest house bot, while it is your turn.
        It knows no more than you about the results of shots.
        """
        hint = give_hint(view_game(game_id, self.now), self.user.pk)
        return Response(hint_payload(hint))


class LearnView(GameApiView):
    """What can be learnt."""

    scope = None

    @documented("list_lessons", responses={200: page_of(shapes.Chapter)})
    def get(self, request: Request) -> Response:
        """List the chapters and their steps, with the reader's stars."""
        stars = stars_of(request.user.pk)
        return Response(all_of([chapter_payload(chapter, stars) for chapter in chapters()]))


class LessonView(GameApiView):
    """One step."""

    scope = None

    @documented("get_lesson", responses={200: shapes.LessonStep})
    def get(self, request: Request, chapter: str, step: int) -> Response:
        """Return a step: what is asked, the position, and what may be played."""
        found = find_step(chapter, step)
        return Response(step_payload(found, stars_of(request.user.pk).get(found.key, 0)))


class TryView(GameApiView):
    """A try at a step. Shots draw fixed rolls, but for those that are thrown to be counted."""

    scope = None
    limit = "rules"
    has_effect = False

    @documented(
        "try_lesson",
        body=TryInput,
        responses={200: shapes.LessonTry},
        codes=["illegal_action"],
        example=examples.TRY,
    )
    def post(self, request: Request, chapter: str, step: int) -> Response:
        """Judge a try by the real rules. The result is kept if you are logged in."""
        found = find_step(chapter, step)
        said = self.read_body(TryInput)
        verdict = judge(found, said["before"], said["actions"], is_whole=said["whole"])
        stars = stars_for(said["tries"]) if verdict.done else 0
        if verdict.done and isinstance(request.user, User):
            note_done(request.user, found, stars, self.now)
        return Response(try_payload(verdict, stars))
