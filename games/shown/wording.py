"""Times, names and terms in the words that pages and emails share.

Times come in two forms: how long is left (to the nearest hour, below twelve hours rounded down, so
that no one trusts a minute that is not there) and the moment itself on the reader's own clock.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, datetime, timedelta, tzinfo
from types import MappingProxyType
from typing import Any, Final

from django.utils.dateformat import format as date_text
from django.utils.dates import WEEKDAYS_ABBR
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext, pgettext_lazy

from games.clock.clocks import kind_of
from games.clock.live import terms_of
from games.models import Challenge, Game, Turn
from games.models.querysets import Seat
from games.rules import registry
from games.rules.contract import Happening, OptionField, Presenter, Timed, check_live

SHORT_SHARE, SHORT_TIME = 0.2, timedelta(hours=3)
"""Time is short when a fifth of it is left, or three hours."""


# --- times ------------------------------------------------------------------------------------


def time_left(deadline: datetime, now: datetime) -> str:
    """Return what is left in full words: ``21 hours``, ``1 day 5 hours``, ``45 minutes``."""
    return _duration(deadline - now)


def short_time_left(deadline: datetime, now: datetime) -> str:
    """Return what is left in units: ``21 h``, ``1 d 5 h``, ``45 min``."""
    return _duration(deadline - now, is_short=True)


def time_open(ends_at: datetime, now: datetime, *, is_short: bool = False) -> str:
    """Return how long a challenge stays open: ``14 days``. Many days are rounded up."""
    left, day = ends_at - now, timedelta(days=1)
    days = -(-left // day)
    return _duration(days * day if days > 3 else left, is_short=is_short)


def clock_left(game: Game, now: datetime, *, holders: str = "", is_short: bool = False) -> str:
    """Return what is left on the clock that runs: ``14 h left, then a 2 d time bank``.

    With ``holders`` it is theirs: ``bob has 14 h``. Empty where none runs.
    """
    return "".join(clock_parts(game, now, holders=holders, is_short=is_short))


def clock_parts(
    game: Game, now: datetime, *, holders: str = "", is_short: bool = False
) -> tuple[str, str]:
    """Return the same in two parts: the time that runs, and the time bank that follows it."""
    ends_at = game.deadline
    if ends_at is None:
        return "", ""
    main_ends = min(game.main_until or ends_at, ends_at)
    if main_ends <= now < ends_at:
        time = _duration(ends_at - now, is_short=is_short)
        parts = _("{time} left in the time bank").format(time=time)
        return f"{holders} {parts}".strip(), ""
    time = _duration(main_ends - now, is_short=is_short)
    first = f"{holders} {time}" if holders else _("{time} left").format(time=time)
    if main_ends == ends_at:
        return first, ""
    reserve = _duration(ends_at - main_ends, is_short=is_short)
    return first, _(", then a {reserve} time bank").format(reserve=reserve)


def turn_ends_at(game: Game, now: datetime) -> datetime | None:
    """Return when the clock that runs ends: that of the turn, or then of the time bank."""
    main_until = game.main_until
    return main_until if main_until is not None and now < main_until else game.deadline


def hours(length: timedelta) -> str:
    """Return a length in whole hours, or in minutes below one: ``48 h``, ``30 min``."""
    minutes = int(length.total_seconds() // 60)
    if minutes < 60:
        return _("{n} min").format(n=minutes)
    return _("{n} h").format(n=minutes // 60)


def length(seconds: int) -> str:
    """Return so many seconds in full words: ``5 hours``."""
    return _duration(timedelta(seconds=seconds))


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
        return _("{day} {time}").format(day=day, time=clock(local))
    return f"{day} {clock(local)}"


def weekday(when: datetime, zone: tzinfo) -> str:
    """Return a time of this week in few letters: ``Tue 18:40``."""
    local = when.astimezone(zone)
    return f"{WEEKDAYS_ABBR[local.weekday()]} {clock(local)}"


def zoned_moment(when: datetime, now: datetime, zone: tzinfo) -> str:
    """Return a time as ``moment`` does, and say so where it is not the reader's but UTC."""
    return moment(when, now, zone) + (" UTC" if str(zone) == "UTC" else "")


