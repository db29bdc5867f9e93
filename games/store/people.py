"""Reading people: friends, the search by name, and what family mode hides from whom."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from django.db import connection
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Challenge, Friend, Game, Player
from games.refusals import NotFound

FEWEST_LETTERS: Final = 2
MOST_FOUND: Final = 20
_LOOKED_AT: Final = 250
"""Names that are compared by activity: of a million so many begin with the same three letters.
Where more begin alike, one more letter finds the rest."""


def find_player(username: str, *, viewer: int | None) -> User:
    """Return the person of this name, in any case of letters, as far as this viewer may see them.

    Raises ``NotFound``.
    """
    user = None
    if username.isascii() and username.isprintable():
        user = User.objects.filter(username__iexact=username).first()
    if user is None or hides_from(user, viewer):
        raise NotFound(_("This player doesn't exist."))
    return user


def hides_from(user: User, viewer: int | None) -> bool:
    """Return whether family mode hides a person from this viewer; most hide from no one."""
    return user.is_family and user.pk != viewer and not is_friend(user.pk, viewer)


def is_friend(user_id: int | None, of: int | None) -> bool:
    """Return whether the first of these people calls the second a friend."""
    return (
        user_id is not None
        and of is not None
        and Friend.objects.filter(user=user_id, friend=of).exists()
    )


def friends_of(user_id: int) -> QuerySet[Friend]:
    """Return whom this person calls a friend, by name."""
    found = Friend.objects.filter(user=user_id, friend__deleted_at__isnull=True)
    return found.select_related("friend").order_by("friend__username")


def not_shown_to(viewer: int | None) -> Q:
    """Return what holds for people whom family mode hides from this viewer."""
    if viewer is None:
        return Q(is_family=True)
    friends = Friend.objects.filter(user=OuterRef("pk"), friend=viewer)
    return Q(~Exists(friends), is_family=True) & ~Q(pk=viewer)


def hides_game(viewer: int | None) -> Exists:
    """Return, asked of a game, whether a player in family mode hides it from this viewer."""
    hidden = User.objects.filter(not_shown_to(viewer), seats__game=OuterRef("pk"))
    return Exists(hidden)


def may_watch(game: Game, viewer: int | None) -> bool:
    """Return whether this viewer may see a game; the players always may.

    Games with a player in family mode are private, so all others cost nothing.
    """
    if game.is_public or any(seat.user_id == viewer for seat in game.seats):
        return True
    people = [seat.user_id for seat in game.seats]
    return not User.objects.filter(not_shown_to(viewer), pk__in=people).exists()


def may_watch_id(game_id: str, viewer: int | None) -> bool:
    """Return whether this viewer may see a private game of which only the id is known."""
    if viewer is not None and Player.objects.filter(game=game_id, user=viewer).exists():
        return True
    return not User.objects.filter(not_shown_to(viewer), seats__game=game_id).exists()


def may_see_challenge(challenge: Challenge, viewer: int | None) -> bool:
    """Return whether this viewer may see a challenge that concerns them."""
    if hides_from(challenge.challenger, viewer):
        is_asked = viewer is not None and challenge.opponent_id == viewer
        return is_asked or _is_seated(challenge, viewer)
    if not challenge.is_for_several or challenge.challenger_id == viewer:
        return True
    seated = User.objects.filter(not_shown_to(viewer), invitations__challenge=challenge)
    return not seated.exists() or _is_seated(challenge, viewer)


def _is_seated(challenge: Challenge, viewer: int | None) -> bool:
    return viewer is not None and challenge.invitations.filter(user=viewer).exists()


def strangers_of_family(people: Iterable[User]) -> list[tuple[User, User]]:
    """Return each person in family mode with the others who are no friend of theirs.

    House bots are nobody's strangers. Nothing is asked where no one is in family mode.
    """
    people = list(people)
    families = [one for one in people if one.is_family]
    if not families:
        return []
    ids = [one.pk for one in people]
    known = set(
        Friend.objects.filter(user__in=families, friend__in=ids).values_list("user", "friend")
    )
    house = set(User.objects.filter(pk__in=ids, robot__isnull=False).values_list("pk", flat=True))
    return [
        (family, other)
        for family in families
        for other in people
        if other.pk != family.pk and other.pk not in house and (family.pk, other.pk) not in known
    ]


class Found(NamedTuple):
    """A player that a search found."""

    username: str
    is_bot: bool
    is_friend: bool


# Names that begin so come from the index user_name_prefix, in its order. How active someone is
# follows from the events that they have heard, of which their inbox keeps the number. Those who
# block the reader are hashed once: as an array they would be compared one by one for each name.
_SEARCH: Final = """
    SELECT person.username, person.is_bot, friend.id IS NOT NULL
    FROM (
        SELECT id, username, is_bot FROM accounts_user
        WHERE UPPER(username) LIKE %s AND is_active AND deleted_at IS NULL
            AND guest_since IS NULL AND (NOT is_family OR EXISTS (
                SELECT FROM games_friend mine
                WHERE mine.user_id = accounts_user.id AND mine.friend_id = %s
            )) AND id <> %s AND id NOT IN (
                SELECT user_id FROM games_block WHERE blocked_id = %s
            )
        LIMIT %s
    ) person
    LEFT JOIN games_inbox inbox ON inbox.user_id = person.id
    LEFT JOIN games_friend friend ON friend.user_id = %s AND friend.friend_id = person.id
    ORDER BY UPPER(person.username) = %s DESC, friend.id IS NOT NULL DESC,
        COALESCE(inbox.last_number, 0) DESC, UPPER(person.username)
    LIMIT %s
"""


def search_players(letters: str, reader: int) -> list[Found]:
    """Return the players whose names begin with these letters: an exact match, friends, the active.

    Never a guest, a deleted or locked account, someone who blocks the reader, or someone in family
    mode whose friend the reader is not.

    ORM: ``User.objects.filter(username__istartswith=letters, …)`` without the hidden ones, ordered
    by ``-inbox__last_number``, of at most ``_LOOKED_AT`` names.
    """
    upper = letters.upper()
    escaped = upper.replace("\\", r"\\").replace("%", r"\%").replace("_", r"\_")
    values: list[Any] = [f"{escaped}%", reader, reader, reader, _LOOKED_AT]
    with connection.cursor() as cursor:
        cursor.execute(_SEARCH, [*values, reader, upper, MOST_FOUND])
        return [Found(*row) for row in cursor.fetchall()]
