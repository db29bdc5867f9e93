"""What is around a game, done over HTTP: examples of features, accounts and webhooks.

By the folder whose `examples.json` holds it; `tests/api/test_examples.py` compares and records.
"""

from __future__ import annotations

import re
from typing import Any, Final

from django.conf import settings
from django.contrib.auth.models import Group
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from accounts import examples as of_accounts
from accounts.models import User
from games.features.learn import examples as of_lessons
from games.features.moderation.access import GROUP, make_group
from games.features.moderation.deciding import decide
from games.features.notebook import examples as of_notes
from games.features.plans import examples as of_plans
from games.features.puzzles import examples as of_puzzles
from games.features.puzzles.finding import Candidate, keep
from games.features.ratings.badges.giving import give_due_badges
from games.features.ratings.boards import make_boards
from games.features.ratings.models import Rating
from games.features.ratings.rating_games import rate_due_games
from games.models import Game
from games.play.robots import open_house
from games.rules.chess_eleven.puzzles import find_puzzle
from games.shown.examples import SITE
from games.streams import presence
from games.streams.presence import Visit
from notifications.api import examples as of_notifications
from notifications.channels.webhook import send_due
from notifications.relay import relay_events
from tests.api.recording import GAME, Recording, get, patch, post, put
from tests.games.matches import OPEN_GOAL, place
from tests.notifications.receiver import receiver

_ADA: Final = "ada"
"""She opens an account in the story; the document calls her alice."""
_TOKEN: Final = "c11_dGhpcyBpcyBub3QgYSB0b2tlbiBvZiBhbnlib2R5IQ"
_FEED: Final = "4.1:etjQIl5om1Gih2jT9F9GNHKyXJmFicqJ"
_PHONE: Final = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Firefox/140.0"
_MATE: Final = [["e2e4"], ["e7e5"], ["d1h5"], ["b8c6"], ["f1c4"], ["g8f6"], ["h5f7"]]


