"""The pages of a competition among friends, from its link to its start."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods, require_POST

from accounts import limits
from accounts.guests import KEEP
from accounts.models import User
from accounts.names import LONGEST_GUEST_NAME, USERNAME_HELP, given_name
from accounts.pages.readers import reader_of
from accounts.services.guests import find_or_make_guest, name_guest
from accounts.services.registration import check_username, name_is_taken
from accounts.zones import known_zone
from config.http.arrival import arrived_at
from config.http.errors.refusals import Refusal
from games.features.competitions.bracket import places_for
from games.features.competitions.field import FORMATS
from games.features.competitions.lines import one_line, usual_name
from games.features.competitions.models import Competition, Entry, Section
from games.features.competitions.pages.players import shirt_of
from games.features.competitions.payloads import round_name
from games.features.competitions.services import among_friends
from games.features.competitions.services.access import organises
from games.features.competitions.services.among_friends import DAY_S, LEAST_PLAYERS, Friendly
from games.features.competitions.wording import called
from games.models.faces import face_of
from games.refusals import NotFound
from games.rules import registry

GOALS = (1, 2, 3)
"""To how many goals friends may play, on the page; the API takes any number that the laws know."""


class GuestNameForm(forms.Form):
    """What a guest would like to be called."""

    guest_name = forms.CharField(
        label=gettext_lazy("Your name (optional)"),
        max_length=LONGEST_GUEST_NAME,
        required=False,
        widget=forms.TextInput(
            attrs={"autocomplete": "nickname", "autocapitalize": "none", "spellcheck": "false"}
        ),
        help_text=USERNAME_HELP,
    )

    def __init__(self, section: Section, user: User | None, data: QueryDict | None = None) -> None:
        self.section, self.user = section, user
        self.known = given_name(user.username) if user is not None else ""
        super().__init__(data, initial={"guest_name": self.known})

    def clean_guest_name(self) -> str:
        """Return the name; raise ``ValidationError`` for one that someone has, here or anywhere."""
        name: str = self.cleaned_data["guest_name"]
        if not name or name == self.known:
            return ""
        check_username(name)
        others = self.section.entries.exclude(user=self.user).values_list(
            "user__username", flat=True
        )
        if name.lower() in (given_name(other).lower() for other in others):
            raise ValidationError(name_is_taken().messages[0])
        return name


class SettingsForm(forms.Form):
    """What the organiser may change until the start."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=60, validators=[one_line])
    game = forms.ChoiceField(label=gettext_lazy("Game"))
    kind = forms.ChoiceField(
        label=gettext_lazy("Type"),
        choices=(("cup", gettext_lazy("Knockout")), ("league", gettext_lazy("League"))),
    )
    turn_s = forms.TypedChoiceField(
        label=gettext_lazy("Time"),
        coerce=int,
        choices=(
            (12 * 3600, gettext_lazy("12 hours per turn")),
            (DAY_S, gettext_lazy("1 day per turn")),
            (2 * DAY_S, gettext_lazy("2 days per turn")),
            (3 * DAY_S, gettext_lazy("3 days per turn")),
        ),
    )

    def __init__(self, competition: Competition, *args: Any, **kwargs: Any) -> None:
        goals = competition.options.get("goals_to_win", "")
        chosen = f"{competition.ruleset}:{goals}"
        kwargs["initial"] = {
            "name": competition.title,
            "game": chosen,
            "kind": competition.kind,
            "turn_s": competition.turn_s or competition.days_per_turn * DAY_S,
        }
        kwargs["auto_id"] = "set_%s"
        super().__init__(*args, **kwargs)
        games = _games()
        if chosen not in dict(games):
            games.insert(0, (chosen, _game_words(competition.ruleset, goals)))
        self.fields["game"].choices = games  # type: ignore[attr-defined]

    @property
    def changes(self) -> dict[str, Any]:
        """What was filled in, as the service takes it."""
        said = dict(self.cleaned_data)
        ruleset, _sep, goals = said.pop("game").partition(":")
        options = {"goals_to_win": int(goals)} if goals else {}
        return {**said, "ruleset": ruleset, "options": options}

    @property
    def words(self) -> list[tuple[Any, Any]]:
        """The settings as labels and words, for those who may not change them."""
        rows = []
        for name in ("game", "kind", "turn_s"):
            field = self.fields[name]
            choices = {str(key): words for key, words in field.choices}  # type: ignore[attr-defined]
            rows.append((field.label, choices[str(self.initial[name])]))
        return rows


