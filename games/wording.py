"""The sentences that pages and mails share, made from one player's point of view.

Times come in two forms: how long is left (rounded down, so that nobody trusts a minute that
is not there) and the moment itself on the reader's own clock.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta, tzinfo
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from django.utils.dateformat import format as date_text
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext, pgettext, pgettext_lazy

from games.models import Act, Challenge, Game
from games.querysets import Seat
from games.rules import registry
from games.rules.contract import AGREE_DRAW, CLAIM, RESIGN, TIME_OUT, Reason

SHORT_SHARE, SHORT_TIME = 0.2, timedelta(hours=3)
"""Time is short when a fifth of it is left, or three hours."""


class Names(NamedTuple):
    """Who is who for one reader."""

    you: Seat | None
    others: tuple[Seat, ...]

    @property
    def other(self) -> str:
        """The name of the opponent; of everybody for an onlooker."""
        return joined([seat.username for seat in self.others])


def names_for(game: Game, user_id: int | None) -> Names:
    """Return the seats of a game as this person sees them."""
    you = next((seat for seat in game.seats if seat.user_id == user_id), None)
    return Names(you, tuple(seat for seat in game.seats if seat != you))


# --- times ------------------------------------------------------------------------------------


def time_left(deadline: datetime, now: datetime) -> str:
    """Return what is left in full words: ``21 hours``, ``1 day 5 hours``, ``45 minutes``."""
    return _duration(deadline - now)


def short_time_left(deadline: datetime, now: datetime) -> str:
    """Return what is left in few signs: ``21 h``, ``1 d 5 h``, ``45 min``."""
    return _duration(deadline - now, is_short=True)


def is_time_short(game: Game, now: datetime) -> bool:
    """Return whether so little is left that the reader should be warned."""
    if game.deadline is None:
        return False
    left = game.deadline - now
    whole = game.deadline - game.clock_started_at
    return left < SHORT_TIME or left < whole * SHORT_SHARE


def moment(when: datetime, now: datetime, zone: tzinfo) -> str:
    """Return a time on the reader's clock: ``today 18:40``, ``Sunday 18:40``, ``3 May 18:40``."""
    local, today = when.astimezone(zone), now.astimezone(zone).date()
    days = (local.date() - today).days
    if days in (-1, 0, 1):
        day = (_("today"), _("tomorrow"), _("yesterday"))[days]
    elif 1 < days < 7:
        day = date_text(local, "l")
    else:
        is_this_year = local.year == today.year
        # Translators: a date as letters of Django's filter date, without and with the year
        day = date_text(local, _("j F") if is_this_year else _("j F Y"))
    return f"{day} {clock(local)}"


def clock(local: datetime) -> str:
    """Return the time of day, with its offset in the hour that comes twice in autumn."""
    if local.replace(fold=1 - local.fold).utcoffset() == local.utcoffset():
        return f"{local:%H:%M}"
    offset = f"{local:%z}"
    return f"{local:%H:%M} UTC{offset[:3]}:{offset[3:5]}"


def given_back(told: Mapping[str, Any], now: datetime, zone: tzinfo) -> str:
    """Return what a ``deadline.extended`` event says: ``8 hours: the service was down from …``."""
    length = _duration(timedelta(seconds=told["seconds"]))
    cause = _(CAUSES.get(told["reason"], told["reason"]))
    began, ended = (datetime.fromisoformat(told[name]) for name in ("started_at", "ended_at"))
    return _("{length}: {cause} from {began} to {ended}").format(
        length=length,
        cause=cause,
        began=moment(began, now, zone),
        ended=moment(ended, now, zone) + _sign(zone),
    )


def new_seed(at: datetime, now: datetime, zone: tzinfo) -> str:
    """Return why another seed decides the shots of a game since this time."""
    when = f"{moment(at, now, zone)}{_sign(zone)}"
    return _(
        "A new seed decides the shots since {when}: the service was restored from a backup."
    ).format(when=when)


CAUSES = {
    "service down": gettext_noop("the service was down"),
    "maintenance": gettext_noop("it was looked after"),
}


def zone_of(name: str) -> tzinfo:
    """Return the time zone of this name, or UTC if the machine does not know it."""
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return ZoneInfo("UTC")


