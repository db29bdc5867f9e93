"""The whole record of a game: enough to replay it and to check every roll."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from config.features import Hook
from config.http.times import utc
from games.clock.times import seconds_of
from games.models import Act, Arrangement, Game, Turn, fairness
from games.rules import registry
from games.shown.payloads import act_payload, game_payload, turn_payload
from games.shown.shapes import exports
from games.shown.shapes.games import Fairness

OWN_PARTS: Final[Hook[Callable[[int, Game], Any]]] = Hook()
"""What the record holds besides by name, for anyone who asks for their own part of it."""

HOW_TO_REPLAY = (
    "Begin each round with its formations and the side that kicks off, then play the turns in "
    "order. A shot in 'actions' bears its outcome after '='; 'rolls' holds the number, 0 to 99, "
    "that decided it by law 8.3. Each turn's position_before and position_after must come out. "
    "The act 'take_back' returns to the position before the turn that was played last."
)


def export_json(
    game: Game,
    turns: Iterable[Turn],
    acts: Iterable[Act],
    arrangements: Iterable[Arrangement],
    base_url: str,
) -> exports.OtherExport:
    """Return the record as plain data."""
    record: exports.OtherExport = {
        "format": exports.FORMAT if game.ruleset == registry.DEFAULT else exports.FORMAT_OF_OTHERS,
        "game": game_payload(game, base_url),
        "rules": {"ruleset": game.ruleset, "version": game.rules_version},
        "formations": [
            {
                "round": row.round,
                "side": row.side,
                **row.content,
                "locked_at": utc(row.locked_at),
            }
            for row in _locked(game, arrangements)
        ],
        "turns": [
            turn_payload(turn, game.presenter, shows_how=not game.is_active) for turn in turns
        ],
        "acts": [act_payload(act) for act in acts],
        "how_to_replay": HOW_TO_REPLAY,
        "how_to_verify": fairness.how_to_verify(game.fairness_scheme),
    }
    if (beginning := _beginning(game)) is not None:
        record["begins_with"] = beginning
    return record


def own_part(user_id: int, game: Game) -> dict[str, Any]:
    """Return what belongs to one person alone: notes, lines, plans."""
    return {name: read(user_id, game) for name, read in OWN_PARTS.named().items()}


def export_text(
    game: Game,
    turns: Sequence[Turn],
    acts: Sequence[Act],
    arrangements: Sequence[Arrangement],
    base_url: str,
) -> str:
    """Return the record as text that a person can read and a program can parse."""
    record = game_payload(game, base_url)
    result = record["result"] or {"winner": None, "reason": "running"}
    tags = {
        "Game": game.pk,
        "Url": record["url"],
        "Rules": f"{game.ruleset} {game.rules_version}",
        **{side.capitalize(): player["username"] for side, player in record["players"].items()},
        **{_tag(name): value for name, value in game.options.items()},
        "DaysPerTurn": game.days_per_turn,
        "Began": record["created_at"],
        "Ended": record["finished_at"] or "-",
        **{_tag(name): value for name, value in (_beginning(game) or {}).items()},
        **({"Score": _score(game)} if game.summary.score is not None else {}),
        **({"ExpectedGoals": _by_side(record["xg"])} if record["xg"] else {}),
        "Winner": result["winner"] or "-",
        "Reason": result["reason"],
        **_fairness_tags(record["fairness"]),
    }
    lines = [f'[{name} "{value}"]' for name, value in tags.items()]
    locked = list(_locked(game, arrangements))
    # A round may have formations and no turn: a game can end at its kick-off.
    for number in sorted({row.round for row in locked} | {turn.round for turn in turns}):
        if game.summary.round is not None:
            lines += ["", f"Round {number}"]
        lines += [f"{row.side}: {_placed(row.content)}" for row in locked if row.round == number]
        lines += [_played(turn) for turn in turns if turn.round == number]
    if acts:
        lines += ["", "Acts"]
        lines += [f"before {act.turn}: {act.side} {act.name}" for act in acts]
    how_to_verify = fairness.how_to_verify(game.fairness_scheme)
    return "\n".join([*lines, "", HOW_TO_REPLAY, how_to_verify, ""])


def export_pgn(
    game: Game,
    turns: Iterable[Turn],
    write_pgn: registry.WritePgn,
    base_url: str,
    comments: Mapping[int, str],
) -> str:
    """Return the game as PGN, with the tags that it has of the service, and comments by turn."""
    tags = {
        "Event": "Correspondence game",
        "Site": f"{base_url}/games/{game.pk}/",
        "Date": game.created_at.strftime("%Y.%m.%d"),
        "Round": "-",
        **{seat.side.capitalize(): seat.username for seat in game.seats},
        **{
            f"{seat.side.capitalize()}Type": "program" if seat.is_bot else "human"
            for seat in game.seats
        },
        # One move in so many seconds.
        "TimeControl": f"1/{seconds_of(game)}",
    }
    if game.finished_at is not None:
        tags["EndDate"] = game.finished_at.strftime("%Y.%m.%d")
    if (begun := _beginning(game)) is not None:
        tags |= {"SetUp": "1", "FEN": begun["position"]}
    outcome = game.rules.outcome(game.rules.load(game.state))
    kept = [turn for turn in turns if not turn.taken_back]
    said = [comments.get(turn.number, "") for turn in kept]
    return write_pgn(tags, [turn.notation for turn in kept], outcome, said)


def _beginning(game: Game) -> exports.Beginning | None:
    """Return where a game began that continues from another; ``None`` for all others."""
    if game.begins_with is None:
        return None
    state = game.rules.load(game.begins_with["state"])
    return {
        "continued_from": game.begins_with["game"],
        "continued_from_turn": game.begins_with["turn"],
        "position": game.rules.summary(game.rules.describe(state)).position or "",
    }


def _fairness_tags(record: Fairness) -> dict[str, Any]:
    """Return what is needed to check the rolls; seeds before the present one are numbered."""
    tags: dict[str, Any] = {"FairnessScheme": record["scheme"]}
    for number, seed in enumerate([*record["earlier"], record], 1):
        mark = "" if seed is record else f"Earlier{number}"
        tags[f"{mark}Commitment"] = seed["commitment"]
        tags[f"{mark}Seed"] = seed["seed"] or "-"
        tags[f"{mark}FirstShot"] = seed["first_shot"]
        tags |= {f"{mark}{_tag(side)}Salt": salt or "-" for side, salt in seed["salts"].items()}
    return tags


def _score(game: Game) -> str:
    points = game.summary.score or {}
    return " ".join(f"{seat.side} {points[seat.side]}" for seat in game.seats)


def _by_side(figures: Mapping[str, float]) -> str:
    return " ".join(f"{side} {figure:g}" for side, figure in figures.items())


def _locked(game: Game, arrangements: Iterable[Arrangement]) -> Iterator[Arrangement]:
    """Yield the arrangements with which rounds began, in the order of rounds and sides."""
    sides = [seat.side for seat in game.seats]
    for row in sorted(arrangements, key=lambda row: (row.round, sides.index(row.side))):
        if row.locked_at:
            yield row


def _played(turn: Turn) -> str:
    rolls = "".join(f" {{{roll}}}" for roll in turn.rolls)
    return f"{turn.number}. {turn.side} {turn.notation}{rolls}"


def _tag(name: str) -> str:
    return "".join(word.capitalize() for word in name.split("_"))


def _placed(content: dict[str, Any]) -> str:
    """Return an arrangement in one line, with anything the rules put into it."""
    pieces = content.get("pieces", content)
    return " ".join(f"{piece}{square}" for square, piece in pieces.items())
