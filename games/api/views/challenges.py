"""Challenges: made, listed, answered."""

from __future__ import annotations

from functools import cached_property, partial
from typing import Any

from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from config.http.compression import compressed
from config.http.errors.refusals import escape, invalid
from config.http.openapi import documented
from config.http.pagination import CursorPagination
from config.http.parameters import PAGE, query
from config.http.shapes import page, page_of
from games.api.base import GameApiView
from games.api.filters import RULESET, read_rulesets
from games.api.inputs import ChallengeInput, DeclineInput, RobotsInput
from games.clock.times import DAY_S, turn_time
from games.models import Challenge
from games.play.challenge import challenges, checks
from games.play.challenge.filters import Candidate, Filters
from games.play.challenge.invitations import Invited
from games.play.challenge.robot_seats import let_robots_in
from games.play.start import Terms
from games.refusals import Invalid
from games.shown import examples
from games.shown.pace import pace_of
from games.shown.payloads import challenge_payload
from games.shown.shapes.challenges import AnyChallenge, OtherChallenge
from games.shown.shapes.games import AnyGame
from games.store import selectors

NEWEST_FIRST = ("-created_at", "-id")
STATUSES = tuple(Challenge.Status.values)
ANSWERING = ("challenge_closed", "challenge_lapsed", "not_yours")


class ChallengeView(GameApiView):
    """A view that answers with challenges."""

    def show_challenge(self, challenge: Challenge) -> OtherChallenge:
        """Return the challenge as this client is to see it."""
        return challenge_payload(challenge, self.base_url, self.now, reader=self.candidate)

    def offered(self, challenge: Challenge, *, is_new: bool) -> Response:
        """Return the answer to an offer: 201 with its address, 200 where it is already."""
        shown = self.show_challenge(challenge)
        return self.created(shown, f"challenges/{challenge.pk}") if is_new else Response(shown)

    @cached_property
    def candidate(self) -> Candidate | None:
        """Who asks; a visitor is no one."""
        user_id = self.request.user.pk
        return Candidate(user_id, self.now) if user_id is not None else None


class ChallengesView(ChallengeView):
    """My challenges, in and out, and making one."""

    scope = {"GET": "games:read", "POST": "challenges:write"}

    @compressed
    @documented(
        "list_challenges",
        responses={200: page_of(AnyChallenge, "Challenge")},
        query=[
            query("direction", "Only those sent to me, or by me.", enum=("in", "out")),
            query("status", "Only those of this status.", enum=STATUSES),
            RULESET,
            *PAGE,
        ],
    )
    def get(self, request: Request) -> Response:
        """List my challenges, in and out, newest first."""
        found = selectors.challenges_of(
            self.user.pk,
            direction=self.read_choice("direction", ("in", "out")),
            status=self.read_choice("status", STATUSES),
            now=self.now,
            rulesets=read_rulesets(request),
        )
        pages = CursorPagination()
        pages.ordering = NEWEST_FIRST
        rows = pages.paginate_queryset(found, request)
        selectors.attach_invitations(rows)
        return pages.get_paginated_response([self.show_challenge(row) for row in rows])

    @documented(
        "create_challenge",
        body=ChallengeInput,
        responses={201: AnyChallenge},
        codes=[
            "too_many_challenges",
            "too_many_robot_games",
            "challenge_not_taken",
            "friends_only",
            "bot_must_be_asked",
            "not_rated",
            "live_match_running",
        ],
        example={"opponent": "bob", "side": "random", "goals_to_win": 2, "days_per_turn": 1},
    )
    def post(self, request: Request) -> Response:
        """Challenge a player by name, or anyone who gets the link."""
        find_opponent = partial(checks.find_opponent, self.user)
        said = self.read_body(ChallengeInput, context={"find_opponent": find_opponent})
        checks.check_may_ask_for_side(said["ruleset"], said["side"])
        terms = Terms(
            ruleset=said["ruleset"],
            side=said["side"],
            options=_options_of(said),
            rated=said["rated"],
            is_public=said["public"],
            live=said.get("live"),
            **_time_of(said),
        )
        try:
            challenge = challenges.make_challenge(
                self.user,
                said["opponent"],
                terms,
                now=self.now,
                others=[Invited(user) for user in said.get("opponents", ())],
                filters=Filters.read(said.get("filters", {})),
                for_friends=said["for_friends"],
            )
        except Invalid as error:
            raise _pointed(error, said) from error
        return self.created(self.show_challenge(challenge), f"challenges/{challenge.pk}")


def _pointed(error: Invalid, said: dict[str, Any]) -> Invalid:
    """Return the refusal with a pointer to where the member was sent."""
    if error.field not in said.get("options", {}):
        return error
    where = f"options/{escape(error.field)}"
    cites = {name: value for name, value in error.extra.items() if name != "errors"}
    return Invalid(error.fault, field=where, code=error.field_code, **cites)


