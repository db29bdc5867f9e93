"""The page of one game: playing, arranging, looking on, and how it ended.

The page is complete without a script, except for playing itself; with one it continues from the
same data that the API gives, which is embedded so that the first tap asks for nothing.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.utils.translation import gettext as _
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from accounts import zones
from accounts.models import User
from accounts.page_limits import costs
from config.features import Hook
from config.http.arrival import arrived_at
from config.http.times import utc_ms
from games.clock.live import shared_now, terms_of
from games.clock.times import seconds_of
from games.models import Game, Turn
from games.pages.cards import belonging_of, turns_seen
from games.pages.context import calls_for, ends_for
from games.pages.full_time import full_time, rematch_of, stronger_robot
from games.pages.games_here import address_of_rules
from games.pages.listed import listed
from games.play import turns, watching
from games.play.challenge.rematches import hides_names, is_lost_on_time, offer_of
from games.play.challenge.rematches import why_not as why_not_on
from games.play.giving_time import may_be_given
from games.play.handing_over import why_not
from games.refusals import Conflict
from games.rules.contract import CLAIM, FISCHER, RESIGN, Options
from games.rules.contract.board import Scene
from games.shown import scenes, wording
from games.shown.head import (
    gone_of,
    head_of,
    home_side,
    lines_of,
    next_side,
    places_of,
    sides_of,
    template_of,
)
from games.shown.minutes import minutes_of
from games.shown.payloads import game_payload, preset_payload, turn_payload
from games.shown.point_of_view import PointOfView
from games.shown.wording import joined
from games.store import selectors
from games.store.frame import heard_by

TURNS_EMBEDDED = 4
"""The newest turns, for the trail of the last one and for what was played since."""


GAME_PAGE: Final[Hook[Callable[[PointOfView], Mapping[str, Any]]]] = Hook()
"""Returns what a feature adds to the context of the page, for its templates in the slots."""
SCRIPTS: Final[Hook[str]] = Hook()
"""Scripts that features lend to the page, by use: ``share``, ``presence``, or an event's type."""


@costs(5)
@require_safe
@ensure_csrf_cookie
def game(request: HttpRequest, game_id: str) -> HttpResponse:
    """Show a game to the reader; a player may play on from here."""
    now = arrived_at(request)
    # Before the game: what happens in between is heard once more, and not missed.
    heard = heard_by(request.user) if request.user.is_authenticated else 0
    shown = watching.watch_game(game_id, now, request.user.pk)
    view = PointOfView(shown, request.user.pk)
    side = seen_from(request, view)
    turns = turns_shown(shown)
    last = turns[-1] if turns else selectors.standing_turns(shown).last()
    newest = (turns or ([last] if last else []))[-TURNS_EMBEDDED:]
    scene = scenes.scene_of_game(shown, side, last)
    # Those besides this one: it is here already.
    ends = len(ends_for(request).keys() - {shown.pk})
    context: dict[str, Any] = {
        "game": shown,
        "you": view.you,
        "opponents": view.opponents,
        **head_of(view, zone_of(request)),
        "side": side,
        "other_side": next_side(shown, side),
        "rules": address_of_rules(shown.ruleset),
        "chapter": shown.presenter.rules_anchor(shown.description),
        "acts": _acts(view),
        "resigning": shown.presenter.acts.get(RESIGN),
        "rivals": [s.called for s in view.others if not view.summary.is_out(s.side)],
        "claiming": shown.presenter.acts.get(CLAIM),
        "may_resign": view.may(RESIGN),
        "may_hand_over": view.may(RESIGN) and view.you is not None and not why_not(shown, view.you),
        "is_out": shown.is_active and view.is_out,
        "may_claim": view.may(CLAIM),
        "draw_offered_by": view.usernames.get(shown.draw_offered_by or "", ""),
        "round": view.summary.round,
        "has_pairs": are_all_of_two(view, turns),
        "round_turn": turns[0].number if turns and view.summary.round is not None else None,
        "title": view.page_title,
        "prompt": _prompt(view),
        "waiting": (calls.games if (calls := calls_for(request)) else 0) - view.is_awaited + ends,
        "ends": ends,
        "is_awaited": view.is_awaited,
        **_shown_besides(request, view),
        "clock": _clock(view, now),
        "is_live": view.is_live and shown.is_active,
        "may_give": view.you is not None
        and shown.is_active
        and not view.is_awaited
        and not view.is_out
        # To a bot, which answers within seconds, a day is nothing.
        and not all(seat.is_bot for seat in view.others)
        and may_be_given(shown),
        "away": " ".join(filter(None, (view.away(now, zone_of(request)), view.rest_days(now)))),
        "is_short": wording.is_time_short(shown, now),
        "last": lines_of(view, [last])[0] if last else None,
        "last_turn": last,
        "sentence": sentence_of(view, last),
        "is_late": watching.is_late_for(shown, request.user.pk),
        "is_unseen": (is_veiled := is_unseen(request, view, last)),
        # Until its script runs the page has a turn that it shows first as that found the board.
        "still": scenes.scene_of_turn(shown, side, last, before=True)
        if last is not None and is_veiled
        else scene,
        "lines": lines_of(view, turns),
        "data": _data(request, view, newest)
        | _news(view, heard)
        | _scenes(scene, side)
        | _live(view),
    }
    if view.is_formation:
        context["board"] = template_of(shown, "formation")
        context["belongs_to"] = belonging_of([shown]).get(shown.pk)
        kept = context["data"]["kept"] = _kept(view)
        # Who lines up for the first time is shown how.
        context["has_hand"] = not context["is_live"] and not kept.get("last")
        return listed(render(request, "games/formation.html", context), shown)
    if not shown.is_active:
        context |= _ended(view, context["data"], now)
        if is_veiled:
            # The tab tells no more than the board.
            context["data"]["title"] = f"{view.page_title} · {shown.rules.name}"
            context["title"] = view.titles[0]
    for added in GAME_PAGE:
        context |= added(view)
    context |= {"board": template_of(shown, "board"), "kinds": template_of(shown, "kinds")}
    return listed(render(request, "games/game.html", context), shown)


