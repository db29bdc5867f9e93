"""A league as its page shows it: your own matches on top, the table, the season after it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.features.competitions.league.table import is_drawn
from games.features.competitions.league_payloads import table_rows
from games.features.competitions.models import Competition, Entry
from games.features.competitions.pages.bracket import BracketPage
from games.features.competitions.pages.players import shirt_of
from games.features.competitions.payloads import SectionView
from games.features.competitions.services.access import organises
from games.features.competitions.shapes import DRAWN, LOST, WON, TableResult
from games.models import Player
from games.rules import registry
from games.shown import wording

MINUS = "\N{MINUS SIGN}"


def league_context(
    view: SectionView, page: BracketPage | None, entry: Entry | None, now: datetime, where: Any
) -> dict[str, Any]:
    """Return what the page of a season shows besides what it shares with a cup's."""
    competition = view.competition
    lines = _lines(page) if page is not None else []
    following = None
    if not competition.is_among_friends:
        following = Competition.objects.filter(previous=competition).first()
    return {
        "me": next((_mine(view, one) for one in lines if one["is_me"] and one["place"]), None),
        "own_matches": _own_matches(page, now) if page is not None else [],
        "last_day": _last_day(view, now, where) if not view.section.is_over else "",
        "table": lines,
        "is_begun": any(one["played"] for one in lines),
        "cross": _cross(lines),
        "has_goals": registry.find(competition.ruleset).shooting is not None,
        "to_confirm": _to_confirm(view, entry, following, now, where),
        "following": following,
        "has_seasons": not competition.is_among_friends
        and (following is not None or competition.previous_id is not None),
        "may_go_on": not competition.is_among_friends
        and following is None
        and organises(view.user, competition),
        "divisions": competition.sections.count(),
    }


def _mine(view: SectionView, line: dict[str, Any]) -> dict[str, Any]:
    """Return the reader's own line, with what its card says."""
    return line | {
        "ordinal": wording.ordinal(line["place"]),
        "all": len(line["results"]),
        "tends": "" if view.section.is_over else line["move"],
    }


def _own_matches(page: BracketPage, now: datetime) -> list[dict[str, Any]]:
    """Return the matches of the reader: those that wait for them first, those played last."""
    if not page.mine or page.view.user is None:
        return []
    found: list[dict[str, Any]] = []
    for slot in page.bracket.open_of(page.mine):
        running = page.field.running_game(slot)
        game = running.game if running is not None else None
        found.append(
            {
                "opponent": page.name_of(slot, slot.opponent_of(page.mine), 0),
                "game": game.pk if game is not None else "",
                "match": slot.name,
                "deadline": game.deadline if game is not None else None,
                "left": wording.time_left(game.deadline, now) if game and game.deadline else "",
                "is_mine": False,
            }
        )
    waiting = set(
        Player.objects.filter(
            game__in=[one["game"] for one in found],
            user=page.view.user,
            deadline__isnull=False,
        ).values_list("game", flat=True)
    )
    for one in found:
        one["is_mine"] = one["game"] in waiting
    far = datetime.max.replace(tzinfo=now.tzinfo)
    found.sort(key=lambda one: (not one["is_mine"], one["deadline"] or far))
    return found + _played(page, page.mine)


def _played(page: BracketPage, mine: int) -> list[dict[str, Any]]:
    """Return the matches of the reader that are over, the newest first."""
    over = [slot for slot in page.bracket if mine in slot.players and slot.is_over]
    far = datetime.min.replace(tzinfo=UTC)
    over.sort(key=lambda slot: page.field.rows[slot.key].decided_at or far, reverse=True)
    found = []
    for slot in over:
        card, games = page.card(slot), page.field.games_of(slot)
        own, other = card.sides if slot.upper == mine else card.sides[::-1]
        result = DRAWN if is_drawn(slot) else WON if own.is_winner else LOST
        parts = [_RESULTS[result]()]
        score = page.field.rows[slot.key].score
        if score is not None and _says((own.score, other.score), result):
            parts.append(f"{own.score}:{other.score}")
        elif result != DRAWN:
            parts.append(f"· {card.by}")
        found.append(
            {
                "opponent": other.name,
                "game": games[-1].game_id if games else "",
                "match": slot.name,
                "result": " ".join(parts),
            }
        )
    return found


