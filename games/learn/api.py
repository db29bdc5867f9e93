"""Lessons by the API: what there is to learn, a step, and a try at it."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from config.http.fields import Input, StrictBoolean, StrictInteger, StrictList, StrictText
from config.http.openapi import documented
from config.http.schema_fields import Output
from games.api.base import GameApiView
from games.api.happening_outputs import ANY_HAPPENING, SIDES
from games.api.inputs import LONGEST_ACTION, MOST_ACTIONS
from games.api.ruleset_outputs import PositionOptionsOutput
from games.learn import examples
from games.learn.hints import give_hint
from games.learn.judging import Verdict, begin, judge
from games.learn.lessons import LessonStep, chapters, find_step
from games.learn.progress import note_done, stars_of
from games.services.viewing import view_game

MOST_BEFORE = 8
ALL_STARS = 3


def _action() -> serializers.Field[Any, Any, Any, Any]:
    return StrictText(max_length=LONGEST_ACTION)


class TryInput(Input):
    """What is tried."""

    actions = StrictList(
        child=_action(),
        max_length=MOST_ACTIONS,
        help_text="Of the turn as far as it goes; a square to tap, or two to swap in a line-up.",
    )
    before = StrictList(
        child=StrictList(child=_action(), max_length=MOST_ACTIONS),
        max_length=MOST_BEFORE,
        default=list,
        help_text="The turns played in this step before, where it takes several.",
    )
    whole = StrictBoolean(
        default=False, help_text="Whether the turn ends here, though it could go on."
    )
    tries = StrictInteger(
        min_value=0, max_value=1000, default=0, help_text="Tries that failed; each costs a star."
    )


class LessonOutput(Output):
    """A step in the list."""

    step = serializers.IntegerField(min_value=1)
    say = serializers.CharField()
    law = serializers.CharField()
    stars = serializers.IntegerField(
        min_value=0, max_value=ALL_STARS, help_text="0: not done yet, or nobody is logged in."
    )

    class Meta:
        ref_name = "Lesson"


class ChapterOutput(Output):
    """Some steps about one thing."""

    example = examples.CHAPTER

    chapter = serializers.CharField()
    number = serializers.IntegerField(min_value=1)
    title = serializers.CharField()
    steps = LessonOutput(many=True)

    class Meta:
        ref_name = "Chapter"


class LessonTurnOutput(Output):
    """A turn that was played in a lesson."""

    side = serializers.ChoiceField(SIDES)
    actions = serializers.ListField(child=serializers.CharField())
    notation = serializers.CharField()
    rolls = serializers.ListField(child=serializers.IntegerField(min_value=0, max_value=99))
    position_before = serializers.CharField()
    position_after = serializers.CharField(allow_null=True)
    events = serializers.ListField(
        child=deepcopy(ANY_HAPPENING), help_text="What happened, in order."
    )

    class Meta:
        ref_name = "LessonTurn"


class StepOutput(Output):
    """A step before anything was tried."""

    example = examples.STEP

    chapter = serializers.CharField()
    step = serializers.IntegerField(min_value=1)
    kind = serializers.ChoiceField(
        ["turn", "tap", "line_up"], help_text="What is sent: a turn, a square, or a swap of two."
    )
    say = serializers.CharField()
    hint = serializers.CharField(allow_blank=True)
    law = serializers.CharField()
    position = serializers.CharField(allow_blank=True, help_text="Empty for a line-up.")
    pieces = serializers.DictField(
        child=serializers.CharField(), allow_null=True, help_text="Of a line-up; else null."
    )
    options = PositionOptionsOutput(allow_null=True)
    stars = serializers.IntegerField(min_value=0, max_value=ALL_STARS)

    class Meta:
        ref_name = "LessonStep"


class TryOutput(Output):
    """What came of a try."""

    example = examples.TRIED

    done = serializers.BooleanField()
    failed = serializers.BooleanField()
    say = serializers.CharField(allow_blank=True)
    stars = serializers.IntegerField(min_value=0, max_value=ALL_STARS)
    position = serializers.CharField(allow_blank=True)
    pieces = serializers.DictField(child=serializers.CharField(), allow_null=True)
    options = PositionOptionsOutput(allow_null=True)
    turn = LessonTurnOutput(allow_null=True, help_text="Yours, once it was played.")
    reply = LessonTurnOutput(allow_null=True, help_text="The other side's, where the step goes on.")
    throws = serializers.ListField(
        child=serializers.CharField(), help_text="The shot thrown again and again, by true chance."
    )

    class Meta:
        ref_name = "LessonTry"


class HintOutput(Output):
    """A turn that might be played."""

    example = examples.HINT

    turn = serializers.IntegerField(min_value=1, help_text="The number of the turn to be played.")
    actions = serializers.ListField(child=serializers.CharField())
    labels = serializers.ListField(
        child=serializers.CharField(), help_text="The same actions in words."
    )

    class Meta:
        ref_name = "Hint"


class HintView(GameApiView):
    """What might be played against the easiest robot."""

    scope = "games:play"
    limit = "rules"

    @documented(
        responses={200: HintOutput},
        codes=["not_a_player", "forbidden", "game_over", "wrong_phase", "not_your_turn"],
    )
    def get(self, request: Request, game_id: str) -> Response:
        """Show a hint: what a better robot would play in your place.

        Given in unrated matches of Chess Eleven against the easiest house robot, while it is your
        turn; of what shots will draw it knows no more than you.
        """
        hint = give_hint(view_game(game_id, self.now), self.user.pk)
        return Response(hint._asdict())


class LearnView(GameApiView):
    """What can be learnt."""

    scope = None

    @documented(responses={200: ChapterOutput(many=True)}, examples={200: [examples.CHAPTER]})
    def get(self, request: Request) -> Response:
        """List the chapters and their steps, with the stars of whoever asks."""
        stars = stars_of(request.user.pk)
        return Response(
            [
                {
                    "chapter": chapter.key,
                    "number": chapter.number,
                    "title": _(chapter.title),
                    "steps": [
                        {
                            "step": step.number,
                            "say": _(step.say),
                            "law": step.law,
                            "stars": stars.get(step.key, 0),
                        }
                        for step in chapter.steps
                    ],
                }
                for chapter in chapters()
            ]
        )


class LessonView(GameApiView):
    """One step."""

    scope = None

    @documented(responses={200: StepOutput})
    def get(self, request: Request, chapter: str, step: int) -> Response:
        """Return a step: what is asked, the position, and what may be played."""
        found = find_step(chapter, step)
        return Response(shown_step(found, stars_of(request.user.pk).get(found.key, 0)))


class TryView(GameApiView):
    """A try at a step. Shots draw fixed rolls, but for those that are thrown to be counted."""

    scope = None
    limit = "rules"
    has_effect = False

    @documented(
        body=TryInput,
        responses={200: TryOutput},
        codes=["illegal_action"],
        example={"actions": ["@e5"]},
    )
    def post(self, request: Request, chapter: str, step: int) -> Response:
        """Judge what is tried by the real rules; what was done is kept for whoever is logged in."""
        found = find_step(chapter, step)
        body = TryInput(data=request.data)
        body.is_valid(raise_exception=True)
        said = body.validated_data
        verdict = judge(found, said["before"], said["actions"], is_whole=said["whole"])
        stars = max(1, ALL_STARS - said["tries"]) if verdict.done else 0
        if verdict.done and isinstance(request.user, User):
            note_done(request.user, found, stars, self.now)
        return Response(_tried(verdict, stars))


def shown_step(step: LessonStep, stars: int) -> dict[str, Any]:
    """Return a step as ``GET /learn/{chapter}/{step}`` and its page give it."""
    verdict = begin(step)
    return {
        "chapter": step.chapter,
        "step": step.number,
        "kind": step.kind,
        "say": _(step.say),
        "hint": _(step.hint) if step.hint else "",
        "law": step.law,
        "position": verdict.position,
        "pieces": verdict.pieces,
        "options": verdict.options,
        "stars": stars,
    }


def _tried(verdict: Verdict, stars: int) -> dict[str, Any]:
    return {
        "done": verdict.done,
        "failed": verdict.failed,
        "say": verdict.say,
        "stars": stars,
        "position": verdict.position,
        "pieces": verdict.pieces,
        "options": verdict.options,
        "turn": verdict.turn,
        "reply": verdict.reply,
        "throws": verdict.throws,
    }