def _shown_besides(request: HttpRequest, view: PointOfView) -> dict[str, bool]:
    """Return which parts of the page are shown."""
    user, shown, you = request.user, view.game, view.you
    is_guest = you is not None and isinstance(user, User) and user.is_guest
    by = shown.draw_offered_by
    return {
        "is_guest": is_guest,
        "has_bubbles": is_guest and shown.is_active and shown.ruleset == "eleven",
        "is_draw_offered": bool(by) and (you is None or by != you.side),
        "may_be_rated": shown.rated and not shown.is_active and user.is_authenticated,
        "has_line_in_menu": view.is_awaited
        and shown.status == shown.Status.PLAYING
        and isinstance(user, User)
        and not user.page.notation_line,
    }


def _ended(view: PointOfView, data: dict[str, Any], now: datetime) -> dict[str, Any]:
    """Return how the game ended and what became of a rematch; the goals go to the script."""
    end, rematch = full_time(view), rematch_of(view)
    presenter = view.game.presenter
    data["goals"] = [turn_payload(turn, presenter) for turn in end.goals] if end else []
    return {
        "lost_on_time": _lost_on_time(view, now) if view.you is not None else None,
        "full_time": end,
        # The word is written across the pitch, which other boards are not.
        "is_spelled": end is not None and view.game.ruleset == "eleven",
        "stronger": stronger_robot(view),
        "rematch": rematch,
        "may_play_again": view.you is not None and not hides_names(view.game),
        "is_asked": rematch is not None and rematch.challenger_id != view.user_id,
    }


def _lost_on_time(view: PointOfView, now: datetime) -> dict[str, Any] | None:
    """Return what came of going on from a game of two that was lost on time; else ``None``."""
    if not is_lost_on_time(view.game):
        return None
    offer = offer_of(view.game)
    is_winner = view.side == view.game.winner
    return {
        "offer": offer,
        "may_offer": is_winner and offer is None and not why_not_on(view.game, now),
    }


def zone_of(request: HttpRequest) -> tzinfo:
    """Return the reader's time zone; a visitor's is UTC."""
    return zones.zone_of(getattr(request.user, "time_zone", "UTC"))


def seen_from(request: HttpRequest, view: PointOfView) -> str:
    """Return the side that is at the bottom: ``?side=`` or the reader's own."""
    asked = request.GET.get("side")
    return asked if asked in sides_of(view.game) else home_side(view)


