"""Who may challenge whom, and how often; each check raises the refusal that people read."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Count, Exists, OuterRef
from django.utils.translation import gettext as _

from accounts.guests import not_for_guests
from accounts.models import User
from config.features import Hook
from games.clock.clocks import kind_of
from games.clock.times import ends_at
from games.laws import cited
from games.models import Block, Challenge, Game, HouseRobot, Player, Turn
from games.models.faces import account_of, name_of
from games.play.start import RANDOM, Terms
from games.refusals import Conflict, Forbidden, Invalid
from games.rules import registry
from games.rules.contract import UNTIL, SeatedByLot
from games.store.challenges import count_challenges
from games.store.people import hides_from, strangers_of_family

NEAREST_END: Final = timedelta(hours=1)
FARTHEST_END: Final = timedelta(days=366)
"""How far ahead people may agree on the end of a game."""
MOST_OPEN = 100
"""Open challenges of one person; more would only bury the lobby and other people's email."""
MOST_OPEN_TO_ONE = 5
MOST_TO_ONE_A_DAY = 10
"""Challenges of one person to another in a day that were not accepted, cancelled ones too: each is
an email."""
MOST_A_DAY = 200
"""Challenges of one person by name in a day that were not accepted, to whomever."""
MOST_MADE_A_DAY = 1000
"""Challenges of one person in a day that were not accepted, open ones too: each is kept."""
MOST_NOT_BEGUN = 10
"""Games that wait for a person's first formation or turn, while they may accept open challenges."""
MOST_GAMES = 1000
"""Running games of one person: far more than anyone plays, and few enough to leave them all."""
MOST_GAMES_OF_A_GUEST = 3
"""Running games of someone without an account, challenges to bots included."""
MOST_AGAINST_ROBOTS = 10
"""Running games of one person against house bots, open challenges included: their time is shared by
everyone."""


def check_may_ask_for_side(ruleset: str, side: str) -> None:
    """Raise ``Invalid`` for a side that is asked for where the laws have the seats drawn by lot.

    A rematch does not ask: its seats follow from those of the game before.
    """
    rules = registry.get(ruleset) if ruleset in registry.all_keys() else None
    if isinstance(rules, SeatedByLot) and side != RANDOM:
        raise Invalid(
            _("Seats in {name} are drawn at random. Leave out the side.").format(name=rules.name),
            field="side",
            code="by_lot",
            **cited(ruleset, rules.seating_law),
        )


def check_end(terms: Terms, now: datetime) -> None:
    """Raise ``Invalid`` for an end that is too near or too far, or of a live game."""
    if (end := ends_at(terms)) is None:
        return
    refused = ""
    if kind_of(terms).is_live:
        refused = _("Only a correspondence game can end at a date.")
    elif not now + NEAREST_END <= end <= now + FARTHEST_END:
        refused = _("Choose an end between an hour and a year from now.")
    if refused:
        raise Invalid(refused, field=UNTIL, code="not_allowed", **cited(terms.ruleset, "9.17"))


def find_opponent(challenger: User, username: str) -> User:
    """Return the player of this name, or the bot called so.

    Raises ``Invalid`` where there is none, or for yourself.
    """
    active = User.objects.filter(is_active=True, deleted_at__isnull=True)
    opponent = active.filter(username__iexact=username).first()
    if opponent is None and (account := account_of(username)):
        opponent = active.filter(username=account, is_bot=True).first()
    if opponent is None or hides_from(opponent, challenger.pk):
        raise Invalid(_("This player doesn't exist."), field="opponent", code="unknown")
    if opponent.pk == challenger.pk:
        raise Invalid(_("You can't challenge yourself."), field="opponent", code="self")
    return opponent


def check_may_meet(seeker: User, sought: User) -> None:
    """Raise ``Forbidden`` where a bot would begin a game with a person who did not ask for it."""
    if seeker.is_bot and not sought.is_bot:
        raise Forbidden(
            _("Bots can't challenge players. Wait until someone challenges you by name."),
            code="bot_must_be_asked",
        )


