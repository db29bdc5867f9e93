"""The ways in which a service of games says no. Nothing was changed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from config.http.errors.code_names import CodeName
from config.http.errors.field_codes import FieldCode
from config.http.errors.refusals import Refusal, field_error
from games.laws import cited
from games.rules.errors import IllegalArrangement, IllegalTurn, NotationError, OutOfPhase

if TYPE_CHECKING:
    from games.models import Game


class NotFound(Refusal):
    """There is no such game, turn or challenge for the one who asks."""

    def __init__(self, detail: str) -> None:
        super().__init__("not_found", detail)


class Forbidden(Refusal):
    """It is there, but not for this person to do."""

    def __init__(self, detail: str, *, code: CodeName = "not_a_player") -> None:
        super().__init__(code, detail)


class Conflict(Refusal):
    """It cannot be done as things are; they may have changed a moment ago.

    ``game`` is the game as it is now, so that a client need not ask again.
    """

    def __init__(
        self, detail: str, *, code: CodeName, game: Game | None = None, **extra: Any
    ) -> None:
        super().__init__(code, detail, **extra)
        self.game = game


class Unprocessable(Refusal):
    """It was understood and it breaks a law."""

    def __init__(self, detail: str, *, code: CodeName = "illegal_action", **extra: Any) -> None:
        super().__init__(code, detail, **extra)


def illegal_turn(error: IllegalTurn, ruleset: str) -> Unprocessable:
    """Return the refusal of a turn that the rules have refused."""
    return Unprocessable(
        str(error), index=error.index, legal=list(error.legal), **cited(ruleset, error.law)
    )


def unread_turn(
    error: NotationError, ruleset: str, *, index: int, legal: Sequence[str]
) -> Unprocessable:
    """Return the refusal of a turn with an action that does not read."""
    return Unprocessable(str(error), index=index, legal=list(legal), **cited(ruleset, error.law))


def out_of_phase(error: OutOfPhase, game: Game, **extra: Any) -> Conflict:
    """Return the refusal of what the rules do not allow now."""
    cites = cited(game.ruleset, error.law, game.rules_version)
    return Conflict(str(error), code="wrong_phase", game=game, **extra, **cites)


def illegal_arrangement(error: IllegalArrangement | NotationError, ruleset: str) -> Unprocessable:
    """Return the refusal of an arrangement that the rules have refused."""
    return Unprocessable(str(error), code="illegal_formation", **cited(ruleset, error.law))


class Invalid(Refusal):
    """What was sent makes no sense here. ``field`` names the member of the body."""

    def __init__(self, detail: str, *, field: str, code: FieldCode, **extra: Any) -> None:
        super().__init__(
            "invalid",
            _("Some fields are invalid. See `errors`."),
            errors=[field_error(f"#/{field}", code, detail)],
            **extra,
        )
        self.field, self.field_code, self.fault = field, code, detail