def _duration(left: timedelta, *, is_short: bool = False) -> str:
    minutes = int(left.total_seconds() // 60)
    if minutes < 0:
        return _("no time")
    if minutes == 0:
        return _("< 1 min") if is_short else _("under a minute")
    days, hours, minutes = minutes // 1440, minutes // 60 % 24, minutes % 60
    if days:
        # Hours no longer matter when there are many days.
        amounts = (days, hours if days < 3 else 0, 0)
    else:
        # Nor minutes when there are many hours.
        amounts = (0, hours, minutes if hours < 10 else 0)
    told = _in_signs(*amounts) if is_short else _in_words(*amounts)
    return " ".join(part for part, amount in zip(told, amounts, strict=True) if amount)


def _in_signs(days: int, hours: int, minutes: int) -> tuple[str, str, str]:
    return (
        _("{n} d").format(n=days),
        _("{n} h").format(n=hours),
        _("{n} min").format(n=minutes),
    )


def _in_words(days: int, hours: int, minutes: int) -> tuple[str, str, str]:
    return (
        ngettext("{n} day", "{n} days", days).format(n=days),
        ngettext("{n} hour", "{n} hours", hours).format(n=hours),
        ngettext("{n} minute", "{n} minutes", minutes).format(n=minutes),
    )


# --- score and result -------------------------------------------------------------------------


def score(game: Game, first: str | None = None) -> str:
    """Return the score as ``1–0``, the side ``first`` before the others; empty if none is kept."""
    points = game.summary.score
    if points is None:
        return ""
    # In the order of the seats: the database keeps no order within a description.
    sides = sorted((seat.side for seat in game.seats), key=lambda side: side != first)
    return "–".join(str(points[side]) for side in sides)


def headline(game: Game, user_id: int | None) -> str:
    """Return who plays and the score: ``You 1–0 bob``, ``You – bob – carol``."""
    you, others = names_for(game, user_id)
    names = [*([_("You")] if you else []), *(seat.username for seat in others)]
    goals = score(game, you.side if you else None)
    if goals and len(names) == 2:
        return f"{names[0]} {goals} {names[1]}"
    return " – ".join(names) + (f" {goals}" if goals else "")


def your_turn(game: Game, user_id: int, now: datetime) -> str:
    """Return what the game wants of this player: ``Your turn, 21 hours left``."""
    wanted = _("Your formation") if game.status == Game.Status.FORMATION else _("Your turn")
    if game.deadline is None:
        return wanted
    return _("{wanted}, {time} left").format(wanted=wanted, time=time_left(game.deadline, now))


def their_turn(game: Game, user_id: int | None, now: datetime) -> str:
    """Return whom the game waits for: ``bob has 14 h``."""
    holders = _holders(game, user_id)
    if game.deadline is None or not holders:
        return ""
    return f"{holders} {short_time_left(game.deadline, now)}"


def their_time(game: Game, user_id: int | None, now: datetime, zone: tzinfo) -> tuple[str, str]:
    """Return whom the game waits for and until when: ``("bob has", "tomorrow 18:40")``.

    Both are empty when nobody else is waited for. Whoever never named a time zone reads UTC,
    and is told so.
    """
    holders = _holders(game, user_id)
    if game.deadline is None or not holders:
        return "", ""
    return holders, moment(game.deadline, now, zone) + _sign(zone)


def _sign(zone: tzinfo) -> str:
    return " UTC" if str(zone) == "UTC" else ""


def page_title(game: Game, user_id: int | None) -> str:
    """Return what the tab of a game says: ``Your turn against bob``, ``Waiting for bob``."""
    names = names_for(game, user_id)
    if not game.is_active:
        return _("{game}, over").format(game=headline(game, user_id))
    if names.you is None:
        return headline(game, user_id)
    return titles(game, user_id)[0 if names.you.is_awaited else 1]


def titles(game: Game, user_id: int | None) -> tuple[str, str]:
    """Return the titles of a player's tab: while the player is awaited, and while not."""
    opponents = names_for(game, user_id).other
    is_formation = game.status == Game.Status.FORMATION
    wanted = _("Your formation against {names}") if is_formation else _("Your turn against {names}")
    return (
        wanted.format(names=opponents),
        _("Waiting for {names}").format(names=awaited_others(game, user_id) or opponents),
    )


def awaited_others(game: Game, user_id: int | None) -> str:
    """Return whom the game waits for besides this person, by name; empty if for nobody else."""
    awaited = [seat.username for seat in game.seats if seat.is_awaited and seat.user_id != user_id]
    return joined(awaited)


def _holders(game: Game, user_id: int | None) -> str:
    awaited = [seat.username for seat in game.seats if seat.is_awaited and seat.user_id != user_id]
    if not awaited:
        return ""
    return ngettext("{names} has", "{names} have", len(awaited)).format(names=joined(awaited))


def result(game: Game, user_id: int | None) -> str:
    """Return how a finished game ended: ``You won 2–1``, ``bob won: you resigned (0–1)``."""
    if game.status == Game.Status.ABORTED:
        return _("Called off: no result")
    you = names_for(game, user_id).you
    reason = reason_of(game)
    if game.winner is None:
        goals = score(game, you.side if you else None)
        return _spaced(f"{_drawn(game, user_id)} {goals}") + _(reason.brief)
    loser = ", ".join(
        pgettext("who lost by it", "you") if seat == you else seat.username
        for seat in game.seats
        if seat.side in losers(game)
    )
    winner = next(seat for seat in game.seats if seat.side == game.winner)
    won = _("You won") if winner == you else _("{name} won").format(name=winner.username)
    brief, goals = _(reason.brief).format(loser=loser), score(game, game.winner)
    if you is not None and len(game.seats) > 2 and you.side != game.winner:
        place = ordinal(place_of(game, you.side))
        brief += _("; you came {place} of {number}").format(place=place, number=len(game.seats))
    if not goals:
        return won + brief
    return f"{won} {goals}{brief}" if reason.is_by_score else f"{won}{brief} ({goals})"


def act_told(game: Game, act: Act, user_id: int | None) -> str:
    """Return what was done outside a turn: ``charlie resigned``."""
    names = {seat.side: seat.username for seat in game.seats}
    name = _called(act.side, game, user_id)
    if act.name in _ACTS:
        return _(_ACTS[act.name]).format(name=name)
    told = game.presenter.narrate(act.happenings, names)
    words = game.presenter.acts.get(act.name)
    return " ".join(told) or f"{name}: {_(words.label) if words else act.name}"


_ACTS = {
    RESIGN: gettext_noop("{name} resigned"),
    TIME_OUT: gettext_noop("{name} missed the deadline"),
    AGREE_DRAW: gettext_noop("{name} agreed to the draw"),
    CLAIM: gettext_noop("{name} claimed the end of the game"),
}


def reason_of(game: Game) -> Reason:
    """Return how the end of a game is told, as its rule set tells it."""
    return game.presenter.reasons.get(game.reason) or Reason(f" ({game.reason.replace('_', ' ')})")


def losers(game: Game) -> tuple[str, ...]:
    """Return the sides that lost by the way the game ended: those placed next to the winner."""
    ranking = game.ranking or []
    if len(ranking) > 1:
        return tuple(ranking[1])
    return tuple(seat.side for seat in game.seats if seat.side != game.winner)


def place_of(game: Game, side: str) -> int:
    """Return the place of a side in a finished game, from 1."""
    ahead = 0
    for sides in game.ranking or []:
        if side in sides:
            break
        ahead += len(sides)
    return ahead + 1


def ordinal(number: int) -> str:
    """Return a place as people say it: ``1st``, ``2nd``, ``3rd``, ``4th``."""
    words = {1: _("1st"), 2: _("2nd"), 3: _("3rd"), 4: _("4th")}
    return words.get(number) or _("{number}th").format(number=number)


def _drawn(game: Game, user_id: int | None) -> str:
    """Return ``Draw``; among some of several players, between whom."""
    first = (game.ranking or [[]])[0]
    if len(first) in (0, len(game.seats)):
        return _("Draw")
    names = joined([_called(side, game, user_id) for side in first])
    return _("Draw between {names}").format(names=names)


def _called(side: str, game: Game, user_id: int | None) -> str:
    seat = next(seat for seat in game.seats if seat.side == side)
    return _("You") if seat.user_id == user_id else seat.username


def joined(names: Sequence[str]) -> str:
    """Return names as a sentence lists them: ``bob``, ``bob and carol``, ``a, b and c``."""
    if len(names) < 2:
        return "".join(names)
    return _("{names} and {last}").format(names=", ".join(names[:-1]), last=names[-1])


def _spaced(text: str) -> str:
    return " ".join(text.split())


def side_name(side: str) -> str:
    """Return a side as a person reads it: ``White``."""
    return _(_SIDES.get(side, side.replace("_", " ").capitalize()))


def side_played(side: str) -> str:
    """Return a side as a sentence has it: ``white``."""
    return str(_PLAYED.get(side, side.replace("_", " ")))


_PLAYED = {
    "white": pgettext_lazy("the side that somebody plays", "white"),
    "black": pgettext_lazy("the side that somebody plays", "black"),
    "red": pgettext_lazy("the side that somebody plays", "red"),
    "blue": pgettext_lazy("the side that somebody plays", "blue"),
    "green": pgettext_lazy("the side that somebody plays", "green"),
    "yellow": pgettext_lazy("the side that somebody plays", "yellow"),
    "random": pgettext_lazy("the side that somebody plays", "either side"),
}
_SIDES = {
    "white": gettext_noop("White"),
    "black": gettext_noop("Black"),
    "red": gettext_noop("Red"),
    "blue": gettext_noop("Blue"),
    "green": gettext_noop("Green"),
    "yellow": gettext_noop("Yellow"),
    "random": gettext_noop("Random"),
}


# --- terms of a challenge ---------------------------------------------------------------------


def pace(agreed: Game | Challenge) -> str:
    """Return the time for a turn: ``1 day a turn``."""
    if agreed.turn_s:
        n = agreed.turn_s
        return ngettext("{n} second a turn", "{n} seconds a turn", n).format(n=n)
    n = agreed.days_per_turn
    return ngettext("{n} day a turn", "{n} days a turn", n).format(n=n)


def terms(ruleset: str, options: Mapping[str, Any]) -> list[str]:
    """Return the agreed options of a game in few words: ``first to 2``."""
    fields = registry.get(ruleset).option_fields()
    # An option of nothing is none: no draw before move 0, nobody who may leave.
    return [field.phrase(options[field.name]) for field in fields if options.get(field.name)]
