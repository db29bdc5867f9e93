"""Naming a supervisor, and the answer. All who accept the challenge can see who it is."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from accounts.guests import not_for_guests
from accounts.limits import count_of_person
from accounts.models import User
from games.clock.clocks import kind_of
from games.features.supervisor import happened
from games.features.supervisor.models import Supervision
from games.models import Challenge, Game
from games.play.challenge.checks import check_are_friends, check_are_here, check_is_not_blocked
from games.play.challenge.ends import check_is_open, has_lapsed, lapsed
from games.play.challenge.invitations import invited_to
from games.refusals import Conflict, Forbidden, Invalid, NotFound
from games.rules import registry
from games.rules.contract import Supervised
from games.store.locking import hold_people, lock_challenge
from games.store.outbox import record_challenge_events
from games.store.people import find_player, may_see_challenge, not_shown_to


def name_supervisor(user: User, challenge_id: str, username: str, *, now: datetime) -> Supervision:
    """Ask someone to supervise the game of your own challenge; the same person again is no change.

    Another name takes the place of one who was asked before. Raises ``NotFound``, ``Forbidden``,
    ``Invalid``, ``Conflict`` and the 429 refusal.
    """
    if user.is_guest:
        raise not_for_guests()
    supervisor = _find(user, username)
    with transaction.atomic():
        check_are_here([user.pk, supervisor.pk], hold_people([user.pk, supervisor.pk]))
        challenge = _lock_own(user, challenge_id, now)
        found = Supervision.objects.filter(challenge=challenge).first()
        if found is not None and found.user_id == supervisor.pk and not found.answer:
            return found
        if reason := why_never(challenge):
            raise Conflict(reason, code="supervisor_not_allowed")
        asked = invited_to(challenge)
        if supervisor.pk in asked:
            raise _unfit(_("A supervisor has no seat. Choose someone who doesn't play."))
        check_is_not_blocked(user, supervisor)
        check_are_friends([user, supervisor, *User.objects.filter(pk__in=asked)])
        count_of_person(user.pk, "supervisors")
        if found is not None:
            found.delete()
        made = Supervision.objects.create(challenge=challenge, user=supervisor, named_at=now)
        named = happened.SUPERVISOR_NAMED(now, [supervisor.pk], {})
        record_challenge_events([(challenge, named)])
    return made


def unname(user: User, challenge_id: str, *, now: datetime) -> None:
    """Let the game of your own challenge have no supervisor; again changes nothing."""
    with transaction.atomic():
        challenge = _lock_own(user, challenge_id, now)
        Supervision.objects.filter(challenge=challenge).delete()


def answer(user: User, challenge_id: str, *, accepts: bool, now: datetime) -> Supervision:
    """Accept or decline to supervise a game; a supervisor who declines later steps down.

    The same answer again changes nothing. Raises ``NotFound`` and ``Conflict``.
    """
    with transaction.atomic():
        challenge = lock_challenge(challenge_id)
        found = Supervision.objects.filter(challenge=challenge, user=user).first()
        if found is None or not may_see_challenge(challenge, user.pk):
            raise NotFound(_("You weren't asked to supervise this game."))
        wanted = Supervision.Answer.ACCEPTED if accepts else Supervision.Answer.DECLINED
        if found.answer == wanted:
            return found
        if found.answer == Supervision.Answer.DECLINED:
            raise Conflict(
                _("You declined. The player who set up the game can ask you again."),
                code="supervisor_answered",
            )
        game = challenge.game
        if game is None and (has_lapsed(challenge, now) or challenge.status != "open"):
            raise Conflict(_("This challenge is closed."), code="challenge_closed")
        if accepts and game is not None and any(seat.user_id == user.pk for seat in game.seats):
            raise Conflict(
                _("You have a seat in this game, so you can't supervise it."),
                code="supervisor_not_allowed",
            )
        found.answer, found.answered_at = wanted, now
        found.save(update_fields=["answer", "answered_at"])
        people = {challenge.challenger_id, *invited_to(challenge)}
        if game is not None:
            people |= {seat.user_id for seat in game.seats}
        own: happened.OwnAnswer = {"accepted": accepts}
        said = happened.SUPERVISOR_ANSWERED(now, sorted(people - {user.pk}), own)
        record_challenge_events([(challenge, said)])
    return found


def why_never(agreed: Challenge | Game) -> str:
    """Return why this game can't have a supervisor; empty where it can."""
    if not isinstance(registry.get(agreed.ruleset), Supervised):
        return _("Only Fun Family Chess has supervisors.")
    if kind_of(agreed).is_live:
        return _("A live game can't have a supervisor.")
    if agreed.rated or (isinstance(agreed, Game) and agreed.competition is not None):
        return _("A game that counts can't have a supervisor.")
    return ""


