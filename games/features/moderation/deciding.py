"""Deciding about a report, and taking a decision back.

Each act is written to the log of operators' acts in the same transaction.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from allauth.account.models import EmailAddress
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from accounts import hooks
from accounts.models import OperatorAct, User
from accounts.operator_log import record_act
from config.http.errors.refusals import Refusal
from games.clock.clocks import clock_of
from games.features.moderation import letters
from games.features.moderation.access import GROUP, check_moderates
from games.features.moderation.models import Decision, Reason, Report
from games.features.moderation.reporting import known_as
from games.models import Game, Player
from games.play.deadlines import with_locked_game
from games.play.voiding import RESTORERS, VOIDERS
from games.refusals import Conflict, Forbidden, Invalid, NotFound
from games.store.write import write_game

logger = logging.getLogger(__name__)

Kind = Decision.Kind
CHEATED_WITHIN: Final = timedelta(days=60)
"""Rated games of the last days whose results go with an account that is closed for cheating."""
DAYS: Final = (1, 7, 30, 90)


def decide(
    moderator: User,
    report_id: int,
    kind: str,
    *,
    days: int | None = None,
    reason: str = "",
    sentence: str = "",
    now: datetime,
) -> Decision:
    """Return the decision about a report, which closes it and its like.

    1. The person is locked, then the report: of two moderators at the same time one decides.
    2. What was decided is done, and written to the log, in the same transaction.
    3. The person and the reporters are told. Games and ratings follow after the commit.

    Raises ``NotFound``, ``Forbidden``, ``Conflict`` and ``Invalid``.
    """
    check_moderates(moderator)
    if kind not in Kind.values:
        raise Invalid(_("Choose a decision."), field="kind", code="unknown_choice")
    if kind in (Kind.MUTE, Kind.UNRATED) and days is None:
        raise Invalid(_("Choose a number of days."), field="days", code="incomplete")
    with transaction.atomic():
        # Before the report: the decision closes other reports about this person too.
        people = User.objects.select_for_update(no_key=True, of=("self",))
        person = people.filter(reports_about=report_id).first()
        report = _lock(report_id)
        _check_may_decide(moderator, report)
        assert person is not None, "a report is about someone"
        if kind in (Kind.RENAME, Kind.CLOSE):
            _check_is_no_operator(person)
        address = address_of(person)
        decision = Decision.objects.create(
            user=person,
            kind=kind,
            reason=reason if reason in Reason.values else report.reason,
            sentence=sentence.strip()[:300],
            by=moderator,
            at=now,
            until=now + timedelta(days=days) if days and kind in Decision.LASTING else None,
            game=report.game,
            old_name=person.username if kind == Kind.RENAME else "",
        )
        like = Report.objects.filter(
            about=person, place=report.place, reason=report.reason, closed_at=None
        ).select_related("reporter", "about")
        closed, names = list(like), known_as(like)
        _do(decision, person, now)
        like.update(closed_at=now, decision=decision)
        record_act(
            moderator,
            "report_decided",
            user=person,
            about=report.place,
            reason=f"{decision.get_kind_display()}: {decision.get_reason_display()}",
            decision=decision.pk,
            until=decision.until.isoformat() if decision.until else None,
        )
        letters.tell_person(decision, address)
        letters.tell_reporters(closed, names, is_acted=kind != Kind.NO_ACTION)
    _follow(decision, now)
    return decision


def undo(moderator: User, decision_id: int, *, why: str = "", now: datetime) -> Decision:
    """Take a decision back and return it; again changes nothing. Raises refusals as ``decide``.

    Results that it undid count again, also where that was cut short before.
    """
    check_moderates(moderator)
    with transaction.atomic():
        decision = _lock_decision(decision_id)
        if decision.undone_at is None:
            take_back(moderator, decision, why=why, now=now)
    restore_games(decision, now)
    return decision


def restore_games(decision: Decision, now: datetime) -> None:
    """Let the games that a decision voided count again, each in a transaction of its own."""
    acts = OperatorAct.objects.filter(what="games_voided", details__decision=decision.pk)
    ids = [one for act in acts for one in act.details["games"]]
    restored = [one for one in ids for restore in RESTORERS if restore(one, now)]
    if restored:
        record_act(decision.undone_by, "games_restored", user=decision.user, games=restored)


def take_back(moderator: User, decision: Decision, *, why: str, now: datetime) -> None:
    """Undo a locked decision; the caller has seen that the moderator may."""
    if decision.user_id == moderator.pk:
        raise Forbidden(_("This is about you. Another moderator decides."), code="forbidden")
    decision.undone_at, decision.undone_by = now, moderator
    decision.save(update_fields=["undone_at", "undone_by"])
    if decision.kind == Kind.CLOSE:
        _open_again(decision.user, now)
    if decision.kind == Kind.RENAME:
        _rename(decision.user, decision.old_name, now)
    record_act(moderator, "decision_undone", user=decision.user, reason=why, decision=decision.pk)
    letters.tell_undone(decision)


def end_closures(now: datetime) -> int:
    """Open accounts again that were closed for a time; return how many."""
    due = Decision.objects.filter(kind=Kind.CLOSE, until__lte=now, ended_at=None, undone_at=None)
    count = 0
    for decision_id in list(due.values_list("pk", flat=True)[:100]):
        with transaction.atomic():
            decision = _lock_decision(decision_id)
            if decision.ended_at is None and decision.undone_at is None:
                decision.ended_at = now
                decision.save(update_fields=["ended_at"])
                _open_again(decision.user, now)
                record_act(None, "closure_ended", user=decision.user, decision=decision.pk)
                count += 1
    return count


def _lock(report_id: int) -> Report:
    report = (
        Report.objects.select_for_update(of=("self",))
        .select_related("about", "reporter", "game")
        .filter(pk=report_id)
        .first()
    )
    if report is None:
        raise NotFound(_("This report doesn't exist."))
    return report


def _lock_decision(decision_id: int) -> Decision:
    rows = Decision.objects.select_for_update(of=("self",)).select_related("user")
    decision = rows.filter(pk=decision_id).first()
    if decision is None:
        raise NotFound(_("This decision doesn't exist."))
    return decision


def _check_may_decide(moderator: User, report: Report) -> None:
    """Raise a refusal where it is decided already, or the moderator has a part in it."""
    if report.closed_at is not None:
        raise Conflict(_("Another moderator already decided this report."), code="report_closed")
    if moderator.pk in (report.about_id, report.reporter_id):
        raise _has_part()
    if Player.objects.filter(game=report.game_id, user=moderator).exists():
        raise _has_part()


def _has_part() -> Forbidden:
    return Forbidden(_("You have a part in this. Another moderator decides."), code="forbidden")


def check_has_no_part(moderator: User, decision: Decision) -> None:
    """Raise ``Forbidden`` where a decision is about the moderator or follows from their report."""
    if decision.user_id == moderator.pk or decision.reports.filter(reporter=moderator).exists():
        raise _has_part()


def _check_is_no_operator(person: User) -> None:
    is_one = person.is_staff or person.is_superuser or person.groups.filter(name=GROUP).exists()
    if is_one:
        raise Forbidden(
            _("This is an operator or a moderator. Only an operator can do that."),
            code="forbidden",
        )


def address_of(person: User) -> str | None:
    """Return where a person is told, also while their account is closed."""
    found = EmailAddress.objects.filter(user=person, verified=True).order_by("-primary", "pk")
    return found.values_list("email", flat=True).first()


def _do(decision: Decision, person: User, now: datetime) -> None:
    """Do what changes the account itself."""
    if decision.kind == Kind.CLOSE:
        User.objects.filter(pk=person.pk).update(is_active=False)
    if decision.kind == Kind.RENAME:
        _rename(person, f"player-{secrets.token_hex(4)}", now)
        decision.user = person


def _rename(person: User, name: str, now: datetime) -> None:
    """Give someone another name, wherever it is shown; one that was taken stays as it is."""
    # Locked: no one deletes the account meanwhile, whose old name must not come back then.
    if User.objects.select_for_update(no_key=True).get(pk=person.pk).deleted_at is not None:
        raise Conflict(_("This account was deleted."), code="wrong_phase")
    if User.objects.filter(username__iexact=name).exclude(pk=person.pk).exists():
        raise Conflict(_("Someone else has the old name by now."), code="wrong_phase")
    person.username = name
    person.save(update_fields=["username"])
    for tell in hooks.RENAMED:
        tell(person, now)


def _open_again(person: User, now: datetime) -> None:
    """Let someone log in again, unless another decision or an operator keeps the account closed."""
    locks = OperatorAct.objects.filter(user=person, what__in=("account_locked", "account_unlocked"))
    last = locks.order_by("-id").values_list("what", flat=True).first()
    if last == "account_locked":
        return
    others = Decision.objects.filter(user=person, kind=Kind.CLOSE, undone_at=None, ended_at=None)
    if not others.filter(Q(until=None) | Q(until__gt=now)).exists():
        User.objects.filter(pk=person.pk, deleted_at=None).update(is_active=True)


def _follow(decision: Decision, now: datetime) -> None:
    """Do what follows in games, each in a transaction of its own."""
    person = decision.user
    if decision.kind == Kind.CLOSE:
        _pause_games(person, now)
    is_cheat = decision.kind == Kind.CLOSE and decision.reason == Reason.CHEATING
    if decision.kind == Kind.VOID and decision.game_id is not None:
        _void([decision.game_id], decision, now)
    elif decision.kind == Kind.VOID or is_cheat:
        won = Game.objects.filter(
            players__user=person, players__place=1, rated=True, finished_at__gt=now - CHEATED_WITHIN
        )
        _void(list(won.values_list("pk", flat=True)), decision, now)


def _void(game_ids: list[str], decision: Decision, now: datetime) -> None:
    undone = [one for one in game_ids for void in VOIDERS if void(one, now)]
    if undone:
        record_act(
            decision.by, "games_voided", user=decision.user, games=undone, decision=decision.pk
        )


def _pause_games(person: User, now: datetime) -> None:
    """Give each correspondence game that waits for a closed account one turn's time more."""
    games = Game.objects.filter(players__user=person, status__in=Game.ACTIVE)
    others = User.objects.filter(seats__game__in=games.values("pk")).exclude(pk=person.pk)
    with transaction.atomic():
        letters.tell_opponents(person, others.filter(is_bot=False).distinct())
    for game_id in list(games.filter(live__isnull=True).values_list("pk", flat=True)):
        try:
            with_locked_game(game_id, now, _pauses(person, now))
        except Refusal:
            # The account is closed already, and the other games must not wait for this one.
            logger.exception("game %s keeps its deadline though a player is closed", game_id)


def _pauses(person: User, now: datetime) -> Callable[[Game, bool], Game]:
    def act(game: Game, was_late: bool) -> Game:
        is_awaited = any(s.is_awaited for s in game.seats if s.user_id == person.pk)
        if game.is_active and is_awaited:
            turn = timedelta(seconds=game.turn_s or game.days_per_turn * 86_400)
            clock_of(game).move(now, now, game.seats, gift=turn)
            write_game(game, [], now=now, awaited=game.summary.to_act)
        return game

    return act
