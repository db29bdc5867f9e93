"""Who may accept an open challenge: filters that show anyone who does not fit what it is about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any, Final, NamedTuple, Self

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from config.http.errors.code_names import CodeName
from games.models import Challenge
from games.play.reliability import KNOWN, Punctuality, punctuality_of
from games.play.start import ratings_of
from games.refusals import Forbidden, Invalid

RATINGS: Final = (0, 4000)
"""Within these all ratings lie."""


class Misfit(NamedTuple):
    """Why someone does not fit: a stable word, and a sentence."""

    code: CodeName
    detail: str


@dataclass(frozen=True, slots=True)
class Filters:
    """What a challenger asks of anyone who accepts."""

    rating: tuple[int, int] | None = None
    """The least and the most, in the game that is to be played."""
    kept_min: int | None = None
    """So many per cent of the turns that were due lately were played in time."""
    established: bool = False
    """Whether some turns must have been played lately."""

    @classmethod
    def read(cls, kept: Mapping[str, Any]) -> Self:
        """Return filters as a challenge keeps them."""
        rating = kept.get("rating")
        return cls(
            rating=(rating[0], rating[1]) if rating else None,
            kept_min=kept.get("kept_min"),
            established=bool(kept.get("established")),
        )

    def as_kept(self) -> dict[str, Any]:
        """Return them as a challenge keeps them; empty where everyone fits."""
        found = {
            "rating": list(self.rating) if self.rating else None,
            "kept_min": self.kept_min,
            "established": self.established or None,
        }
        return {name: value for name, value in found.items() if value is not None}


EVERYONE: Final = Filters()


@dataclass
class Candidate:
    """Someone who may accept challenges; asked of the database once, and only if needed."""

    user_id: int
    now: datetime
    _ratings: dict[str, int | None] = field(default_factory=dict)

    @cached_property
    def punctuality(self) -> Punctuality:
        """How often they have played in time lately."""
        return punctuality_of(self.user_id, self.now)

    def rating_in(self, ruleset: str) -> int | None:
        """Return what they are rated, where that may be seen."""
        if ruleset not in self._ratings:
            self._ratings[ruleset] = ratings_of(ruleset, [self.user_id]).get(self.user_id)
        return self._ratings[ruleset]


def check_filters(filters: Filters, *, is_open: bool) -> None:
    """Raise ``Invalid`` for filters that no one could pass, and where no one is filtered."""
    if filters == EVERYONE:
        return
    if not is_open:
        raise Invalid(
            _("Filters are for open challenges. Leave them out when you name a player."),
            field="filters",
            code="not_allowed",
        )
    if filters.rating and filters.rating[0] > filters.rating[1]:
        raise Invalid(_("Put the lower rating first."), field="filters/rating", code="not_allowed")


def misfit(challenge: Challenge, candidate: Candidate) -> Misfit | None:
    """Return why this person may not accept, or ``None`` for one who fits."""
    if not challenge.filters or candidate.user_id == challenge.challenger_id:
        return None
    filters = Filters.read(challenge.filters)
    return (
        _unknown(filters, candidate)
        or _too_late(filters, candidate)
        or _rated_otherwise(filters, candidate, challenge.ruleset)
    )


def check_fits(challenge: Challenge, user: User, now: datetime) -> None:
    """Raise ``Forbidden`` where this person does not fit."""
    why = misfit(challenge, Candidate(user.pk, now))
    if why is not None:
        raise Forbidden(why.detail, code=why.code)


def _unknown(filters: Filters, candidate: Candidate) -> Misfit | None:
    turns = candidate.punctuality.played if filters.established else KNOWN
    if turns >= KNOWN:
        return None
    detail = ngettext(
        "You need {known} turns in the last 90 days. You've played {n}.",
        "You need {known} turns in the last 90 days. You've played {n}.",
        turns,
    ).format(known=KNOWN, n=turns)
    return Misfit("not_established", detail)


def _too_late(filters: Filters, candidate: Candidate) -> Misfit | None:
    if filters.kept_min is None:
        return None
    kept = candidate.punctuality.kept
    if kept is None or kept >= filters.kept_min:
        return None
    detail = _("You need {least} of 100 turns on time. You recently played {kept} on time.").format(
        least=filters.kept_min, kept=kept
    )
    return Misfit("too_many_missed", detail)


def _rated_otherwise(filters: Filters, candidate: Candidate, ruleset: str) -> Misfit | None:
    if filters.rating is None:
        return None
    least, most = filters.rating
    rating = candidate.rating_in(ruleset)
    if rating is None:
        detail = _(
            "You need a rating between {least} and {most}. You show no rating in this game."
        ).format(least=least, most=most)
        return Misfit("rating_not_in_range", detail)
    if least <= rating <= most:
        return None
    detail = _("You need a rating between {least} and {most}. Yours is {rating}.").format(
        least=least, most=most, rating=rating
    )
    return Misfit("rating_not_in_range", detail)


def filter_words(challenge: Challenge) -> list[str]:
    """Return what is asked of anyone who accepts, in phrases; empty where everyone fits."""
    filters = Filters.read(challenge.filters)
    sentences = []
    if filters.rating:
        least, most = filters.rating
        sentences.append(_("rated between {least} and {most}").format(least=least, most=most))
    if filters.kept_min is not None:
        sentences.append(_("{least} of 100 turns on time").format(least=filters.kept_min))
    if filters.established:
        sentences.append(_("{n} turns in the last 90 days").format(n=KNOWN))
    return sentences
