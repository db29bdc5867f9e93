"""People and games for whatever calls a document tells of, so that none spoils another's."""

from __future__ import annotations

from datetime import datetime, timedelta
from importlib import import_module
from typing import Any

from django.conf import settings

from accounts.credentials import ALL_SCOPES, digest_of, new_token
from accounts.examples import PASSWORD
from accounts.models import PersonalToken, User
from config.backends.encryption import seal
from games.models import Challenge, Game, Leave
from games.play.acts import resign
from games.play.challenge.challenges import Terms, make_challenge
from games.play.robots import open_house
from games.play.sweeps import close_overdue
from games.rules import registry
from games.rules.conformance import seatings
from notifications.api.examples import NEW_SUBSCRIPTION
from notifications.calendar import address_of
from notifications.models import Delivery, PushSubscription, Webhook
from notifications.subscriptions import subscribe
from tests.games.matches import any_turn, play, start_formations, start_round
from tests.games.test_sweeps import beat_at

STAGED = {"plans", "puzzles", "ratings"}
"""Features with a module ``staged`` in their tests."""

Operation = dict[str, Any]


class Stage:
    """Alice, who calls; Bob, who plays against her; and others who can be lost."""

    def __init__(self, now: datetime, ruleset: str = registry.DEFAULT, *, leavers: int = 1) -> None:
        self.now = now - timedelta(minutes=5)
        self.ruleset, rules = ruleset, registry.get(ruleset)
        for_two = next(one for one in seatings(rules) if len(rules.seats(one)) == 2)
        self.terms: dict[str, Any] = {"ruleset": ruleset, "options": for_two}
        self.alice, self.bob = self._person("alice"), self._person("bob")
        self.token = self._token(self.alice)
        self.leavers = [self._token(self._person(f"leaver-{n}")) for n in range(leavers)]
        """Tokens of people who can be deleted, one after the other."""

    def operations(self) -> dict[str, Operation]:
        """Return what stands in the path, and whose token is sent, by a pattern of names."""
        changing, guarded = self._person("charlie"), self._person("keys")
        spare = PersonalToken.objects.get(digest=digest_of(self._token(guarded)))
        return {
            "game_id": self.of_game(self.playing()),
            "username": {"parameters": {"username": "bob"}},
            "ruleset": {"parameters": {"ruleset": self.ruleset}},
            "competition_id": {
                "parameters": {
                    "competition_id": "Kp7mXq2d",
                    "section": "open",
                    "entry": 1,
                    "match": "1.1",
                }
            },
            "certificate_id": {"parameters": {"certificate_id": "Kp7mXq2d"}},
            "chapter": {"parameters": {"chapter": "passing", "step": 2}},
            "pool": {"parameters": {"username": "bob", "pool": "eleven-post"}},
            "webhook_id": self._webhook(),
            "leave_id": self._leave(100),
            "^DELETE .*leave_id.$": self._leave(200),
            "/resend$": self._delivery(),
            "subscription_id": self._device(),
            "secret": {"parameters": {"secret": self._calendar()}},
            "slot": {"parameters": {"slot": 1}},
            "/by-code/": {"parameters": {"code": "Kp7mXq2d"}},
            "challenge_id": self._challenge(self._offered(self.bob, self.alice)),
            "^PUT .*/formation$": self.of_game(start_formations(self.alice, self.bob, self.now)),
            "/draw$": self.of_game(self.playing()),
            "/acts$": self.of_game(self.playing()),
            "/rematch$": self.of_game(self._finished()),
            "/go-on$": self.of_game(self._run_out()),
            "/export$": self.of_game(self._finished()),
            "/accept$": self._challenge(self._offered(self.bob, self.alice)),
            "/decline$": self._challenge(self._offered(self.bob, self.alice)),
            "/robots$": self._challenge(self._open(self.alice)),
            "/cancel$": self._challenge(self._offered(self.alice, self.bob)),
            "^DELETE .*webhook_id.$": self._webhook(),
            "^DELETE .*subscription_id.$": self._device(),
            "^DELETE .*token_id.$": {
                "parameters": {"token_id": str(spare.pk)},
                "headers": {"Authorization": f"Bearer {self._token(guarded)}"},
            },
            "^DELETE .*/auth/token$": {"headers": {"Authorization": f"Bearer {self.leavers[0]}"}},
            "^PATCH .*/me$": {"headers": {"Authorization": f"Bearer {self._token(changing)}"}},
            "^DELETE .*/me$": {"headers": {"Authorization": f"Bearer {self.leavers[0]}"}},
            **self._of_features(),
        }

    def _of_features(self) -> dict[str, Operation]:
        """Return what the calls of the installed features need."""
        staged: dict[str, Operation] = {}
        for name in sorted(STAGED - settings.WITHOUT):
            staged |= import_module(f"tests.{name}.staged").operations(self)
        return staged

    def _person(self, name: str) -> User:
        person = User(username=name, email=f"{name}@example.org")
        person.set_password(PASSWORD)
        person.save()
        return person

    def _token(self, user: User) -> str:
        token = new_token()
        PersonalToken.objects.create(
            user=user, name="test", scopes=sorted(ALL_SCOPES), digest=digest_of(token)
        )
        return token

    def playing(self) -> Game:
        game = start_formations(self.alice, self.bob, self.now, **self.terms)
        if game.rules.has_arrangements:
            game = start_round(game, self.now)
        for _ in range(4):
            play(game, any_turn(game), now=self.now)
        return game

    def _finished(self) -> Game:
        game = self.playing()
        return resign(self.bob.pk, game.pk, now=self.now)

    def _offered(self, challenger: User, opponent: User) -> Challenge:
        return make_challenge(challenger, opponent.username, Terms(**self.terms), now=self.now)

    def _open(self, challenger: User) -> Challenge:
        open_house()
        return make_challenge(challenger, None, Terms(**self.terms), now=self.now)

    def _run_out(self) -> Game:
        """Return a game that bob has lost on time."""
        begun = self.now - timedelta(days=2)
        game = start_round(start_formations(self.alice, self.bob, begun), begun)
        for _ in range(3):
            play(game, any_turn(game), now=begun)
        beat_at(self.now)
        close_overdue(now=self.now)
        return game

    def _leave(self, days: int) -> Operation:
        begins_at = self.now + timedelta(days=days)
        leave = Leave.objects.create(
            user=self.alice, begins_at=begins_at, ends_at=begins_at + timedelta(days=1)
        )
        return {"parameters": {"leave_id": str(leave.pk)}}

    def _webhook(self) -> Operation:
        webhook = Webhook.objects.create(
            user=self.alice,
            url="https://hooks.example.org/",
            events=["turn.played"],
            secret=seal(bytes(32)),
        )
        return {"parameters": {"webhook_id": str(webhook.pk)}}

    def _delivery(self) -> Operation:
        webhook = self._webhook()
        found = Webhook.objects.get(pk=webhook["parameters"]["webhook_id"])
        delivery = Delivery.objects.create(
            webhook=found, type="webhook.test", body="{}", due_at=self.now
        )
        return {"parameters": {**webhook["parameters"], "delivery_id": str(delivery.pk)}}

    def _calendar(self) -> str:
        return address_of(self.alice).rpartition("/")[2].removesuffix(".ics")

    def _device(self) -> Operation:
        endpoint = f"https://push.example.org/{PushSubscription.objects.count()}"
        device = subscribe(self.alice, endpoint, **NEW_SUBSCRIPTION["keys"])
        return {"parameters": {"subscription_id": str(device.pk)}}

    @staticmethod
    def of_game(game: Game) -> Operation:
        return {"parameters": {"game_id": game.pk}}

    @staticmethod
    def _challenge(challenge: Challenge) -> Operation:
        return {"parameters": {"challenge_id": challenge.pk}}
