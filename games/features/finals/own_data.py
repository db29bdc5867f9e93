"""What finals at an hour keep of a person."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_noop as _

from accounts.kept import Kept, Until, left_out

TABLE: Final = {
    "finals.Final": left_out(
        _("Part of a competition, as its pages show it."),
        of="section__competition__organiser",
        until=Until.OTHERS,
    ),
    "finals.Answer": Kept(
        _("What you said to the hour of a final, and when you came."),
        "competitions/finals.json",
        columns="final__section__competition__name final__at is_confirmed said_at here_at",
        of="entry__user",
        until=Until.OTHERS,
    ),
}