def check_guest_may_ask(
    challenger: User, named: Sequence[User], *, is_rated: bool, is_rematch: bool
) -> None:
    """Raise a refusal where a guest would challenge people, or people a guest.

    A guest plays house bots, the player whose link it followed, and these again.
    """
    if is_rematch:
        return
    if any(one.is_guest for one in named):
        raise Invalid(_("This player doesn't exist."), field="opponent", code="unknown")
    if challenger.is_guest:
        robots = HouseRobot.objects.filter(pk__in=[one.pk for one in named]).count()
        if not named or robots < len(named) or is_rated:
            raise not_for_guests()


def check_guest_has_room(user: User) -> None:
    """Raise a refusal where a guest plays as many games as guests may."""
    if not user.is_guest:
        return
    running = Player.objects.filter(user=user, game__status__in=Game.ACTIVE).count()
    asking = Challenge.objects.filter(challenger=user, status=Challenge.Status.OPEN).count()
    if running + asking >= MOST_GAMES_OF_A_GUEST:
        raise not_for_guests()


def check_is_not_blocked(seeker: User, sought: User) -> None:
    """Raise ``Forbidden`` where someone is sought by a person whom they block.

    The words are those for anyone who cannot be challenged: who blocks whom is shown to no one.
    """
    if Block.objects.filter(user=sought, blocked=seeker).exists():
        raise Forbidden(
            _("{username} doesn't accept this challenge.").format(username=name_of(sought)),
            code="challenge_not_taken",
        )


def check_are_friends(people: Collection[User]) -> None:
    """Raise ``Forbidden`` where someone in family mode would play with another than a friend."""
    for family, other in strangers_of_family(people):
        raise Forbidden(
            _("{family} plays with friends only, and {username} isn't one.").format(
                family=name_of(family), username=name_of(other)
            ),
            code="friends_only",
        )


def check_plays(sought: User, ruleset: str) -> None:
    """Raise ``Forbidden`` where a house bot is asked to a game that no program plays."""
    if not sought.is_bot:
        return
    house = HouseRobot.objects.filter(pk=sought.pk).first()
    if house is not None and not house.plays(ruleset):
        name = registry.get(ruleset).name
        raise Forbidden(
            _("{username} doesn't play {name}.").format(username=name_of(sought), name=name),
            code="challenge_not_taken",
        )


def check_has_begun_others(user: User) -> None:
    """Raise ``Conflict`` where someone collects games from the lobby without playing them."""
    played = Turn.objects.filter(game=OuterRef("game"), side=OuterRef("side"))
    waiting = Player.objects.filter(
        ~Exists(played), user=user, deadline__isnull=False, game__status__in=Game.ACTIVE
    )
    if waiting.count() >= MOST_NOT_BEGUN:
        raise Conflict(
            _("{number} games wait for your first turn. Play there first.").format(
                number=MOST_NOT_BEGUN
            ),
            code="too_many_games_waiting",
        )


def check_is_not_flooding(challenger: User, opponent: User | None, now: datetime) -> None:
    """Raise ``Conflict`` for one challenge too many: unanswered, to one person, or in a day."""
    counts = count_challenges(challenger.pk, opponent.pk if opponent else None, now)
    if opponent is not None and counts.open_to_one >= MOST_OPEN_TO_ONE:
        raise _too_many(
            _(
                "{username} hasn't answered {most_open_to_one} of your challenges yet. Wait or "
                "cancel one."
            ).format(username=opponent.username, most_open_to_one=MOST_OPEN_TO_ONE)
        )
    if opponent is not None and counts.today_to_one >= MOST_TO_ONE_A_DAY:
        raise _too_many(
            _(
                "You've challenged {username} {most_to_one_a_day} times today. Wait until tomorrow."
            ).format(username=opponent.username, most_to_one_a_day=MOST_TO_ONE_A_DAY)
        )
    if opponent is not None and counts.today >= MOST_A_DAY:
        raise _too_many(
            _("You've sent {most_a_day} challenges today. Wait until tomorrow.").format(
                most_a_day=MOST_A_DAY
            )
        )
    if counts.made >= MOST_MADE_A_DAY:
        raise _too_many(
            _("You've sent {number} challenges in a day. Wait a while.").format(
                number=MOST_MADE_A_DAY
            )
        )
    if counts.open >= MOST_OPEN:
        raise _too_many(
            _("You have {most_open} open challenges. Wait or cancel one.").format(
                most_open=MOST_OPEN
            )
        )


