"""Choosing a formation: both sides at the same time, each seeing the other's (law 3.6)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from games.clock.clocks import clock_of
from games.laws import cited
from games.models import Arrangement, Game, GameEvent, Preset
from games.models.querysets import Seat
from games.play.apply import apply_step
from games.play.deadlines import with_locked_game
from games.play.guards import check_is_active, seat_of
from games.play.salts import put_salt
from games.refusals import Conflict, Invalid, NotFound, illegal_arrangement
from games.rules import registry
from games.rules.errors import ArrangementLocked, IllegalArrangement, NotationError
from games.rules.registry import UnknownRuleSet
from games.store import happened
from games.store.drafts import publish_draft
from games.store.outbox import EventType, NewEvent
from games.store.write import write_game

EVENTS_PER_ROUND = 200
"""So many changes of one side in one round are reported; a finger that never rests cannot bury an
inbox. The game itself always shows the last save, and Ready is always reported."""


def save_formation(
    user_id: int,
    game_id: str,
    content: Mapping[str, Any],
    *,
    ready: bool,
    now: datetime,
    salt: str | None = None,
    is_planned: bool = False,
) -> Game:
    """Save this person's formation, lock it with ``ready``, and return the game.

    ``salt`` is added with it, as ``salts.add_salt`` does alone. Whose plan saved it
    (``is_planned``) hears of it like the others.

    The round starts when both are ready. Sent again, it is answered again. Raises
    ``NotFound``, ``Forbidden``, ``Conflict`` and ``Unprocessable``.
    """

    def act(game: Game, was_late: bool) -> Game:
        seat = seat_of(game, user_id)
        if _is_saved(game, seat, content, ready=ready):
            if salt is not None and put_salt(game, seat, salt):
                write_game(game, [], now=now)
            return game
        _check_is_open(game, was_late=was_late)
        is_salted = salt is not None and put_salt(game, seat, salt)

        rules = game.rules
        try:
            step = rules.arrange(rules.load(game.state), seat.side, content, ready=ready)
        except ArrangementLocked as error:
            raise Conflict(
                str(error), code="formation_locked", game=game, **cited(game.ruleset, error.law)
            ) from error
        except (IllegalArrangement, NotationError) as error:
            raise illegal_arrangement(error, game.ruleset) from error

        if ready or is_salted or rules.dump(step.state) != game.state:
            _save_draft(game, seat, content, ready=ready, now=now)
            events: list[NewEvent] = []
            if is_planned:
                everyone = [one.user_id for one in game.seats]
                events = [_changed(game, seat, everyone, ready=ready, now=now)]
            elif step.locked is None:
                events = _shown_to_the_other(game, seat, ready=ready, now=now)
            apply_step(game, rules, step, now=now, events=events)
            publish_draft(game.pk)
        return game

    return with_locked_game(game_id, now, act)


def _is_saved(game: Game, seat: Seat, content: Mapping[str, Any], *, ready: bool) -> bool:
    """Return whether this very request was carried out before: phones retry."""
    if not game.is_active or not ready:
        return False
    saved = Arrangement.objects.filter(
        game=game, round=game.round, side=seat.side, ready=True
    ).first()
    return saved is not None and all(saved.content.get(k) == v for k, v in content.items())


def _save_draft(
    game: Game, seat: Seat, content: Mapping[str, Any], *, ready: bool, now: datetime
) -> None:
    """Keep what was saved last, so that a game can be replayed from its rows alone."""
    draft = Arrangement(
        game=game,
        round=game.round,
        side=seat.side,
        content=dict(content),
        ready=ready,
        saved_at=now,
    )
    Arrangement.objects.bulk_create(
        [draft],
        update_conflicts=True,
        unique_fields=["game", "round", "side"],
        update_fields=["content", "ready", "saved_at"],
    )


def _check_is_open(game: Game, *, was_late: bool) -> None:
    check_is_active(game)
    if not game.rules.has_arrangements:
        name = game.rules.name
        raise Conflict(
            _("{name} has no formations.").format(name=name), code="wrong_phase", game=game
        )
    if game.status != Game.Status.FORMATION:
        if was_late:
            raise Conflict(
                _("Time's up. Both formations are locked as last saved."),
                code="deadline_passed",
                game=game,
            )
        raise Conflict(
            _("The round has started. Formations are locked until it ends."),
            code="wrong_phase",
            game=game,
        )


def _shown_to_the_other(game: Game, seat: Seat, *, ready: bool, now: datetime) -> list[NewEvent]:
    """Return the event for the opponent, or nothing once they have heard enough.

    Who plays live sees each piece as it is set, and hears of Ready alone.
    """
    if clock_of(game).is_live and not ready:
        return []
    round_number = game.round
    heard = GameEvent.objects.filter(
        game=game,
        type=EventType.FORMATION_CHANGED,
        data__round=round_number,
        data__side=seat.side,
    )
    if not ready and heard.count() >= EVENTS_PER_ROUND:
        return []
    others = [other.user_id for other in game.seats if other.side != seat.side]
    return [_changed(game, seat, others, ready=ready, now=now)]


def _changed(
    game: Game, seat: Seat, receivers: list[int], *, ready: bool, now: datetime
) -> NewEvent:
    return happened.FORMATION_CHANGED(now, receivers, {"side": seat.side, "ready": ready})


def save_preset(
    user_id: int, slot: int, name: str, ruleset: str, content: Mapping[str, Any], *, now: datetime
) -> Preset:
    """Keep an arrangement in a slot, in place of what was there, and return it.

    It must be one with which the first side could begin a game. Raises ``NotFound`` for a slot
    that does not exist, ``Invalid`` and ``Unprocessable``.
    """
    _check_slot(slot)
    try:
        rules = registry.get(ruleset)
    except UnknownRuleSet as error:
        raise Invalid(_("This game doesn't exist."), field="ruleset", code="unknown") from error
    if not rules.has_arrangements:
        raise Invalid(_("This game has no formations."), field="ruleset", code="not_allowed")
    start = rules.start(rules.check_options({}))
    try:
        rules.arrange(start, rules.sides[0], content, ready=False)
    except (IllegalArrangement, NotationError) as error:
        raise illegal_arrangement(error, ruleset) from error
    preset, _rest = Preset.objects.update_or_create(
        user_id=user_id,
        ruleset=ruleset,
        slot=slot,
        defaults={"name": name, "content": dict(content), "saved_at": now},
    )
    return preset


def delete_preset(user_id: int, slot: int, ruleset: str) -> None:
    """Empty a slot; raises ``NotFound`` if nothing is in it."""
    _check_slot(slot)
    gone, _rest = Preset.objects.filter(user=user_id, ruleset=ruleset, slot=slot).delete()
    if not gone:
        raise NotFound(_("This slot is empty."))


def _check_slot(slot: int) -> None:
    if not 1 <= slot <= Preset.SLOTS:
        raise NotFound(_("Use a slot from 1 to {slots}.").format(slots=Preset.SLOTS))
