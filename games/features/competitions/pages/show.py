"""Looking at one competition with its bracket, a match, a certificate, the laws."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any, Final, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.models import User
from config.http.arrival import arrived_at
from config.http.kept_pages import kept_for_strangers
from games.features.competitions import certificate_picture, shapes
from games.features.competitions.bracket import Bracket
from games.features.competitions.models import Certificate, Entry, Section, Shootout
from games.features.competitions.pages.bracket import BracketPage
from games.features.competitions.pages.finish import finish_of
from games.features.competitions.pages.forms import EntryForm, NameForm, ShootoutForm
from games.features.competitions.pages.friends import cancelled, waiting
from games.features.competitions.pages.league import league_context
from games.features.competitions.pages.lists import state_of
from games.features.competitions.pages.readers import reader, zone
from games.features.competitions.pages.way import way_of
from games.features.competitions.payloads import SectionView, certificate_payload
from games.features.competitions.services.access import find_competition, organises
from games.features.competitions.services.among_friends import next_of
from games.features.competitions.services.certificates import find_certificate, holder_of
from games.features.competitions.services.entering import WARN_FROM, is_waiting, running_matches
from games.features.competitions.steps.beginning import entrants_of
from games.features.competitions.wording import not_drawn_words, section_name, standing_name
from games.pages.laws import laws_page
from games.refusals import NotFound
from games.rules import registry
from games.shown import wording

_LAWS: Final = Path(__file__).parents[1] / "LAWS.md"


@require_safe
def competition(
    request: HttpRequest, competition_id: str, section: str | None = None
) -> HttpResponse:
    """Show a competition: my next match on top, then the bracket, timetable and entries."""
    user, now = reader(request), arrived_at(request)
    try:
        found = find_competition(competition_id)
    except NotFound as error:
        raise Http404 from error
    sections = list(found.sections.all())
    entry = Entry.objects.filter(competition=found, user=user).first() if user else None
    own = next((one for one in sections if entry and one.pk == entry.section_id), None)
    shown = next((one for one in sections if one.key == section), None)
    if shown is None:
        if section is not None:
            raise Http404
        # The young are before Open; of divisions the first is the top one.
        shown = own or sections[0 if found.is_league else -1]
    shown.competition = found
    if found.is_among_friends and shown.status == Section.Status.ENTRIES:
        return waiting(request, shown, user)
    if found.is_among_friends and shown.status == Section.Status.NOT_HELD:
        return cancelled(request, shown, user)
    return render(
        request, "competitions/competition.html", _context(shown, sections, entry, user, now)
    )


def _context(
    section: Section,
    sections: list[Section],
    entry: Entry | None,
    user: User | None,
    now: datetime,
) -> dict[str, Any]:
    competition, where = section.competition, zone(user)
    view = SectionView(section, user)
    page = BracketPage(view, now, where) if section.is_drawn else None
    is_in = entry is not None and entry.section_id == section.pk
    drawn, others = entrants_of(section) if not section.is_drawn else ([], [])
    entrants = section.size if section.size is not None else len(drawn)
    is_open = section.status == Section.Status.ENTRIES and competition.closes_at > now
    lost = _lost(page) if page is not None and not competition.is_league else None
    may_enter = is_open and entry is None and _may_take_part(user)
    return {
        "competition": competition,
        "section": section,
        "name": section_name(section.key),
        "sections": [
            (one, section_name(one.key))
            for one in (sections if competition.is_league else reversed(sections))
        ],
        "game": registry.get(competition.ruleset).name,
        "state": state_of([section], competition, now, where),
        "times": _times(section, now, where),
        "entrants": entrants,
        "waiting": len(others),
        "is_open": is_open,
        "entry": entry if is_in else None,
        "entry_words": _entry_words(entry, section, lost) if is_in and entry is not None else "",
        "lost_game": lost.game if lost is not None else "",
        "may_withdraw": is_in
        and entry is not None
        and entry.is_in
        and lost is None
        and not section.is_over,
        "form": EntryForm(section)
        if may_enter and user is not None and user.pk != competition.organiser_id
        else None,
        "many": user is not None and may_enter and running_matches(user) >= WARN_FROM,
        "organises": organises(user, competition),
        # A competition among friends has pages of its own for this.
        "may_edit": organises(user, competition) and not competition.is_among_friends,
        "may_change_all": section.status == Section.Status.ENTRIES and not competition.is_league,
        # The table of a league names them too.
        "lists_players": not competition.is_among_friends
        and (
            page is None
            or not competition.is_league
            or (organises(user, competition) and not section.is_over)
        ),
        "players": [(one, view.name_of(one)) for one in view.entries],
        "asks_for_proof": section.under is not None and competition.age_check == "shown",
        "rounds": page.rounds() if page is not None else [],
        "my_match": _my_match(page, now, where)
        if page is not None and not competition.is_league
        else None,
        "standings": [
            (one.standing, standing_name(one.standing or 0), page.called(one.number or 0))
            for one in sorted(view.entries, key=lambda one: (one.standing or 0, one.number or 0))
            if one.standing is not None and page is not None
        ],
        "finish": finish_of(page) if page is not None else None,
        "prizes": [prize for prize in competition.prizes if prize["section"] == section.key],
        "seed": view.secret(),
        "certificate": Certificate.objects.filter(entry=entry).first() if is_in else None,
        "name_form": NameForm(),
        "is_through": is_in and (lost is not None or section.status == Section.Status.FINISHED),
        "final_game": _final_game(page) if page is not None and lost is not None else "",
        **_again(section, entry, user),
        **(league_context(view, page, entry, now, where) if competition.is_league else {}),
    }


def _again(section: Section, entry: Entry | None, user: User | None) -> dict[str, Any]:
    """Return what friends can do once it is over: join what follows, or set it up."""
    competition = section.competition
    has_played = entry is not None and entry.number is not None
    is_over = section.status == Section.Status.FINISHED and competition.is_among_friends
    if user is None or not is_over or not (has_played or organises(user, competition)):
        return {}
    following = next_of(competition)
    return {"next_one": following, "follows": following is not None or not user.is_guest}


class Lost(NamedTuple):
    """The match of a cup in which the reader went out."""

    match: str
    game: str
    """Its last game; empty where none was played."""
    is_final: bool


def _lost(page: BracketPage) -> Lost | None:
    """Return in which match of a cup the reader went out; ``None`` if they are not out."""
    if not page.mine or page.bracket.match_of(page.mine) is not None:
        return None
    own = [slot for slot in page.bracket if page.mine in slot.losers]
    if not own:
        return None
    games = page.field.games_of(own[-1])
    is_final = isinstance(page.bracket, Bracket) and own[-1] is page.bracket.final
    return Lost(page.title_of(own[-1]), games[-1].game_id if games else "", is_final)


def _final_game(page: BracketPage) -> str:
    """Return the game of a final that is being played; empty before and after it."""
    final = page.bracket.final if isinstance(page.bracket, Bracket) else None
    running = page.field.running_game(final) if final is not None else None
    return running.game_id if running is not None else ""


def _entry_words(entry: Entry, section: Section, lost: Lost | None) -> str:
    """Return the state of the reader's entry, where nothing is to be played now."""
    if lost is not None and lost.is_final and entry.is_in and not section.is_over:
        return _("You came second.")
    if section.status == Section.Status.NOT_HELD:
        return ""
    match entry.status:
        case Entry.Status.ENTERED | Entry.Status.WAITING:
            is_late = is_waiting(entry, section)
            return _("You're on the waiting list.") if is_late else _("You're in.")
        case Entry.Status.LEFT_OUT:
            return not_drawn_words(entry, section)
        case Entry.Status.WITHDRAWN:
            return _("You have withdrawn.")
        case Entry.Status.PUT_OUT:
            return _("Disqualified by the organiser: {reason}").format(reason=entry.out_because)
        case Entry.Status.PLAYING if section.status == Section.Status.DRAWN:
            return _("You're in.")
        case Entry.Status.PLAYING if section.status == Section.Status.PLAYING:
            if lost is None:
                return ""
            return _("You're out ({match}). Thank you for playing.").format(match=lost.match)
    return ""


