"""What competitions keep of a person."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_noop as _

from accounts.hooks import Part, columns
from games.features.competitions.models import Certificate, Competition, Entry

PARTS: Final = (
    Part(
        "competitions/entries.json",
        ("competitions.Entry",),
        _(
            "The competitions that you entered, what you confirmed about your age while that is"
            " kept, and how you fared. No date of birth is asked for or kept."
        ),
        lambda user: columns(
            Entry.objects.filter(user=user),
            *("competition", "competition__name", "section__key", "status", "number", "entered_at"),
            *("is_named", "may_move_up", "born_on_or_after", "guardian_agrees", "stated_at"),
            *("age_seen_at", "out_at", "out_because", "standing"),
        ),
    ),
    Part(
        "competitions/certificates.json",
        ("competitions.Certificate",),
        _("Your certificates, with the name that you had printed on them."),
        lambda user: columns(
            Certificate.objects.filter(entry__user=user),
            *("id", "competition", "section", "standing", "entrants", "name", "awarded_on"),
        ),
    ),
    Part(
        "competitions/organised.json",
        ("competitions.Competition",),
        _("The competitions that you set up."),
        lambda user: columns(
            Competition.objects.filter(organiser=user),
            *("id", "name", "text", "ruleset", "options", "opens_at", "closes_at", "starts_at"),
            *("prizes", "created_at"),
        ),
    ),
)
LEFT_OUT: Final[dict[str, str]] = {}