def supervision_of(*, challenge_id: str = "", game_id: str = "") -> Supervision | None:
    """Return the supervision of a challenge or a game, or ``None``."""
    of = Q(challenge__game=game_id) if game_id else Q(challenge=challenge_id)
    return Supervision.objects.select_related("user", "challenge__challenger").filter(of).first()


def find_supervision(challenge_id: str, viewer: int) -> Supervision:
    """Return the supervision of a challenge that concerns this viewer; raises ``NotFound``."""
    found = supervision_of(challenge_id=challenge_id)
    if found is not None:
        is_concerned = found.user_id == viewer or found.challenge.concerns(viewer)
        if is_concerned and may_see_challenge(found.challenge, viewer):
            return found
    raise no_supervisor()


def no_supervisor() -> NotFound:
    """Return the refusal of a game that no one supervises."""
    return NotFound(_("This game has no supervisor."))


def supervised_by(user_id: int) -> QuerySet[Supervision]:
    """Return what someone was asked to supervise and has not declined, while it isn't over.

    Without those in which family mode hides a player from them.
    """
    is_open = Q(challenge__status=Challenge.Status.OPEN)
    is_played = Q(challenge__game__status__in=Game.ACTIVE)
    found = Supervision.objects.filter(is_open | is_played, user=user_id)
    found = found.exclude(answer=Supervision.Answer.DECLINED)
    hidden = User.objects.filter(not_shown_to(user_id))
    found = found.filter(
        ~Exists(hidden.filter(pk=OuterRef("challenge__challenger"))),
        ~Exists(hidden.filter(invitations__challenge=OuterRef("challenge"))),
    )
    return found.select_related("user", "challenge__challenger")


def _find(user: User, username: str) -> User:
    """Return the person of this name; raises ``Invalid``."""
    try:
        found = find_player(username, viewer=user.pk)
    except NotFound as error:
        raise Invalid(error.detail, field="username", code="unknown") from error
    if not found.is_active or found.deleted_at is not None:
        raise Invalid(_("This player doesn't exist."), field="username", code="unknown")
    if found.pk == user.pk:
        raise _unfit(_("A supervisor has no seat. Choose someone who doesn't play."))
    if found.is_bot or found.is_guest:
        raise _unfit(_("Choose a player with an account. Bots and guests can't supervise."))
    return found


def _unfit(detail: str) -> Invalid:
    return Invalid(detail, field="username", code="not_allowed")


def _lock_own(user: User, challenge_id: str, now: datetime) -> Challenge:
    """Return the locked challenge of this person that no other person has accepted yet."""
    challenge = lock_challenge(challenge_id)
    if challenge.challenger_id != user.pk:
        if not challenge.concerns(user.pk) or not may_see_challenge(challenge, user.pk):
            raise NotFound(_("This challenge doesn't exist."))
        raise Forbidden(_("Only the challenger can name a supervisor."), code="not_yours")
    if has_lapsed(challenge, now):
        raise lapsed()
    check_is_open(challenge)
    accepted = challenge.invitations.filter(accepted_at__isnull=False, user__robot__isnull=True)
    if accepted.exists():
        raise Conflict(
            _("Someone accepted already. Name a supervisor before the others accept."),
            code="supervisor_not_allowed",
        )
    return challenge