def day(when: datetime, now: datetime, zone: tzinfo) -> str:
    """Return a day on the reader's calendar: ``3 December``, ``3 January 2031``."""
    local = when.astimezone(zone)
    is_this_year = local.year == now.astimezone(zone).year
    # Translators: a date as letters of Django's filter date, without and with the year
    return date_text(local, _("j F") if is_this_year else _("j F Y"))


def clock(local: datetime) -> str:
    """Return the time of day, with its offset in the hour that comes twice in autumn."""
    if local.replace(fold=1 - local.fold).utcoffset() == local.utcoffset():
        return f"{local:%H:%M}"
    offset = f"{local:%z}"
    return f"{local:%H:%M} UTC{offset[:3]}:{offset[3:5]}"


def given_back(parts: Mapping[str, Any], now: datetime, zone: tzinfo) -> str:
    """Return what a ``deadline.extended`` event says: ``8 hours: the service was down from …``."""
    length = _duration(timedelta(seconds=parts["seconds"]))
    why = cause(parts["reason"])
    began, ended = (datetime.fromisoformat(parts[name]) for name in ("started_at", "ended_at"))
    return _("{length}: {cause} from {began} to {ended}").format(
        length=length,
        cause=why,
        began=moment(began, now, zone),
        ended=zoned_moment(ended, now, zone),
    )


def new_seed(at: datetime, now: datetime, zone: tzinfo) -> str:
    """Return why another seed decides the shots of a game since this time."""
    return _(
        "Since {when}, a new seed decides the shots because we restored the service from a backup."
    ).format(when=zoned_moment(at, now, zone))


def cause(reason: str) -> str:
    """Return why nothing could be played, in words; an operator may have written them."""
    return _(CAUSES.get(reason, reason))


CAUSES = {
    "service down": gettext_noop("the service was down"),
    "maintenance": gettext_noop("the clocks were paused for maintenance"),
    "clock put back": gettext_noop("the server clock was set back"),
}