class FeatureStory(Recording):
    """What players are answered around their games, by folder and by the names of the examples."""

    def played(self) -> dict[str, dict[str, Any]]:
        """Do it all and return the examples of each folder."""
        open_house()
        parts = {
            "accounts": self._account,
            "games/features/learn": self._lessons,
            "games/features/live": self._live,
            # Before a moderator stops bob's messages.
            "games/features/talk": self._talk,
            "games/features/moderation": self._moderation,
            "games/features/notebook": self._notes,
            "games/features/phrases": self._messages,
            "games/features/plans": self._conditional_moves,
            "games/features/puzzles": self._puzzles,
            "games/features/ratings": self._ratings,
            "games/features/say": self._words,
            "notifications/api": self._notified,
        }
        found = {}
        for folder, part in parts.items():
            self.shown = {}
            part()
            found[folder] = dict(sorted(self.shown.items()))
        return found

    def _shorten(self, name: str) -> None:
        """Leave most of the options out: they only repeat what the first say."""
        del self.shown[name]["options"]["actions"][3:]

    def _account(self) -> None:
        stranger = APIClient()
        body = {**of_accounts.NEW_ACCOUNT, "username": _ADA, "email": f"{_ADA}@example.org"}
        assert post(stranger, "accounts", body).status_code == 201
        self.ids[f"{_ADA}@"] = "alice@"
        self.names = {_ADA: "alice"}
        made = post(stranger, "auth/token", {**of_accounts.CREDENTIALS, "username": _ADA})
        number, token = self.number(made, "7"), made.json()["token"]
        self.ids[token] = _TOKEN
        self.show("new_token", made)
        self.show("bearer", get(_bearer(token), "auth/token"))
        scopes = ["account:read", "account:write"]
        whole = {"username": _ADA, "password": of_accounts.PASSWORD, "scopes": scopes}
        ada = _bearer(post(stranger, "auth/token", whole).json()["token"])
        tokens = get(ada, "auth/tokens").json()["results"]
        self.keep("token", next(one for one in tokens if one["id"] == number))
        account = patch(ada, "me", {"time_zone": "Europe/Vienna", "language": "de"}).json()
        # Features add members of their own.
        self.keep("account", {name: account[name] for name in of_accounts.ACCOUNT})
        self.show("data_export", post(ada, "me/export"))
        self.names = {}

    def _lessons(self) -> None:
        chapters = get(self.alice, "learn").json()["results"]
        self.keep("chapter", next(one for one in chapters if one["chapter"] == "passing"))
        self.show("step", get(self.alice, "learn/passing/2"))
        self._shorten("step")
        self.show("tried", post(self.alice, "learn/passing/2/try", of_lessons.TRY))
        browser = Client()
        guest = browser.post("/api/v1/guests", {}, "application/json")
        game = Game.objects.get(pk=guest.json()["game"])
        place(game, OPEN_GOAL)
        hint = browser.get(f"/api/v1/games/{game.pk}/hint").json()
        # Chance chooses how to move before the shot, and the square.
        last = {name: hint[name][-1:] for name in ("actions", "labels")}
        self.ids["d8"] = "e8"
        self.keep("hint", {**hint, **last})
        del self.ids["d8"]

    def _live(self) -> None:
        game = self.begin()
        visits = [
            Visit(game, User.objects.get(username=name).pk, "page", is_shown=True)
            for name in ("alice", "bob")
        ]
        for visit in visits:
            presence.arrive(visit)
        put(self.alice, f"games/{game}/playing-on", {})
        self.show("playing_on", put(self.bob, f"games/{game}/playing-on", {}))
        for visit in visits:
            presence.leave(visit)
        self.show("seek", post(self.charlie, "live/seeks", {"ruleset": "eleven"}))

    def _moderation(self) -> None:
        now, game = timezone.now(), self.begin()
        body = {"about": "bob", "game": game, "turn": 1, "reason": "abuse"}
        made = post(self.alice, "reports", {**body, "text": "He insults me after every goal."})
        report = self.number(made, "7")
        self.show("report", made)
        make_group()
        moderator = User.objects.create_user("dan")
        moderator.groups.add(Group.objects.get(name=GROUP))
        decided = decide(moderator, int(report), "mute", days=7, now=now)
        decision = str(decided.pk)
        self.ids[f'"id":"{decision}"'] = '"id":"3"'
        appeal = {"text": "That was my brother."}
        self.show("appeal", post(self.bob, f"me/standing/{decision}/appeal", appeal))
        self.show("standing", get(self.bob, "me/standing"))

    def _notes(self) -> None:
        game = self.begin()
        self.show("note", put(self.alice, f"games/{game}/note", {"text": of_notes.TEXT}))
        put(self.alice, f"games/{game}/lines", {"lines": [of_notes.LINE_SENT]})
        self.show("lines", get(self.alice, f"games/{game}/lines"))

    def _messages(self) -> None:
        path = f"games/{self.begin()}/phrases"
        self.show("said", post(self.alice, path, {"phrase": "well_played"}))
        self.show("phrases", get(self.alice, path))
        # Many are offered.
        del self.shown["phrases"]["choices"][2:]

    def _talk(self) -> None:
        path = f"games/{self.begin()}/talk"
        for client in (self.alice, self.bob):
            assert client.put(f"/api/v1/{path}/agreement").status_code == 204
        made = post(self.alice, path, {"text": "What a game!"})
        written = self.number(made, "9")
        self.show("message", made)
        self.show("talk", get(self.alice, path))
        # The next to be made may have the same number.
        del self.ids[f'"id":"{written}"']

    def _conditional_moves(self) -> None:
        path = f"games/{self.begin()}/plans"
        made = post(self.alice, path, of_plans.PLAN)
        self.number(made, "7")
        self.show("entry", made)
        self.show("fallback", put(self.alice, f"{path}/fallback", of_plans.FALLBACK_BODY))
        self.show("plans", get(self.alice, path))

    def _puzzles(self) -> None:
        found = find_puzzle(of_puzzles.POSITION)
        assert found is not None
        puzzle = keep(Candidate(of_puzzles.POSITION, 31, found), timezone.now())
        assert puzzle is not None
        self.ids[puzzle.pk] = "pZ7kQ2mX"
        path = f"puzzles/{puzzle.pk}"
        self.show("puzzle", get(self.alice, path))
        self._shorten("puzzle")
        self.show("tried", post(self.alice, f"{path}/try", of_puzzles.TRY))
        self.show("liked", post(self.alice, f"{path}/like", {"like": True}))

    def _ratings(self) -> None:
        game = self.accepted(self.challenge(ruleset="standard", rated=True)).json()["id"]
        self.play(game, *_MATE)
        now = timezone.now()
        assert rate_due_games(now) == 1
        _relay()
        give_due_badges()
        player, pool = "players/alice", "standard-post"
        self.keep("rating", get(self.bob, f"{player}/ratings").json()["results"][0])
        history = get(self.bob, f"{player}/ratings/{pool}/history").json()
        self.keep("change", history["results"][0])
        badge = get(self.bob, f"{player}/badges").json()["results"][0]
        self.ids[badge["game"]] = GAME
        self.keep("badge", badge)
        # A leaderboard shows those who have played more.
        Rating.objects.update(games=20, deviation=60)
        make_boards(now)
        self.show("leaderboard", get(self.bob, f"leaderboards/{pool}?by=streak"))

    def _words(self) -> None:
        game = str(self.accepted(self.challenge()).json()["id"])
        self.choose_formations(game)
        said = post(self.alice, f"games/{game}/say", {"text": "d2d4 @f3"})
        assert said.status_code == 200, said.content
        # Its turn and its game are those of the other examples.
        self.keep("said", {name: said.json()[name] for name in ("did", "text", "ask", "board")})
        self.show_text("board", get(self.bob, f"games/{game}/board.txt"))

    def _notified(self) -> None:
        with receiver() as program:
            program.answers["/hook"] = (204, {})
            self._webhook(f"{program.url}/hook")
        device = self.alice.post(
            "/api/v1/push/subscriptions",
            of_notifications.NEW_SUBSCRIPTION,
            HTTP_USER_AGENT=_PHONE,
        )
        self.number(device, "2")
        self.show("subscription", device)
        calendar = post(self.alice, "calendar")
        secret = re.sub(r".*/|\.ics$", "", calendar.json()["url"])
        self.ids |= {settings.SITE_URL: SITE, secret: _FEED}
        self.show("calendar", calendar)

    def _webhook(self, url: str) -> None:
        # What happened before is nothing to this webhook.
        _relay()
        self.ids[url] = of_notifications.NEW_WEBHOOK["url"]
        made = post(self.alice, "webhooks", {**of_notifications.NEW_WEBHOOK, "url": url})
        path = f"webhooks/{self.number(made, '3')}"
        self._hide(made, "secret", of_notifications.SECRET)
        self.show("webhook_with_secret", made)
        self.show("webhook", get(self.alice, path))
        self.begin()
        _relay()
        assert send_due() == 1
        delivery = get(self.alice, f"{path}/deliveries").json()["results"][0]
        self._log("delivery", delivery)
        self._log("resent", post(self.alice, f"{path}/deliveries/{delivery['id']}/resend").json())
        self._log("test", post(self.alice, f"{path}/test").json())
        renewed = post(self.alice, f"{path}/secret")
        self._hide(renewed, "secret", of_notifications.ANOTHER_SECRET)
        self.show("new_secret", renewed)

    def _log(self, name: str, delivery: Any) -> None:
        """Keep a line of the log of a webhook."""
        self.ids[f'"{delivery["message_id"]}"'] = '"msg_41"'
        self.ids[f'"id":"{delivery["id"]}"'] = '"id":"41"'
        self.keep(name, delivery)

    def _hide(self, answer: Any, member: str, shown: str) -> None:
        self.ids[answer.json()[member]] = shown


def _relay() -> None:
    while relay_events(timezone.now()):
        pass


def _bearer(token: str) -> APIClient:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {token}")
    return client