def _too_many(detail: str) -> Conflict:
    return Conflict(detail, code="too_many_challenges")


def check_robots_have_time(challenger: User, asked: Sequence[User], now: datetime) -> None:
    """Raise ``Conflict`` where someone plays house bots as often as one person may.

    Nothing is asked of the database where no bot is among those who are asked to play.
    """
    bots = [user.pk for user in asked if user.is_bot]
    if not bots or not HouseRobot.objects.filter(pk__in=bots).exists():
        return
    waiting = Challenge.objects.filter(
        challenger=challenger,
        status=Challenge.Status.OPEN,
        expires_at__gt=now,
        opponent__robot__isnull=False,
    )
    if waiting.count() + count_games_against_robots(challenger.pk) >= MOST_AGAINST_ROBOTS:
        raise Conflict(
            _("You have {most_against_robots} games with house bots. Finish one first.").format(
                most_against_robots=MOST_AGAINST_ROBOTS
            ),
            code="too_many_robot_games",
        )


def count_games_against_robots(user_id: int) -> int:
    """Return how many games this person has begun with house bots and not finished."""
    mine = Player.objects.filter(user=user_id, game__status__in=Game.ACTIVE).values("game_id")
    return Player.objects.filter(game__in=mine, user__robot__isnull=False).count()


def check_have_room(accepter: User, challenger: User) -> None:
    """Raise ``Conflict`` where one of two plays as many games as anyone may; bots play all.

    Two games that begin at one moment may both be the last: the bound need not be exact.
    """
    running = Player.objects.filter(game__status__in=Game.ACTIVE, user__robot__isnull=True)
    both = running.filter(user__in=[accepter, challenger]).values_list("user_id")
    counts = dict(both.annotate(Count("id")))
    if counts.get(accepter.pk, 0) >= MOST_GAMES:
        raise Conflict(
            _("You have {most_games} games in progress. Finish one first.").format(
                most_games=MOST_GAMES
            ),
            code="too_many_games",
        )
    if counts.get(challenger.pk, 0) >= MOST_GAMES:
        raise Conflict(
            _("Your opponent already has {most_games} games in progress.").format(
                most_games=MOST_GAMES
            ),
            code="too_many_games",
        )


def check_are_here(people: Sequence[int], here: frozenset[int]) -> None:
    """Raise a refusal if one of these accounts was deleted; ``people[0]`` is who asks."""
    if people[0] not in here:
        raise Forbidden(_("This account was deleted."), code="forbidden")
    if not here.issuperset(people):
        raise opponent_gone()


def opponent_gone() -> Conflict:
    """Return the refusal of a game with someone who has left."""
    return Conflict(_("Your opponent is no longer online."), code="opponent_gone")


Check = Callable[[Terms, Collection[User], datetime], None]
"""Raises a refusal where these people cannot agree on these terms; they are held."""
CHECKS: Final[Hook[Check]] = Hook()


def check_agreement(terms: Terms, people: Collection[User], now: datetime) -> None:
    """Raise the refusal of the first check that objects."""
    check_are_friends(people)
    for check in CHECKS:
        check(terms, people, now)