def _time_of(said: dict[str, Any]) -> dict[str, Any]:
    """Return the terms of time; ``days_per_turn`` is an older way to write one of them."""
    clock = dict(said.get("clock", {}))
    seconds = clock.pop("turn_s", said["days_per_turn"] * DAY_S)
    allowed = {"has_leave": clock.pop("leave", False), "has_rest": clock.pop("rest", False)}
    return {**clock, **allowed, **turn_time(seconds)._asdict()}


def _options_of(said: dict[str, Any]) -> dict[str, Any]:
    """Return what is to be agreed; ``goals_to_win`` is an older way to write one of it."""
    options = dict(said.get("options", {}))
    if "goals_to_win" in said:
        goals = said["goals_to_win"]
        if options.setdefault("goals_to_win", goals) != goals:
            raise invalid(
                "goals_to_win", "not_allowed", _("This number differs from the one in `options`.")
            )
    return options


class OpenChallengesView(ChallengeView):
    """Challenges that anyone may accept."""

    scope = None

    @compressed
    @documented(
        "list_open_challenges",
        responses={200: page_of(AnyChallenge, "Challenge")},
        query=[RULESET, *PAGE],
        examples={200: page(examples.OPEN_CHALLENGE)},
    )
    def get(self, request: Request) -> Response:
        """List the challenges that anyone may accept, newest first."""
        pages = CursorPagination()
        pages.ordering = NEWEST_FIRST
        found = selectors.open_challenges(self.now, read_rulesets(request), viewer=request.user.pk)
        rows = pages.paginate_queryset(found, request)
        selectors.attach_invitations(rows)
        return pages.get_paginated_response([self.show_challenge(row) for row in rows])


class OneChallengeView(ChallengeView):
    """One challenge: an open one for everyone who has the link, another for the two."""

    scope = None

    @documented("get_challenge", responses={200: AnyChallenge})
    def get(self, request: Request, challenge_id: str) -> Response:
        """Show a challenge."""
        challenge = selectors.find_challenge(challenge_id, request.user.pk)
        pace = pace_of(challenge.challenger_id, self.now)
        shown = challenge_payload(challenge, self.base_url, self.now, pace, self.candidate)
        return Response(shown)


class AcceptView(ChallengeView):
    """Accepting starts the game."""

    scope = "challenges:write"

    @documented(
        "accept_challenge",
        responses={201: AnyGame, 200: AnyChallenge},
        codes=[
            *ANSWERING,
            "own_challenge",
            "bot_must_be_asked",
            "opponent_gone",
            "challenge_not_taken",
            "friends_only",
            "too_many_games_waiting",
            "not_established",
            "too_many_missed",
            "rating_not_in_range",
            "too_many_games",
        ],
        examples={201: examples.STARTED},
    )
    def post(self, request: Request, challenge_id: str) -> Response:
        """Accept a challenge and start its game; 200 where it waits for others to accept."""
        challenge = challenges.take_seat(self.user, challenge_id, now=self.now)
        if challenge.game is None:
            return Response(self.show_challenge(challenge))
        return self.created(self.show(challenge.game), f"games/{challenge.game.pk}")


class DeclineView(ChallengeView):
    """Declining, by whom it was sent to."""

    scope = "challenges:write"

    @documented(
        "decline_challenge",
        body=DeclineInput,
        responses={200: AnyChallenge},
        codes=ANSWERING,
        example={"reason": "too_fast"},
        examples={200: examples.DECLINED},
    )
    def post(self, request: Request, challenge_id: str) -> Response:
        """Decline a challenge that was sent to me."""
        reason = self.read_body(DeclineInput)["reason"] or ""
        challenge = challenges.decline_challenge(
            self.user, challenge_id, reason=reason, now=self.now
        )
        return Response(self.show_challenge(challenge))


class RobotsInView(ChallengeView):
    """Letting house bots in, by the player who made the challenge."""

    scope = "challenges:write"

    @documented(
        "invite_bots",
        body=RobotsInput,
        responses={200: AnyChallenge},
        codes=[*ANSWERING, "too_many_robot_games", "challenge_not_taken"],
        example={"strength": "medium"},
        examples={200: examples.TAKEN_BY_ROBOT},
    )
    def post(self, request: Request, challenge_id: str) -> Response:
        """Give the free seats of my challenge to house bots. The game may start immediately."""
        strength = self.read_body(RobotsInput)["strength"]
        challenge = let_robots_in(self.user, challenge_id, strength=strength, now=self.now)
        return Response(self.show_challenge(challenge))


class CancelView(ChallengeView):
    """Cancelling, by the player who made it."""

    scope = "challenges:write"

    @documented(
        "cancel_challenge",
        responses={200: AnyChallenge},
        codes=ANSWERING,
        examples={200: examples.CANCELLED},
    )
    def post(self, request: Request, challenge_id: str) -> Response:
        """Cancel a challenge of mine."""
        challenge = challenges.cancel_challenge(self.user, challenge_id, now=self.now)
        return Response(self.show_challenge(challenge))
