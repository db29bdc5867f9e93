"""What an organiser changes once a competition is announced: its text, a prize, the seeding."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods

from accounts.pages.readers import reader_of
from config.http.arrival import arrived_at
from config.http.errors.refusals import Refusal
from games.features.competitions.lines import one_line
from games.features.competitions.models import Competition, Entry, Section
from games.features.competitions.services.access import check_organises, find_competition
from games.features.competitions.services.setting_up import change
from games.features.competitions.steps.beginning import entrants_of, most_seeded
from games.features.competitions.wording import section_name
from games.refusals import NotFound

_SEEDS = "seeds-"


class EditForm(forms.Form):
    """What can still be changed."""

    text = forms.CharField(
        label=gettext_lazy("Information for players"),
        max_length=2000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
    )

    def __init__(self, competition: Competition, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.competition = competition
        self.sections = list(competition.sections.all())
        self.fields["text"].initial = competition.text
        for section in self.sections:
            self._add_prize(section)
            if section.status == Section.Status.ENTRIES and not competition.is_league:
                self._add_seeds(section)

    def _add_prize(self, section: Section) -> None:
        words = _("A prize for the winner")
        if len(self.sections) > 1:
            words = _("{section}: a prize for the winner").format(section=section_name(section.key))
        self.fields[f"prize-{section.key}"] = forms.CharField(
            label=words,
            max_length=200,
            required=False,
            validators=[one_line],
            initial=next(
                (
                    prize["text"]
                    for prize in self.competition.prizes
                    if (prize["section"], prize["standing"]) == (section.key, 1)
                ),
                "",
            ),
        )

    def _add_seeds(self, section: Section) -> None:
        section.competition = self.competition
        number = most_seeded(len(entrants_of(section)[0]))
        if not number:
            return
        names = dict(
            section.entries.filter(status=Entry.Status.ENTERED).values_list("pk", "user__username")
        )
        words = _("{section}: the strongest players, one a line")
        self.fields[f"{_SEEDS}{section.key}"] = forms.CharField(
            label=words.format(section=section_name(section.key)),
            required=False,
            widget=forms.Textarea(attrs={"rows": min(number, 8)}),
            initial="\n".join(names[pk] for pk in section.seeding if pk in names),
            help_text=ngettext(
                "At most {n}: the first number is theirs. All others are drawn by lot.",
                "At most {n}: the first numbers are theirs, so that they meet late."
                " All others are drawn by lot.",
                number,
            ).format(n=number),
        )

    def changes(self) -> dict[str, Any]:
        """Return what was filled in, as the service takes it; other prizes stay."""
        said = self.cleaned_data
        keys = [section.key for section in self.sections]
        kept = [
            prize
            for prize in self.competition.prizes
            if prize["section"] not in keys or prize["standing"] != 1
        ]
        prizes = [
            {"section": key, "standing": 1, "text": said[f"prize-{key}"]}
            for key in keys
            if said[f"prize-{key}"]
        ]
        seeding = {
            name.removeprefix(_SEEDS): value.split()
            for name, value in said.items()
            if name.startswith(_SEEDS)
        }
        found: dict[str, Any] = {"text": said["text"], "prizes": [*prizes, *kept]}
        return found | ({"seeding": seeding} if seeding else {})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, competition_id: str) -> HttpResponse:
    """Show what the organiser may still change, or change it."""
    user, now = reader_of(request), arrived_at(request)
    try:
        found = find_competition(competition_id)
    except NotFound as error:
        raise Http404 from error
    check_organises(user, found)
    form = EditForm(found, request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            change(user, competition_id, form.changes(), now=now)
        except Refusal as refusal:
            form.add_error(None, _words_of(refusal))
        else:
            messages.success(request, _("Saved."))
            return redirect("competition", competition_id)
    context = {"competition": found, "form": form}
    status = 422 if form.errors else 200
    return render(request, "competitions/edit.html", context, status=status)


def _words_of(refusal: Refusal) -> str:
    errors = refusal.extra.get("errors", [])
    return " ".join(error["detail"] for error in errors) or refusal.detail