MOST_LINES = 200
"""Turns listed on the page of a game without rounds; the whole game has a page of its own."""


def turns_shown(game: Game) -> list[Turn]:
    """Return the turns that the page lists: those of the round, or the newest."""
    turns = selectors.standing_turns(game)
    if (number := game.summary.round) is not None:
        return list(turns.filter(round=number))
    return list(turns.filter(number__gte=game.next_turn - MOST_LINES))


def sentence_of(view: PointOfView, turn: Turn | None) -> str:
    """Return a turn as the line on it has it: in a sentence, in chess as it is written; empty
    where there is none."""
    if turn is None:
        return ""
    game = view.game
    return wording.in_notation(game, turn) or game.presenter.turn_sentence(
        turn.happenings, turn.position_before, view.called
    )


def are_all_of_two(view: PointOfView, turns: list[Turn]) -> bool:
    """Return whether these are all turns of a game of two without rounds: shown in two columns."""
    is_whole = not turns or turns[0].number == 1
    return is_whole and view.summary.round is None and len(view.game.seats) == 2


def is_unseen(request: HttpRequest, view: PointOfView, last: Turn | None) -> bool:
    """Return whether the page has to show a turn first, before it shows what came of it."""
    if view.side is None or last is None or last.side == view.side:
        return False
    return last.number > turns_seen(request).get(view.game.pk, 0)


def _acts(view: PointOfView) -> list[dict[str, Any]]:
    """Return what the reader may do besides playing, with the words of its button."""
    if view.side is None or not view.game.is_active:
        return []
    words = view.game.presenter.acts
    return [
        {"body": json.dumps({"name": name}, separators=(",", ":")), "words": words[name]}
        for name in view.summary.acts.get(view.side, ())
        if name in words and name not in (RESIGN, CLAIM)
    ]


def _prompt(view: PointOfView) -> str:
    """Return the line under the board as it is before any script has run."""
    if view.game.status == Game.Status.ABORTED:
        return view.how_it_ended
    if not view.game.is_active:
        is_draw = view.game.winner is None and len(view.seats) == 2 and not view.score
        if is_draw and view.you is not None and view.reason.text:
            # That it is a draw is written large beside it.
            return view.how_it_ended
        # The places are shown beside it.
        return f"{view.result_alone}."
    if not view.is_awaited:
        return view.waiting
    if view.is_formation:
        return _("Choose your formation.")
    options = _options(view.game)
    return options["prompt"] if options else _("The game is waiting. You can return.")


def _options(game: Game) -> Options | None:
    """Return what may be played, or ``None`` where the game waits for something else."""
    try:
        return turns.list_choices(game, ())
    except Conflict:
        return None


@dataclass(frozen=True, slots=True)
class _Clock:
    """The clock that runs: in words, and as two bars where there is a time bank."""

    words: str
    bank: str
    """The time bank that follows, in words."""
    holder: str
    """Whose it is; empty where it is the reader's."""
    whole: int
    """Seconds that it had at its start."""
    turn: int
    main_left: int
    reserve: int
    """Seconds of the time bank that were agreed on."""
    reserve_left: int


def _clock(view: PointOfView, now: datetime) -> _Clock | None:
    game = view.game
    if game.deadline is None:
        return None
    main_until = game.main_until or game.deadline
    holders = "" if view.is_awaited else view.holders
    words, bank = wording.clock_parts(game, now, holders=holders, is_short=True)
    return _Clock(
        words=words,
        bank=bank,
        holder=joined(view.awaited_others) if holders else "",
        whole=_seconds(game.deadline - game.clock_started_at),
        turn=seconds_of(game),
        main_left=_seconds(main_until - now),
        reserve=game.reserve_s if game.status == Game.Status.PLAYING else 0,
        reserve_left=_seconds(game.deadline - max(main_until, now)),
    )


def _seconds(length: timedelta) -> int:
    return max(int(length.total_seconds()), 0)


def _scenes(scene: Scene | None, side: str) -> dict[str, Any]:
    """Return the board as data, for a page that draws it; empty where the page has its own way."""
    if scene is None:
        return {}
    # Each square says what is on it: the page has no use for the whole in words.
    return {"scene": {**scene, "text": ""}, "seen_from": side}


