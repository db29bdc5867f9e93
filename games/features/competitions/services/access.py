"""Finding competitions and sections, and who may do what with them."""

from __future__ import annotations

from django.utils.translation import gettext as _

from accounts.models import User
from games.features.competitions.models import Competition, Entry, Section
from games.refusals import Forbidden, NotFound
from games.store.locking import is_public_id


def find_competition(competition_id: str) -> Competition:
    """Return the competition; raises ``NotFound``. Who has its id may see a private one."""
    found = (
        Competition.objects.select_related("organiser").filter(pk=competition_id).first()
        if is_public_id(competition_id)
        else None
    )
    if found is None:
        raise NotFound(_("This competition doesn't exist."))
    return found


def find_section(competition_id: str, key: str) -> Section:
    """Return a section with its competition; raises ``NotFound``."""
    competition = find_competition(competition_id)
    found = competition.sections.filter(key=key).first()
    if found is None:
        raise NotFound(_("This competition doesn't have this section."))
    found.competition = competition
    return found


def organises(user: User | None, competition: Competition) -> bool:
    """Return whether someone may do what is the organiser's.

    Operators may, too, where they do not play themselves.
    """
    if user is None or not user.is_authenticated:
        return False
    if user.pk == competition.organiser_id:
        return True
    return user.is_staff and not Entry.objects.filter(competition=competition, user=user).exists()


def knows_code(user: User | None, competition: Competition) -> bool:
    """Return whether someone is shown the link by which friends join."""
    if not competition.is_among_friends or user is None or not user.is_authenticated:
        return False
    if organises(user, competition):
        return True
    return Entry.objects.filter(competition=competition, user=user.pk).exists()


def check_organises(user: User, competition: Competition) -> None:
    """Raise ``Forbidden`` for anyone but the organiser and operators."""
    if not organises(user, competition):
        raise Forbidden(
            _("Only the organiser of this competition may do that."), code="not_the_organiser"
        )


def sees_names(user: User | None, section: Section) -> bool:
    """Return whether someone is shown who plays in a section (law 5.5)."""
    if not section.hides_names or organises(user, section.competition):
        return True
    if user is None or not user.is_authenticated:
        return False
    return Entry.objects.filter(competition=section.competition_id, user=user.pk).exists()
