"""The reference client and the bot on it, against the real service."""

from __future__ import annotations

import hashlib
import html
import os
import re
import subprocess
import sys
import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import App, User
from config.developers.clients import chess_eleven
from config.developers.clients.chess_eleven import (
    Authorization,
    ChessEleven,
    Refused,
    check_shots,
    log_in,
    sensible,
)
from games.models import Game, fairness
from games.rules import registry
from games.store import selectors
from tests.clients.conftest import HERE
from tests.clients.cutting import BadLine
from tests.games.matches import any_turn, play
from tests.live import LiveService
from tests.patience import stretched, until

Clients = Callable[[User], ChessEleven]

CUTS = 20


def test_a_whole_game_is_played_by_options_alone_and_its_shots_are_fair(
    service: LiveService, running_bot: User
) -> None:
    account = {"username": "alice", "email": "alice@example.org", "password": "correct horse 9"}
    ChessEleven(service.url).post("/accounts", account)
    alice = ChessEleven(service.url, log_in(service.url, "alice", "correct horse 9"))
    shots: list[str] = []
    for _ in range(6):
        challenge = alice.post("/challenges", {"opponent": "bob", "goals_to_win": 1})
        game_id = until(lambda: alice.get(f"/challenges/{challenge['id']}")["game"])  # noqa: B023

        game = alice.play(game_id)

        assert game["status"] == "finished"
        assert max(game["score"].values()) >= 1
        record = alice.get(f"/games/{game_id}/export", format="json")
        actions = [action for turn in record["turns"] for action in turn["actions"]]
        # A mate may end a game before anyone shoots.
        if shots := [action for action in actions if action[0] == "!"]:
            break
    assert shots
    assert check_shots(record, alice.noted[game_id]) == []
    assert set(record["game"]["fairness"]["salts"].values()) > {alice_salt(alice, game_id)}
    assert None not in record["game"]["fairness"]["salts"].values()
    command = [sys.executable, HERE / "chess_eleven.py", "verify", game_id]
    said = subprocess.run(
        command, env=os.environ | {"CHESS_ELEVEN": service.url}, capture_output=True, text=True
    )
    assert said.stdout == "Every shot was fair.\n", said.stderr


def alice_salt(alice: ChessEleven, game_id: str) -> str:
    (added,) = alice.noted[game_id].values()
    (salt,) = added.values()
    return salt


def test_a_stream_cut_twenty_times_under_play_misses_and_doubles_nothing(
    service: LiveService,
    bob: User,
    game: Game,
    token_of: Callable[..., str],
) -> None:
    seen: list[int] = []
    cut_after: list[int] = []
    opened = threading.Event()
    with BadLine(service.port) as line:
        client = ChessEleven(line.url, token_of(bob), longest_pause=0.01)
        began = bob.inbox.last_number

        def follow() -> None:
            for event in client.follow():
                if event is None:
                    opened.set()
                elif event["type"] == "game.finished":
                    return
                else:
                    seen.append(event["number"])

        follower = threading.Thread(target=follow)
        follower.start()
        for cut in range(CUTS):
            assert opened.wait(stretched(10))
            opened.clear()
            play(game, any_turn(game), now=timezone.now())
            if cut % 2:
                # Every other time the line breaks while the event is on its way.
                until(lambda: seen and seen[-1] == _newest(bob))
            line.cut()
            cut_after.append(seen[-1] if seen else began)
            play(game, any_turn(game), now=timezone.now())
        resigning = ChessEleven(service.url, token_of(bob))
        resigning.post(f"/games/{game.pk}/acts", {"name": "resign"})
        follower.join(stretched(10))

    print(f"\ncut after {cut_after}\nsaw {seen}")
    assert not follower.is_alive()
    assert seen == list(range(began + 1, _newest(bob)))
    assert len(cut_after) == CUTS


def _newest(user: User) -> int:
    return selectors.newest_event_of(user.pk)