def _may_take_part(user: User | None) -> bool:
    return user is not None and not user.is_bot and not user.is_guest


def _times(section: Section, now: datetime, where: Any) -> list[tuple[str, str]]:
    competition = section.competition
    ending = [
        (_("Entries open"), competition.opens_at),
        (
            _("Entries close") if competition.is_league else _("Entries close, the draw is made"),
            competition.closes_at,
        ),
        (_("Play starts"), competition.starts_at),
    ]
    return [(words, wording.zoned_moment(when, now, where)) for words, when in ending if when > now]


def _my_match(page: BracketPage, now: datetime, where: Any) -> dict[str, Any] | None:
    """Return what the reader has to play next, or waits for."""
    slot = page.bracket.match_of(page.mine) if page.mine else None
    if slot is None:
        return None
    running = page.field.running_game(slot)
    game = running.game if running is not None else None
    me_upper = slot.upper == page.mine
    other = slot.lower if me_upper else slot.upper
    place = 1 if me_upper else 0
    ends_at = page.view.section.rounds.get(number=slot.round).ends_at
    shootout = Shootout.objects.filter(match=page.field.rows[slot.key], resolved_at=None).first()
    is_mine = False
    if game is not None and page.view.user is not None:
        is_mine = game.players.filter(user=page.view.user, deadline__isnull=False).exists()
    before = None
    if other is None:
        before = page.field.running_game(page.feeder_of(slot, place))
    return {
        "title": page.title_of(slot),
        "match": slot.name,
        "opponent": page.name_of(slot, other, place),
        "game": game,
        "game_before": before.game_id if before is not None else "",
        "is_complete": slot.is_complete,
        "is_my_turn": is_mine,
        "last_day": wording.zoned_moment(ends_at, now, where),
        "shootout": shootout,
        "shootout_left": wording.time_left(shootout.due_at, now) if shootout else "",
    }