def _says(goals: Sequence[object], result: str) -> bool:
    """Return whether the goals alone show how a match ended: one resigned may be 0:0."""
    own, other = (int(str(one)) for one in goals)
    return result == (WON if own > other else LOST if own < other else DRAWN)


def _last_day(view: SectionView, now: datetime, where: Any) -> str:
    last = view.section.rounds.order_by("-ends_at").first()
    return wording.zoned_moment(last.ends_at, now, where) if last is not None else ""


def _lines(page: BracketPage) -> list[dict[str, Any]]:
    """Return the table, each line with a name and whether it is the reader's."""
    lines = []
    ended = {slot.name: page.field.rows[slot.key].decided_at for slot in page.bracket}
    for row in table_rows(page.view):
        difference = row["goals_for"] - row["goals_against"]
        reach = str(row["best"])
        if row["worst"] != row["best"]:
            reach = f"{row['best']}–{row['worst']}"
        lines.append(
            row
            | {
                "is_me": row["number"] == page.mine,
                "difference": f"{difference:+d}".replace("-", MINUS) if difference else "0",
                "reach": reach,
                "form": _form(row["results"], ended),
                "shirt": shirt_of(page.view.by_number.get(row["number"])),
                "called": page.called(row["number"]),
            }
        )
    return lines


class Result(NamedTuple):
    """What one match was for a player."""

    kind: str
    letter: str
    words: str


def _form(results: list[TableResult], ended: Mapping[str, datetime | None]) -> list[Result]:
    """Return the last five results of a player, the newest last."""
    far = datetime.min.replace(tzinfo=UTC)
    latest = sorted(results, key=lambda one: ended[one["match"]] or far)
    over = [one["result"] for one in latest if one["result"] is not None]
    letters = _letters()
    return [Result(result, letters[result], _RESULTS[result]()) for result in over[-5:]]


_RESULTS: Final[Mapping[str | None, Callable[[], str]]] = {
    None: lambda: _("not over"),
    WON: lambda: pgettext("a match", "won"),
    DRAWN: lambda: pgettext("a match", "drawn"),
    LOST: lambda: pgettext("a match", "lost"),
}


def _letters() -> Mapping[str, str]:
    return {
        WON: pgettext("letter of a result", "W"),
        DRAWN: pgettext("letter of a result", "D"),
        LOST: pgettext("letter of a result", "L"),
    }


class Cell(NamedTuple):
    """What one player has against another."""

    match: str
    """Empty where both are the same."""
    kind: str
    sign: str
    words: str


def _cross(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the table in which each meets each: a line for anyone who has a place."""
    placed = [row for row in lines if row["place"] is not None]
    crossed = []
    for row in placed:
        found = {one["against"]: _cell(one) for one in row["results"]}
        cells = [found.get(other["number"], Cell("", "", "", "")) for other in placed]
        crossed.append(row | {"cells": cells})
    return crossed


def _cell(one: dict[str, Any]) -> Cell:
    result, goals = one["result"], one["goals"]
    words, kind = _RESULTS[result](), result or ""
    if goals is None or result is None:
        return Cell(one["match"], kind, _SIGNS[result], words)
    if not _says(goals, result):
        return Cell(one["match"], kind, _letters()[result], words)
    return Cell(one["match"], kind, "{}:{}".format(*goals), words)


_SIGNS: Final = {WON: "1", DRAWN: "½", LOST: "0", None: "·"}


def _to_confirm(
    view: SectionView,
    entry: Entry | None,
    following: Competition | None,
    now: datetime,
    where: Any,
) -> dict[str, Any] | None:
    """Return the season that waits for the reader's word: this one or the next."""
    season = view.competition
    if season.is_among_friends:
        return None
    if entry is None or entry.status != Entry.Status.ASKED:
        if following is None or view.user is None:
            return None
        season = following
        entry = Entry.objects.filter(
            competition=following, user=view.user, status=Entry.Status.ASKED
        ).first()
    if entry is None or season.closes_at <= now:
        return None
    return {
        "season": season,
        "section": entry.section,
        "begins": wording.zoned_moment(season.starts_at, now, where),
        "until": wording.zoned_moment(season.closes_at, now, where),
    }