def test_a_request_on_a_broken_line_is_done_once(
    service: LiveService,
    alice: User,
    game: Game,
    token_of: Callable[..., str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with BadLine(service.port) as line:
        client = ChessEleven(line.url, token_of(alice), longest_pause=0.01)
        real, asked = client.http.request, []

        def answer_lost_at_first(*args: Any, **kwargs: Any) -> Any:
            response = real(*args, **kwargs)
            asked.append(kwargs["headers"]["Idempotency-Key"])
            if len(asked) == 1:
                line.cut()
                raise chess_eleven.httpx.ReadError("cut")
            return response

        monkeypatch.setattr(client.http, "request", answer_lost_at_first)
        challenge = client.post("/challenges", {"opponent": "bob"})

    assert len(asked) == 2
    assert len(set(asked)) == 1
    mine = ChessEleven(service.url, token_of(alice)).pages("/challenges", status="open")
    assert [one["id"] for one in mine] == [challenge["id"]]


def test_a_person_lets_a_program_in_by_hand(service: LiveService, alice: User) -> None:
    back = "http://127.0.0.1:8400/done"
    app = App.objects.create(user=alice, name="By hand", redirect_uris=back)
    log_in = Authorization(service.url, app.client_id, back)

    tokens = log_in.finish(_agree(alice, log_in.url))

    assert (
        ChessEleven(service.url, tokens["access_token"]).get("/auth/token")["username"] == "alice"
    )
    renewed = log_in.refresh(tokens["refresh_token"])
    assert renewed["access_token"] != tokens["access_token"]
    with pytest.raises(ValueError, match="does not belong"):
        log_in.finish(f"{back}?code=x&state=y")


def _agree(user: User, url: str) -> str:
    """Do what a person does in a browser; return the address that it is sent to at the end."""
    browser = Client()
    browser.force_login(user)
    path = url[url.index("/oauth/") :]
    page = browser.get(path).content.decode()
    hidden = re.findall(r'<input type="hidden" name="(\w+)"(?: value="([^"]*)")?', page)
    form = {name: html.unescape(value) for name, value in hidden}
    return browser.post(path, form | {"allow": "yes"})["Location"]


@pytest.mark.parametrize("attempt", [0, 10, 5000])
def test_a_pause_is_never_longer_than_the_longest(attempt: int) -> None:
    assert 0 < chess_eleven.pause(attempt, longest=30.0) <= 30.0


def test_a_refusal_names_its_code(client_of: Clients, alice: User, game: Game) -> None:
    with pytest.raises(Refused) as refused:
        client_of(alice).post(f"/games/{game.pk}/turns", {"turn": 1, "actions": ["d2d5"]})

    assert (refused.value.status, refused.value.code) == (422, "illegal_action")
    assert "d2d4" in refused.value.problem["legal"]


def _record(actions: list[str], rolls: list[int], position: str = "") -> dict[str, Any]:
    seed = bytes(range(32))
    return {
        "game": {
            "id": "h4Xk93Qm",
            "fairness": {"commitment": hashlib.sha256(seed).hexdigest(), "seed": seed.hex()},
        },
        "turns": [
            {
                "number": 1,
                "actions": actions,
                "rolls": rolls,
                "position_before": position or "3k4/8/8/3N4/8/8/3P4/3K4 w d5 open d2 4",
            }
        ],
    }


def test_the_client_draws_the_rolls_that_the_service_draws() -> None:
    seed = bytes(range(32))
    for shot in range(200):
        assert chess_eleven.roll(seed, "h4Xk93Qm", shot) == fairness.roll(seed, "h4Xk93Qm", shot)


def test_the_client_derives_the_keys_that_the_service_derives() -> None:
    seed = bytes(range(32))
    for scheme in (1, 2):
        for salts in (["0" * 16, "f" * 64], [None, "0" * 16], [None, None]):
            ours = chess_eleven.key_of(scheme, seed, "h4Xk93Qm", salts)
            assert ours == fairness.key_of(scheme, seed, "h4Xk93Qm", salts)


SALTS = {"white": "0123456789abcdef", "black": None}


def _seed(number: int, first_shot: int, salts: dict[str, str | None]) -> dict[str, Any]:
    seed = bytes([number] * 32)
    return {
        "commitment": hashlib.sha256(seed).hexdigest(),
        "seed": seed.hex(),
        "salts": salts,
        "first_shot": first_shot,
    }


def _salted() -> dict[str, Any]:
    """Return a game of scheme 2 with two certain goals; a backup was restored between them."""
    record = _record([], [], "8/8/8/3N4/8/8/3P4/3K4 w d5 open d2 4")
    old, new = _seed(1, 0, SALTS), _seed(2, 1, {"white": None, "black": "ab" * 20})
    record["game"]["players"] = {"white": {}, "black": {}}
    record["game"]["fairness"] = {"scheme": 2, **new, "earlier": [old]}
    turn = record["turns"][0]
    record["turns"] = []
    for shot, seed in enumerate((old, new)):
        salts = list(seed["salts"].values())
        key = fairness.key_of(2, bytes.fromhex(seed["seed"]), "h4Xk93Qm", salts)
        rolls = [fairness.roll(key, "h4Xk93Qm", shot)]
        record["turns"].append(
            {**turn, "number": shot + 1, "actions": ["!e8=goal"], "rolls": rolls}
        )
    return record


def test_a_game_of_scheme_2_is_verified_across_a_restored_backup() -> None:
    record = _salted()
    noted = {
        hashlib.sha256(bytes([1] * 32)).hexdigest(): {"white": SALTS["white"]},
        hashlib.sha256(bytes([2] * 32)).hexdigest(): {},
    }

    assert check_shots(record) == []
    assert check_shots(record, noted) == []  # type: ignore[arg-type]


def _forge_seed(record: dict[str, Any]) -> None:
    record["game"]["fairness"]["seed"] = "00" * 32


def _forge_seed_and_commitment(record: dict[str, Any]) -> None:
    record["game"]["fairness"] |= _seed(3, 1, {"white": None, "black": "ab" * 20})


def _forge_salt(record: dict[str, Any]) -> None:
    record["game"]["fairness"]["earlier"][0]["salts"] = {"white": "0" * 16, "black": None}


def _forge_sides(record: dict[str, Any]) -> None:
    record["game"]["fairness"]["salts"] = {"white": "ab" * 20, "black": None}


def _forge_scheme(record: dict[str, Any]) -> None:
    record["game"]["fairness"]["scheme"] = 1


def _forge_roll(record: dict[str, Any]) -> None:
    record["turns"][1]["rolls"] = [(record["turns"][1]["rolls"][0] + 1) % 100]


def _forge_order(record: dict[str, Any]) -> None:
    record["game"]["fairness"]["earlier"][0]["first_shot"] = 1


def _hide_seed(record: dict[str, Any]) -> None:
    record["game"]["fairness"]["earlier"][0]["seed"] = None


def _hide_earlier(record: dict[str, Any]) -> None:
    record["game"]["fairness"]["earlier"] = []


@pytest.mark.parametrize(
    "forge",
    [_forge_seed, _forge_seed_and_commitment, _forge_salt, _forge_sides, _forge_scheme,
     _forge_roll, _forge_order, _hide_seed, _hide_earlier],
)  # fmt: skip
def test_a_forged_game_of_scheme_2_is_refused(forge: Callable[[dict[str, Any]], None]) -> None:
    record = _salted()

    forge(record)

    assert check_shots(record)


def test_a_salt_swapped_together_with_the_rolls_is_noticed_by_who_noted_it() -> None:
    record = _salted()
    commitment = record["game"]["fairness"]["earlier"][0]["commitment"]

    assert check_shots(record, {commitment: {"white": "f" * 16}})
    assert check_shots(record, {"0" * 64: {}})


def test_an_unfair_shot_is_noticed() -> None:
    due = chess_eleven.roll(bytes(range(32)), "h4Xk93Qm", 0)
    outcome = chess_eleven.outcome_of(_record([], [])["turns"][0], "e8", due)

    assert check_shots(_record([f"!e8={outcome}"], [due])) == []
    assert check_shots(_record([f"!e8={outcome}"], [(due + 1) % 100]))
    assert check_shots(_record([f"!e8={'goal' if outcome != 'goal' else 'corner'}"], [due]))
    assert check_shots(_record([f"!e8={outcome}"], []))
    assert check_shots(_record([f"!e8={outcome}"], [due]), {"0" * 64: {}})
    other = _record([f"!e8={outcome}"], [due])
    other["game"]["fairness"]["seed"] = "00" * 32
    assert check_shots(other)


@pytest.mark.parametrize(
    ("back_rank", "target", "outcomes"),
    [
        # Law 8.3, line by line: the first roll of each outcome.
        ("8", "d8", {0: "goal", 99: "goal"}),
        ("3k4", "d8", {0: "goal", 30: "save", 79: "save", 80: "corner"}),
        ("3kr3", "d8", {19: "goal", 20: "save", 70: "block@e8", 80: "corner"}),
        ("3r4", "d8", {44: "goal", 45: "block@d8", 79: "block@d8", 80: "corner"}),
        ("3rk3", "d8", {19: "goal", 20: "save", 45: "block@d8", 80: "corner"}),
        ("3rn3", "d8", {34: "goal", 35: "block@d8", 70: "block@e8", 80: "corner"}),
        ("4k3", "d8", {54: "goal", 55: "save", 80: "corner"}),
        ("4r3", "d8", {69: "goal", 70: "block@e8", 80: "corner"}),
        ("4R3", "d8", {99: "goal"}),
    ],
)
def test_the_client_knows_the_odds(back_rank: str, target: str, outcomes: dict[int, str]) -> None:
    position = f"{back_rank}/8/8/3N4/8/8/3P4/3K4 w d5 open d2 4"
    turn = _record([], [], position)["turns"][0]

    told = {rolled: chess_eleven.outcome_of(turn, target, rolled) for rolled in outcomes}

    assert told == outcomes


@pytest.mark.needs("competitions")
def test_a_cup_is_entered_left_and_looked_at(service: LiveService) -> None:
    from tests.competitions.cups import DAY, make_cup, people
    from tests.competitions.leagues import make_league

    cup = make_cup(timezone.now() - DAY / 24, 1, sections={"under-15": 4})
    league = make_league(timezone.now() - DAY / 24, people(1, "new"))
    account = {"username": "alice", "email": "alice@example.org", "password": "correct horse 9"}
    ChessEleven(service.url).post("/accounts", account)
    scopes = {"name": "cup", "scopes": ["games:read", "games:play", "competitions:write"]}
    asked = {"username": "alice", "password": "correct horse 9", **scopes}
    token = ChessEleven(service.url).post("/auth/token", asked)["token"]
    alice = ChessEleven(service.url, token)

    ident = cup.competition.pk
    young = {"guardian_agrees": True, "born_on_or_after": cup.section.cut_off.isoformat()}
    assert alice.enter(ident, "under-15", **young)["entrants"] == 2
    alice.withdraw(ident, "under-15")
    assert cup.section.entries.count() == 1
    assert alice.bracket(ident, "under-15") == []

    assert alice.confirm(league.competition.pk)["entrants"] == 2
    assert alice.tables(league.competition.pk) == []

    alice.enter(ident, "under-15", **young)
    cup.draw()
    (match,) = alice.bracket(ident, "under-15")[0]["matches"]
    game = alice.get(f"/games/{match['games'][0]['game']}")
    assert "alice" not in str(game["players"]), "names are hidden in it"
    number = cup.section.entries.get(user__username="alice").number
    is_white = match["games"][0]["white"] == number
    assert alice.side_in(game) == ("white" if is_white else "black")


@pytest.mark.parametrize("key", ["standard", "future", "family"])
def test_without_a_choice_of_ones_own_something_is_played_in_every_game(key: str) -> None:
    tree, explorer = registry.tree(key), registry.explorer(key)
    assert tree is not None
    assert explorer is not None
    start = tree.write(tree.start(registry.get(key).check_options({})))
    options: Any = explorer.choices(explorer.read(start), ())

    assert sensible(options) in [one["text"] for one in options["actions"]]