def _duration(left: timedelta, *, is_short: bool = False) -> str:
    minutes = int(left.total_seconds() // 60)
    if minutes < 0:
        return _("no time")
    if minutes == 0:
        return _("< 1 min") if is_short else _("under a minute")
    # A turn of a day has "24 h left" at first, not 23.
    hours, minutes = ((minutes + 30) // 60, 0) if minutes >= 720 else divmod(minutes, 60)
    days, hours = divmod(hours, 24) if left >= timedelta(days=1) else (0, hours)
    if days:
        # Hours no longer matter when there are many days.
        amounts = (days, hours if days < 3 else 0, 0)
    else:
        # Nor minutes when there are many hours.
        amounts = (0, hours, minutes if hours < 10 else 0)
    parts = _in_signs(*amounts) if is_short else _in_words(*amounts)
    return " ".join(part for part, amount in zip(parts, amounts, strict=True) if amount)


def _in_signs(days: int, hours: int, minutes: int) -> tuple[str, str, str]:
    return (
        ngettext("{n} d", "{n} d", days).format(n=days),
        _("{n} h").format(n=hours),
        _("{n} min").format(n=minutes),
    )


def _in_words(days: int, hours: int, minutes: int) -> tuple[str, str, str]:
    return (
        ngettext("{n} day", "{n} days", days).format(n=days),
        ngettext("{n} hour", "{n} hours", hours).format(n=hours),
        ngettext("{n} minute", "{n} minutes", minutes).format(n=minutes),
    )


# --- names ----------------------------------------------------------------------------------


def unseen_sentence(
    presenter: Presenter[Any],
    happenings: Sequence[Happening],
    before: str = "",
    names: Mapping[str, str] | None = None,
) -> str:
    """Return a turn in a sentence without what came of its shot, which is yet to be seen."""
    unseen = [{key: event[key] for key in event if key != "outcome"} for event in happenings]
    return presenter.turn_sentence(unseen, before, names)


def is_in_notation(game: Game) -> bool:
    """Return whether lists of turns show them in notation, as in chess, and not in sentences."""
    return registry.find(game.ruleset, game.rules_version).write_pgn is not None


def in_notation(game: Game, turn: Turn) -> str:
    """Return a move of chess as players write it, ``Nxe5+``; empty in games read in sentences."""
    if not is_in_notation(game):
        return ""
    return game.presenter.turn_summary(turn.happenings, turn.notation)


_IN_NOTATION: Final = {"move", "check", "checkmate"}
"""What the notation of a move says already."""
_ACTIONS: Final = {"move", "pass", "shot"}
_IN_SENTENCE: Final = {*_ACTIONS, "check", "checkmate", "ball_won", "round_ended"}
"""What the sentence about a turn with a ball says already, or the picture beside it."""


def report(
    game: Game,
    turn: Turn,
    names: Mapping[str, str],
    without: Collection[str] = (),
    *,
    by: str = "",
) -> Sequence[str]:
    """Return what happened in a turn in sentences that name the player; in chess ``bob: Nxe5+``.

    Happenings of the types ``without`` are left out. ``by`` is what the player is called in front
    of the turn, where that isn't the name.
    """
    left, said = set(without), in_notation(game, turn)
    if said:
        said += "."
        left |= _IN_NOTATION
    elif _has_ball(game) and any(one["type"] in _ACTIONS for one in turn.happenings):
        said = game.presenter.turn_sentence(turn.happenings, turn.position_before)
        left |= _IN_SENTENCE
    happenings = [one for one in turn.happenings if one["type"] not in left]
    moved = [f"{by or names[turn.side]}: {said}"] if said else []
    return [*moved, *game.presenter.narrate(happenings, names)]


def _has_ball(game: Game) -> bool:
    """Return whether a turn can be several actions, which one sentence joins."""
    return registry.find(game.ruleset, game.rules_version).shooting is not None


def ordinal(number: int) -> str:
    """Return a place as people say it: ``1st``, ``2nd``, ``3rd``, ``4th``."""
    words = {1: _("1st"), 2: _("2nd"), 3: _("3rd"), 4: _("4th")}
    return words.get(number) or _("{number}th").format(number=number)


def weekdays(days: Sequence[int]) -> str:
    """Return weekdays, from 0 for Monday, as a sentence names them: ``Saturdays and Sundays``."""
    return joined([_(_WEEKDAYS[day]) for day in days])


_WEEKDAYS = (
    gettext_noop("Mondays"),
    gettext_noop("Tuesdays"),
    gettext_noop("Wednesdays"),
    gettext_noop("Thursdays"),
    gettext_noop("Fridays"),
    gettext_noop("Saturdays"),
    gettext_noop("Sundays"),
)


def joined(names: Sequence[str]) -> str:
    """Return names as a sentence lists them: ``bob``, ``bob and carol``, ``a, b and c``."""
    if len(names) < 2:
        return "".join(names)
    return _("{names} and {last}").format(names=", ".join(names[:-1]), last=names[-1])


def marked(seat: Seat) -> str:
    """Return what a player is called, and that it is a bot: ``Otto (bot)``."""
    return _("{name} (bot)").format(name=seat.called) if seat.is_bot else seat.called


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
    "silver": pgettext_lazy("the side that somebody plays", "silver"),
    "gold": pgettext_lazy("the side that somebody plays", "gold"),
    "random": pgettext_lazy("the side that somebody plays", "either side"),
}
_SIDES = {
    "white": gettext_noop("White"),
    "black": gettext_noop("Black"),
    "red": gettext_noop("Red"),
    "blue": gettext_noop("Blue"),
    "green": gettext_noop("Green"),
    "yellow": gettext_noop("Yellow"),
    "silver": gettext_noop("Silver"),
    "gold": gettext_noop("Gold"),
    "random": gettext_noop("Random"),
}


# --- terms of a challenge ---------------------------------------------------------------------


def pace(agreed: Game | Challenge) -> str:
    """Return the terms of time in few words: ``1 day per turn, 2 days time bank``."""
    if kind_of(agreed).is_live:
        return _("live, {clock}").format(clock=_live_clock(agreed)[0])
    turn = _turn_time(agreed)
    if not agreed.reserve_s:
        return turn
    reserve = _duration(timedelta(seconds=agreed.reserve_s))
    return _("{turn}, {reserve} time bank").format(turn=turn, reserve=reserve)


def _live_clock(agreed: Game | Challenge) -> list[str]:
    """Return the terms of a live clock in few words; of what is not agreed nothing is said."""
    rules = registry.get(agreed.ruleset)
    live = terms_of(agreed)
    if live is None or not isinstance(rules, Timed):
        return []
    return _live_phrases(rules, live)


def _live_phrases(rules: Timed[Any], live: Mapping[str, Any]) -> list[str]:
    fields = rules.live_fields()
    return [field.phrase(live[field.name]) for field in fields if live.get(field.name) is not None]


def live_clock(ruleset: str, live: Mapping[str, Any] = MappingProxyType({})) -> str:
    """Return a clock of live play in few words, without terms the usual one; nothing where a game
    has none.
    """
    rules = registry.get(ruleset)
    return (
        ", ".join(_live_phrases(rules, check_live(rules, live))) if isinstance(rules, Timed) else ""
    )


def _turn_time(agreed: Game | Challenge) -> str:
    """Return the time for a turn: ``1 day per turn``."""
    n = agreed.turn_s or 0
    if not n:
        n = agreed.days_per_turn
        return ngettext("{n} day per turn", "{n} days per turn", n).format(n=n)
    if n % 3600:
        return ngettext("{n} second per turn", "{n} seconds per turn", n).format(n=n)
    n //= 3600
    return ngettext("{n} hour per turn", "{n} hours per turn", n).format(n=n)


def time_terms(agreed: Game | Challenge) -> str:
    """Return the terms of time as people read them before they agree: a sentence for each."""
    if kind_of(agreed).is_live:
        clock = ", ".join(_live_clock(agreed))
        return _("Live, now: {clock}.").format(clock=clock)
    parts = [_("{pace}.").format(pace=_turn_time(agreed))]
    if agreed.reserve_s:
        reserve = _duration(timedelta(seconds=agreed.reserve_s))
        parts.append(
            _("If you need longer, you have a time bank of {reserve} for the whole game.").format(
                reserve=reserve
            )
        )
    else:
        parts.append(_("If you need longer, you lose on time."))
    if agreed.gain_s:
        gain = _duration(timedelta(seconds=agreed.gain_s))
        parts.append(_("Each turn you play adds {gain} to your time bank.").format(gain=gain))
    if agreed.has_leave:
        parts.append(_("Vacation pauses your clock, for up to 21 days a year."))
    if agreed.has_rest:
        parts.append(_("Rest days pause your clock, up to two a week."))
    return " ".join(parts)


def terms(ruleset: str, options: Mapping[str, Any], zone: tzinfo = UTC) -> list[str]:
    """Return the agreed options of a game in few words: ``first to 2``."""
    fields = registry.get(ruleset).option_fields()
    # An option of nothing is none: no draw before move 0, no one who may leave.
    return [term(field, options[field.name], zone) for field in fields if options.get(field.name)]


def term(field: OptionField, value: Any, zone: tzinfo) -> str:
    """Return an agreed option in few words; a moment is on the reader's clock."""
    if field.kind != "time":
        return field.phrase(value)
    local = datetime.fromisoformat(value).astimezone(zone)
    when = date_text(local, _("j F Y")) + f" {clock(local)}"
    return _(field.words).format(when + (" UTC" if str(zone) == "UTC" else ""))


def notes(ruleset: str, options: Mapping[str, Any]) -> list[str]:
    """Return what people should know before they agree on these options."""
    fields = registry.get(ruleset).option_fields()
    parts = (field.note(options[field.name]) for field in fields if field.name in options)
    return [note for note in parts if note]
