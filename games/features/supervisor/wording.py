"""Acts and reasons of supervisors in words. A key is what is sent and kept."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from accounts.models import User
from games.features.supervisor.models import Supervision
from games.models import Act
from games.models.faces import name_of
from games.rules.contract import AGREE_DRAW, LET_LEAVE, LET_RETURN
from games.shown.point_of_view import PointOfView
from games.store.people import hides_from

BY: Final = "supervisor"
"""Who did an act, in its first happening; there is the reason, too."""

REASONS: Final[Mapping[str, str]] = {
    "mistake": _("a turn was a mistake"),
    "pause": _("a player needs a break"),
    "help": _("a player needs help"),
    "absent": _("a player can't continue"),
    "fairness": _("it's fairer this way"),
    "agreed": _("we agreed on it"),
    "other": _("another reason"),
}
ACTS: Final[Mapping[str, str]] = {
    Act.GIVE_TIME: _("Give time to the player to move"),
    LET_LEAVE: _("Let a player leave"),
    LET_RETURN: _("Let a player return"),
    Act.TAKE_BACK: _("Restore the position before the last turn"),
    Act.HAND_OVER: _("Let a bot take over a seat"),
    AGREE_DRAW: _("End the game as a draw"),
}
"""What a supervisor may do, as the form says it."""
_DONE: Final[Mapping[str, str]] = {
    Act.GIVE_TIME: _("The supervisor gave {name} {hours} hours: {reason}"),
    LET_LEAVE: _("The supervisor let {name} leave: {reason}"),
    LET_RETURN: _("The supervisor let {name} return: {reason}"),
    Act.TAKE_BACK: _("The supervisor took back the last turn, by {name}: {reason}"),
    Act.HAND_OVER: _("The supervisor let {name} take over a seat: {reason}"),
    AGREE_DRAW: _("The supervisor ended the game as a draw: {reason}"),
}

_DONE_TO_YOU: Final[Mapping[str, str]] = {
    **_DONE,
    Act.GIVE_TIME: _("The supervisor gave you {hours} hours: {reason}"),
    LET_LEAVE: _("The supervisor let you leave: {reason}"),
    LET_RETURN: _("The supervisor let you return: {reason}"),
    Act.TAKE_BACK: _("The supervisor took back your last turn: {reason}"),
}


def done_words(view: PointOfView, name: str, side: str, said: Mapping[str, Any]) -> str:
    """Return what a supervisor did for a side as a sentence to the reader, with the reason."""
    reason = gettext(REASONS.get(said.get("reason", ""), REASONS["other"]))
    words = gettext((_DONE_TO_YOU if side == view.side else _DONE)[name])
    called = view.usernames[side]
    return words.format(name=called, hours=said.get("hours", ""), reason=reason)


def act_words(view: PointOfView, act: Act) -> str:
    """Return an act of a supervisor in words; empty for an act of a player."""
    said = act.happenings[0] if act.happenings else {}
    if said.get("by") != BY or act.name not in _DONE:
        return ""
    return done_words(view, act.name, act.side, said)


def shown_name(supervision: Supervision, viewer: int | None) -> str | None:
    """Return the name of a supervisor; ``None`` where family mode hides it from this viewer."""
    supervisor: User = supervision.user
    return None if hides_from(supervisor, viewer) else name_of(supervisor)