@require_safe
def match(request: HttpRequest, competition_id: str, section: str, match: str) -> HttpResponse:
    """Show a match: its games, how it was decided, and its penalties."""
    user, now = reader(request), arrived_at(request)
    try:
        found = find_competition(competition_id)
    except NotFound as error:
        raise Http404 from error
    row = found.sections.filter(key=section).first()
    if row is None or not row.is_drawn:
        raise Http404
    row.competition = found
    view = SectionView(row, user)
    page = BracketPage(view, now, zone(user))
    slot = next((one for one in page.bracket if one.name == match), None)
    if slot is None:
        raise Http404
    ending = view.match_alone(slot)
    shootout = ending["shootout"]
    yours = shootout["yours"] if shootout is not None else None
    is_due = shootout is not None and shootout["seed"] is None and not slot.is_over
    names = {
        "white": page.name_of(slot, shootout["white"], 0) if shootout else "",
        "black": page.name_of(slot, slot.opponent_of(shootout["white"]), 1) if shootout else "",
    }
    return render(
        request,
        "competitions/match.html",
        {
            "competition": found,
            "section": row,
            "card": page.card(slot),
            "told": ending,
            "games": [
                (game["game"], page.name_of(slot, game["white"], 0), game["result"])
                for game in ending["games"]
            ],
            "names": names,
            "sides": ("white", "black"),
            "marks": _marks(shootout, names) if shootout else [],
            "replay": {"names": names, "shots": shootout["shots"]} if shootout else None,
            "shootout": shootout,
            "form": ShootoutForm(initial=_hand(yours)) if is_due and yours is not None else None,
        },
    )


def _marks(shootout: shapes.Shootout, names: dict[str, str]) -> list[tuple[str, list[bool], int]]:
    """Return the shots of each side as a line: who, which went in, and how many."""
    found = []
    for side, name in names.items():
        marks = [shot["is_goal"] for shot in shootout["shots"] if shot["side"] == side]
        found.append((name, marks, sum(marks)))
    return found


def _hand(yours: shapes.ShootoutHand) -> dict[str, str]:
    """Return what was handed in before, as the fields of the form."""
    return {
        f"{name}_{number}": value
        for name, values in (("shot", yours["shots"]), ("stand", yours["stands"]))
        for number, value in enumerate(values, start=1)
    }


@require_safe
def certificate(request: HttpRequest, certificate_id: str) -> HttpResponse:
    """Show a certificate, to print it and to check it."""
    try:
        paper = find_certificate(certificate_id)
    except NotFound as error:
        raise Http404 from error
    # Drawn by us, and what people typed is escaped there.
    holder = holder_of(paper, request.user.pk)
    picture = mark_safe(certificate_picture.draw(paper, holder, way_of(paper)))
    context = {"paper": paper, "picture": picture, "told": certificate_payload(paper)}
    return render(request, "competitions/certificate.html", context)


@require_safe
@kept_for_strangers
def laws(request: HttpRequest) -> HttpResponse:
    """Show the laws of the cup as they are cited, in the reader's language if they exist in it."""
    language = get_language() or "en"
    path = _LAWS.with_suffix(f".{language}.md")
    if not path.exists():
        language, path = "en", _LAWS
    text = path.read_text(encoding="utf-8")
    return laws_page(request, _("competitions"), text, language=language)