def _games() -> list[tuple[str, str]]:
    found = []
    for key in sorted(FORMATS):
        has_goals = registry.find(key).shooting is not None
        for goals in GOALS if has_goals else ("",):
            found.append((f"{key}:{goals}", _game_words(key, goals)))
    return found


def _game_words(ruleset: str, goals: Any) -> str:
    name = _(registry.get(ruleset).name)
    if not goals:
        return name
    # Other languages name the goals: one goal, two goals.
    words = ngettext("{game}, first to {n}", "{game}, first to {n}", int(goals))
    return words.format(game=name, n=goals)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def create(request: HttpRequest) -> HttpResponse:
    """Set up a cup or a league with usual settings, and show its link.

    Logging in leads here with GET, back to the button.
    """
    if request.method != "POST":
        return redirect("competitions")
    user, now = reader_of(request), arrived_at(request)
    if user.is_guest:
        return redirect(f"{KEEP}?next=/competitions/")
    is_league = request.POST.get("kind") == "league"
    name = usual_name(user.username, is_league=is_league)
    wanted = Friendly(name, "league" if is_league else "cup")
    try:
        made = among_friends.set_up_among_friends(user, wanted, now=now)
    except Refusal as refusal:
        messages.warning(request, refusal.detail)
        return redirect("competitions")
    return redirect("competition", made.pk)


@login_required
@require_POST
def again(request: HttpRequest, competition_id: str) -> HttpResponse:
    """Set up the same again, its players asked to join, or show what someone did before."""
    user = reader_of(request)
    if user.is_guest:
        return redirect(f"{KEEP}?next=/competitions/{competition_id}/")
    try:
        made = among_friends.set_up_again(user, competition_id, now=arrived_at(request))
    except NotFound as error:
        raise Http404 from error
    except Refusal as refusal:
        messages.warning(request, refusal.detail)
        return redirect("competition", competition_id)
    return redirect("competition", made.pk)


@require_http_methods(["GET", "HEAD", "POST"])
def by_link(request: HttpRequest, code: str) -> HttpResponse:
    """Show what a link leads to, or join it, as a guest where there is no account."""
    now = arrived_at(request)
    try:
        found = among_friends.find_by_code(code)
    except NotFound as error:
        raise Http404 from error
    user = request.user if isinstance(request.user, User) else None
    section = found.sections.order_by("pk")[0]
    section.competition = found
    if request.method != "POST":
        is_in = user is not None and Entry.objects.filter(competition=found, user=user).exists()
        if is_in or section.status != Section.Status.ENTRIES:
            return redirect("competition", found.pk)
        return waiting(request, section, user, has_link=True)
    name = ""
    if section.status == Section.Status.ENTRIES and (user is None or user.is_guest):
        naming = GuestNameForm(section, user, request.POST)
        if not naming.is_valid():
            return waiting(request, section, user, has_link=True, naming=naming)
        name = naming.cleaned_data["guest_name"]
    try:
        with transaction.atomic():
            if user is None:
                limits.count_of_address(request, "guest")
                user = find_or_make_guest(request, known_zone(request.POST.get("time_zone")), now)
            among_friends.join(user, code, now=now)
            if name:
                name_guest(user, name, now)
    except ValidationError as error:
        # Someone took the name since it was checked.
        messages.warning(request, error.messages[0])
    except Refusal as refusal:
        if refusal.code == "guest_account":
            return redirect(f"{KEEP}?next={request.path}")
        messages.warning(request, refusal.detail)
    return redirect("competition", found.pk)


def cancelled(request: HttpRequest, section: Section, user: User | None) -> HttpResponse:
    """Show that a competition among friends won't be played."""
    competition, ended_at = section.competition, section.finished_at
    # One that no one started by the end of its entries has expired (law 11.5).
    is_early = ended_at is not None and ended_at < competition.closes_at
    context = {
        "competition": competition,
        "was_called_off": is_early and competition.organiser is not None,
        "organises": user is not None and user.pk == competition.organiser_id,
        "may_set_up": user is not None and not user.is_guest,
    }
    return render(request, "competitions/cancelled.html", context)


