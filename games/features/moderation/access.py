"""Who moderates: members of a group, with two-factor authentication. No other right is needed."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Final

from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import Group
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from accounts.models import User
from accounts.second_factor import shows_second_factor
from games.refusals import Forbidden

GROUP: Final = "moderators"
View = Callable[..., HttpResponseBase]


def make_group() -> None:
    """Make the group to which operators add moderators; again changes nothing."""
    Group.objects.get_or_create(name=GROUP)


def is_moderator(user: User) -> bool:
    """Return whether someone is in the group."""
    return user.is_active and user.groups.filter(name=GROUP).exists()


def check_moderates(user: User) -> None:
    """Raise ``Forbidden`` for anyone else."""
    if not is_moderator(user):
        raise Forbidden(_("Only moderators may do that."), code="forbidden")


def other_moderators(user_id: int) -> bool:
    """Return whether there is another moderator than this one."""
    found = User.objects.filter(groups__name=GROUP, is_active=True, deleted_at__isnull=True)
    return found.exclude(pk=user_id).exists()


def for_moderators(view: View) -> View:
    """Let in moderators who have shown a second factor; for others the page doesn't exist."""
    guarded = shows_second_factor(view)

    @login_required
    @never_cache
    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        assert isinstance(request.user, User)
        if not is_moderator(request.user):
            raise Http404
        return guarded(request, *args, **kwargs)

    return answer
