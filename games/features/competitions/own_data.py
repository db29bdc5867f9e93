"""What competitions keep of a person."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_noop as _

from accounts.kept import Kept, Until, left_out


def _shown(of: str) -> Kept:
    return left_out(_("Part of a competition, as its pages show it."), of=of, until=Until.OTHERS)


TABLE: Final = {
    "competitions.Entry": Kept(
        _(
            "The competitions that you entered, what you confirmed about your age while that is"
            " kept, and your results. No date of birth is asked for or kept."
        ),
        "competitions/entries.json",
        columns="competition competition__name section__key status number entered_at is_named"
        " may_move_up born_on_or_after guardian_agrees stated_at age_seen_at out_at"
        " out_because standing",
        until=Until.OTHERS,
    ),
    "competitions.Certificate": Kept(
        _("Your certificates, with the name that you had printed on them."),
        "competitions/certificates.json",
        columns="id competition section standing entrants name awarded_on",
        of="entry__user",
        until=Until.OTHERS,
    ),
    "competitions.Competition": Kept(
        _("The competitions that you set up."),
        "competitions/organised.json",
        columns="id name text ruleset options opens_at closes_at starts_at prizes created_at",
        of="organiser",
        until=Until.OTHERS,
    ),
    "competitions.Section": _shown("competition__organiser"),
    "competitions.Round": _shown("section__competition__organiser"),
    "competitions.Match": _shown("section__competition__organiser"),
    "competitions.MatchGame": _shown("match__section__competition__organiser"),
    "competitions.Shootout": _shown("match__section__competition__organiser"),
}