def waiting(
    request: HttpRequest,
    section: Section,
    user: User | None,
    *,
    has_link: bool = False,
    naming: GuestNameForm | None = None,
) -> HttpResponse:
    """Show a competition that waits for its players; ``naming`` is a name that was refused."""
    competition = section.competition
    known = list(section.entries.select_related("user"))
    entries = [one for one in known if one.status == Entry.Status.ENTERED]
    asked = [one for one in known if one.status == Entry.Status.ASKED]
    is_in = user is not None and any(entry.user_id == user.pk for entry in entries)
    is_asked = user is not None and any(entry.user_id == user.pk for entry in asked)
    is_organiser = organises(user, competition)
    context = {
        "competition": competition,
        "section": section,
        "players": [_player(entry, competition, user) for entry in [*entries, *asked]],
        "joined": len(entries),
        "is_full": len(entries) >= section.limit,
        "organises": is_organiser,
        "is_in": is_in,
        "may_join": not is_in
        and (has_link or is_organiser or is_asked)
        and len(entries) < section.limit,
        "knows_link": is_in or is_organiser,
        "may_start": is_organiser and len(entries) >= LEAST_PLAYERS,
        "preview": preview(len(entries), is_league=competition.is_league),
        "form": SettingsForm(competition),
        "naming": naming or _naming(section, user),
        "bots": [(bot.strength, face) for bot in _free(competition) if (face := face_of(bot.user))]
        if is_organiser
        else [],
    }
    return render(request, "competitions/waiting.html", context, status=422 if naming else 200)


def _naming(section: Section, user: User | None) -> GuestNameForm | None:
    """Return the form with a guest's name; ``None`` for someone with an account."""
    return GuestNameForm(section, user) if user is None or user.is_guest else None


def _free(competition: Competition) -> list[Any]:
    return among_friends.bots_for(competition)


def _player(entry: Entry, competition: Competition, user: User | None) -> dict[str, Any]:
    is_me = user is not None and entry.user_id == user.pk
    if entry.user_id == competition.organiser_id:
        role = _("organiser")
    elif entry.user.is_bot:
        role = _("bot")
    elif entry.status == Entry.Status.ASKED:
        role = _("invited")
    else:
        role = _("joined")
    return {
        "place": entry.place,
        "name": called(entry),
        "is_me": is_me,
        "role": role,
        "shirt": shirt_of(entry),
    }


def preview(players: int, *, is_league: bool) -> str:
    """Return what is played with so many, and how many have a bye."""
    if players < LEAST_PLAYERS:
        return _("You need at least two players.")
    if is_league:
        matches = players * (players - 1) // 2
        return ngettext(
            "{n} match. Everyone plays everyone.",
            "{n} matches. Everyone plays everyone.",
            matches,
        ).format(n=matches)
    places = places_for(players)
    rounds, byes = places.bit_length() - 1, places - players
    names = [round_name(number, rounds, is_uneven=False) for number in range(1, rounds + 1)]
    if not byes:
        return _("{rounds}. No one can join after the start.").format(rounds=", ".join(names))
    words = ngettext(
        "{n} player, drawn at random, skips the first round.",
        "{n} players, drawn at random, skip the first round.",
        byes,
    )
    return words.format(n=byes)


def _act(request: HttpRequest, competition_id: str, act: Any, *said: Any) -> HttpResponse:
    """Do something as the organiser and show the competition, or why it was refused."""
    try:
        act(reader_of(request), competition_id, *said, now=arrived_at(request))
    except NotFound as error:
        raise Http404 from error
    except Refusal as refusal:
        messages.warning(request, refusal.detail)
    return redirect("competition", competition_id)


@login_required
@require_POST
def start(request: HttpRequest, competition_id: str) -> HttpResponse:
    """Start now."""
    return _act(request, competition_id, among_friends.start)


@login_required
@require_POST
def call_off(request: HttpRequest, competition_id: str) -> HttpResponse:
    """Call it off before the start."""
    return _act(request, competition_id, among_friends.call_off)


@login_required
@require_POST
def add_bot(request: HttpRequest, competition_id: str) -> HttpResponse:
    """Add a house bot."""
    strength = request.POST.get("strength", "")[:20]
    return _act(request, competition_id, among_friends.add_bot, strength)


@login_required
@require_POST
def remove(request: HttpRequest, competition_id: str, entry: int) -> HttpResponse:
    """Remove a player before the start."""
    return _act(request, competition_id, among_friends.remove, entry)


@login_required
@require_POST
def change(request: HttpRequest, competition_id: str) -> HttpResponse:
    """Change the settings."""
    found = Competition.objects.filter(pk=competition_id).first()
    if found is None:
        raise Http404
    form = SettingsForm(found, request.POST)
    if not form.is_valid():
        messages.warning(request, _("Choose a name, a game, the rounds and the time."))
        return redirect("competition", competition_id)
    return _act(request, competition_id, among_friends.change_among_friends, form.changes)