def _kept(view: PointOfView) -> dict[str, Any]:
    """Return the arrangements that the reader may want to use again."""
    if view.you is None:
        return {}
    user_id, ruleset = view.you.user_id, view.game.ruleset
    last = selectors.last_arrangement(user_id, ruleset)
    return {
        "last": last and {"side": last.side, **last.content},
        "presets": [preset_payload(one) for one in selectors.presets_of(user_id, ruleset)],
    }


def _is_sent_immediately(game: Game) -> bool:
    """Return whether a complete turn is sent automatically, no matter what the settings say.

    On a Fischer clock it is one move, and each second that a second tap takes is the player's own.
    """
    agreed = terms_of(game)
    return agreed is not None and agreed["clock"] == FISCHER


def _out(view: PointOfView) -> dict[str, Any]:
    """Return the places of those of several who are out, while others play, and who mated you."""
    if not view.game.is_active or not any(view.summary.is_out(s.side) for s in view.game.seats):
        return {}
    turns = selectors.standing_turns(view.game).only("number", "happenings")
    gone = gone_of(view, turns)
    mated_by = next((one.by for one in gone if one.side == view.side), "")
    return {"out": dict(places_of(view, gone)), "mated_by": mated_by}


def _titles(view: PointOfView) -> dict[str, str] | None:
    """Return what the reader's tab is called while they have to act and while not."""
    if view.you is None or not view.game.is_active or view.is_out:
        return None
    yours, theirs = view.titles
    return {"yours": yours, "theirs": theirs}


def _news(view: PointOfView, heard: int) -> dict[str, Any]:
    """Return the log that the page follows, and the number of the last event that it shows.

    Players follow the events of all their games, for pages of the same browser then
    share a stream; others what happens in this one.
    """
    if view.you is not None:
        return {"news": {"path": "/api/v1/events", "after": heard, "at": view.game.pk}}
    game = view.game
    return {"news": {"path": f"/api/v1/games/{game.pk}/events", "after": game.last_event}}


def _live(view: PointOfView) -> dict[str, Any]:
    """Return where the page of a live game begins to follow it, and the time by which it counts."""
    if not view.is_live:
        return {}
    return {
        "live": {
            "after": view.game.last_event,
            "server_time": utc_ms(shared_now()),
            "is_late": watching.is_late_for(view.game, view.user_id),
        },
        "minutes": minutes_of(view.game),
    }


_UNREAD: Final = (
    *("position_before", "position_after", "notation", "rolls", "chances"),
    *("played_at", "took_s", "by"),
)
"""What the scripts of a board of squares don't read of a turn."""

_UNREAD_OF_GAME: Final = (
    *("legal_actions", "url", "days_per_turn", "clock", "reserve_left", "rated", "public", "xg"),
    *("competition", "rating_change", "continued_from", "draw_votes", "paused", "waits_for"),
    *("created_at", "updated_at", "finished_at"),
)
"""What they don't read of the game: they draw scenes and ask for options, so positions and moves
would come twice."""


def _data(request: HttpRequest, view: PointOfView, turns: list[Turn]) -> dict[str, Any]:
    """Return what the script starts from: answers of the API, and the reader's settings."""
    game, options = view.game, None
    if view.is_awaited and not view.is_formation:
        found = _options(game)
        options = found and {"turn": game.next_turn, **found}
    settings = request.user.page if request.user.is_authenticated else None
    described = dict(game_payload(game, f"{request.scheme}://{request.get_host()}"))
    played = [dict(turn_payload(turn, game.presenter, view.called)) for turn in turns]
    if game.presenter.board == "grid":
        for name in _UNREAD_OF_GAME:
            described.pop(name, None)
        # Of how rolls are made a page reads whether it may add to them.
        fairness: Any = described["fairness"]
        described["fairness"] = {name: fairness[name] for name in ("takes_salts", "salts")}
        for turn in played:
            for name in _UNREAD:
                del turn[name]
    return {
        "game": described,
        "side": view.side,
        "names": view.names,
        **_out(view),
        "options": options,
        "turns": played,
        "titles": _titles(view),
        "scripts": {name: static(path) for name, path in SCRIPTS.named().items()},
        "settings": {
            "confirm": (settings is None or settings.confirm) and not _is_sent_immediately(game),
            "next": settings is not None and settings.next_game,
            "vibrate": settings is not None and settings.vibrate,
        },
    }
