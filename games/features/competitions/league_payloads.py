"""Tables of leagues as plain JSON data, as the one who looks may see them."""

from __future__ import annotations

from django.utils.translation import gettext as _

from accounts.models import User
from games.features.competitions import shapes
from games.features.competitions.bracket import Match
from games.features.competitions.field import Field
from games.features.competitions.league.reach import reach
from games.features.competitions.league.table import is_drawn
from games.features.competitions.models import Competition, Entry, Section
from games.features.competitions.payloads import OUT, SectionView
from games.features.competitions.shapes import DRAWN, LOST, WON
from games.features.competitions.steps.seasons import final_moves
from games.features.competitions.wording import section_name
from games.refusals import NotFound


def tables_payload(competition: Competition, user: User | None) -> shapes.Tables:
    """Return the tables of a season, the top division first; raises ``NotFound`` for a cup."""
    if not competition.is_league:
        raise NotFound(_("A cup has a bracket and no table."))
    sections = [section for section in competition.sections.order_by("pk") if section.is_drawn]
    for section in sections:
        section.competition = competition
    return {
        "competition": competition.pk,
        "season": competition.season or 1,
        "divisions": [
            {
                "section": section.key,
                "name": section_name(section.key),
                "status": section.status,
                "rows": table_rows(SectionView(section, user)),
            }
            for section in sections
        ],
    }


def table_rows(view: SectionView) -> list[shapes.TableRow]:
    """Return the lines of a division from the top; below them those whose matches were struck."""
    assert view.field is not None, "the division has been drawn"
    table = view.field.table()
    places, going = reach(table), final_moves(view.field, table)
    is_final = view.section.status == Section.Status.FINISHED
    results = _results(view.field, table.order)
    rows: list[shapes.TableRow] = [
        {
            **_player(view, line.number),
            "place": place,
            "played": line.played,
            "won": line.won,
            "drawn": line.drawn,
            "lost": line.lost,
            "goals_for": line.goals_for,
            "goals_against": line.goals_against,
            "points": line.points,
            "expected_difference": line.expected_difference,
            "lost_by_time": line.lost_by_time,
            "best": place if is_final else places[line.number].best,
            "worst": place if is_final else places[line.number].worst,
            "move": going.get(line.number),
            "results": results[line.number],
        }
        for place, line in enumerate(table.lines, start=1)
    ]
    return rows + [_struck(view, number) for number in sorted(table.struck)]


def _player(view: SectionView, number: int) -> shapes.TablePlayer:
    entry = view.by_number[number]
    out = OUT.get(Entry.Status(entry.status))
    return {"number": number, "player": view.name_of(entry), "out": out}


def _struck(view: SectionView, number: int) -> shapes.TableRow:
    return {
        **_player(view, number),
        "place": None,
        "played": 0,
        "won": 0,
        "drawn": 0,
        "lost": 0,
        "goals_for": 0,
        "goals_against": 0,
        "points": 0,
        "expected_difference": 0.0,
        "lost_by_time": 0,
        "best": None,
        "worst": None,
        "move": "down",
        "results": [],
    }


def _results(field: Field, order: list[int]) -> dict[int, list[shapes.TableResult]]:
    """Return what each player of a table has against each of the others, from the top."""
    met: dict[tuple[int, int], shapes.TableResult] = {}
    for match in field.bracket:
        score = field.rows[match.key].score
        goals = list(score["goals"]) if score is not None else None
        for own, other in zip(match.players, reversed(match.players), strict=True):
            met[own, other] = {
                "against": other,
                "match": match.name,
                "result": _result(match, own) if match.is_over else None,
                "goals": goals,
            }
            goals = goals[::-1] if goals is not None else None
    return {
        number: [met[number, other] for other in order if (number, other) in met]
        for number in order
    }


def _result(match: Match, number: int) -> str:
    if match.winner == number:
        return WON
    return DRAWN if is_drawn(match) else LOST
