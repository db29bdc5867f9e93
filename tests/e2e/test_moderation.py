"""Reporting, a decision, its appeal and the moderator's queue, in every size and in long words."""

from __future__ import annotations

from datetime import datetime
from importlib import import_module
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib.auth.models import Group
from django.utils import timezone

from accounts.models import User
from games.features.moderation.access import GROUP, make_group
from games.features.moderation.appeals import appeal
from games.features.moderation.deciding import decide
from games.features.moderation.models import Report
from games.features.moderation.reporting import report
from games.models import Game
from tests.e2e.browser import SMALL, picture
from tests.e2e.conftest import OpenPage
from tests.e2e.test_languages import faults, pseudo  # noqa: F401
from tests.e2e.test_pages import assert_in_every_size
from tests.languages import PSEUDO


def open_as_moderator(open_page: OpenPage, user: User) -> Any:
    """Open a window for a moderator who has shown a second factor."""
    make_group()
    user.groups.add(Group.objects.get(name=GROUP))
    Authenticator.objects.create(user=user, type=Authenticator.Type.TOTP, data={"secret": ""})
    page = open_page(user=user)
    cookies = {one["name"]: one["value"] for one in page.context.cookies()}
    store = import_module(settings.SESSION_ENGINE).SessionStore
    session = store(cookies[settings.SESSION_COOKIE_NAME])
    shown = {"method": "mfa", "at": timezone.now().timestamp(), "type": "totp"}
    session["account_authentication_methods"] = [shown]
    session.save()
    return page


@pytest.mark.long
@pytest.mark.usefixtures("pseudo")
def test_reports_and_appeals_in_every_size_and_in_long_words(
    open_page: OpenPage,
    alice: User,
    bob: User,
    dan: User,
    game: Game,
    now: datetime,
) -> None:
    report(alice, "bob", "abuse", game_id=game.pk, turn=1, text="Böse Wörter.", now=now)
    report(alice, "bob", "stalling", game_id=game.pk, turn=1, now=now)
    one, other = Report.objects.order_by("pk")
    page = open_as_moderator(open_page, dan)
    decision = decide(dan, one.pk, "mute", days=7, sentence="Bitté äñdern.", now=now)
    asked = appeal(bob.pk, decision.pk, "Früher Spaß.", now=now)
    moderators = {
        "queue": "/operator/reports/",
        "report-shown": f"/operator/reports/{other.pk}/",
        "report-decided": f"/operator/reports/{one.pk}/",
        "appeal": f"/operator/appeals/{asked.pk}/",
    }
    hers, his = open_page(user=alice), open_page(user=bob)
    looks = [
        *((page, name, path) for name, path in moderators.items()),
        (hers, "report", f"/report/?about=bob&game={game.pk}&turn=1"),
        (his, "standing", "/standing/"),
    ]
    for window, name, path in looks:
        window.goto(path)
        assert_in_every_size(window, name)

    User.objects.update(language=PSEUDO)
    found: list[str] = []
    for window, name, path in looks:
        window.set_viewport_size({"width": SMALL[0], "height": SMALL[1]})
        window.goto(path)
        found += faults(window, path)
        picture(window, f"pseudo-{name}")
    assert found == []
