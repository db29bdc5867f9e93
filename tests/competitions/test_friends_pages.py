"""The pages of a cup among friends: set up in a tap, joined with or without an account."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.translation import override

from accounts.models import User
from games.features.competitions.models import Certificate, Competition, Entry, Match, Section
from games.features.competitions.pages.friends import preview
from games.features.competitions.services.among_friends import start
from games.models.faces import name_of
from games.play.robots import open_house
from tests.competitions.cups import MINUTE, beat, people
from tests.competitions.friends import make_friendly
from tests.markup import tight

pytestmark = pytest.mark.django_db


def as_user(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_one_tap_sets_up_a_cup_with_a_link_to_share(alice: User, charlie: User) -> None:
    beat(timezone.now())

    answer = as_user(alice).post("/competitions/among-friends/", {"kind": "cup"})

    cup = Competition.objects.get()
    assert answer["Location"] == f"/competitions/{cup.pk}/"
    page = as_user(alice).get(answer["Location"]).content.decode()
    assert f"/c/{cup.code}/" in page
    assert "Start now" in page
    assert "Start now with" not in page
    strange = as_user(charlie).get(answer["Location"]).content.decode()
    assert cup.code not in strange, "only the link lets friends in"
    assert "Start now" not in strange


def test_an_untouched_name_follows_its_kind_and_the_readers_language(alice: User) -> None:
    User.objects.update(language="de")
    client = as_user(alice)
    client.post("/competitions/among-friends/", {"kind": "cup"})
    cup = Competition.objects.get()
    assert cup.name == "Pokal von alice"
    paper = Certificate(entry=cup.entries.get(), competition=cup.name)

    User.objects.update(language="")
    url = f"/competitions/{cup.pk}/"
    page = client.get(url).content.decode()
    assert "Pokal" not in page
    assert "alice&#x27;s cup" in page
    assert paper.title == "alice's cup"
    settings = {"name": "alice's cup", "game": "eleven:1", "kind": "league", "turn_s": "86400"}
    client.post(f"{url}settings/", settings)

    cup.refresh_from_db()
    assert cup.title == "alice's league"
    with override("de"):
        assert cup.title == "Liga von alice"
    cup.name = "alice's cups"
    assert cup.title == "alice's cups", "it was typed"


def test_a_friend_joins_and_leaves_by_the_link(alice: User, bob: User) -> None:
    cup = make_friendly(timezone.now(), alice)
    link, client = f"/c/{cup.competition.code}/", as_user(bob)
    assert "alice invites you" in client.get(link).content.decode()

    joined = client.post(link)
    assert joined["Location"] == f"/competitions/{cup.competition.pk}/"
    page = tight(client.get(joined["Location"]).content.decode())
    assert "bob (you)" in page
    assert "You're in. alice starts when everyone is here." in page
    assert client.get(link)["Location"] == joined["Location"]
    client.post(f"{joined['Location']}open/withdraw/")

    assert not Entry.objects.filter(user=bob).exists()
    assert Client().get("/c/nothing1/").status_code == 404


def test_a_stranger_joins_as_a_guest_and_leaves_again(alice: User) -> None:
    cup = make_friendly(timezone.now(), alice)
    client = Client()

    joined = client.post(f"/c/{cup.competition.code}/", {"time_zone": "Europe/Vienna"})

    guest = Entry.objects.get(place=2).user
    assert guest.is_guest
    assert name_of(guest) in client.get(joined["Location"]).content.decode()
    client.post(f"{joined['Location']}open/withdraw/")
    assert Entry.objects.count() == 1
    own = client.post("/competitions/among-friends/")
    assert own["Location"].startswith("/keep/")


def test_a_full_cup_says_so(alice: User, bob: User) -> None:
    cup = make_friendly(timezone.now(), alice, people(7))

    answer = as_user(bob).post(f"/c/{cup.competition.code}/", follow=True)

    assert "All 8 places are taken." in answer.content.decode()


def test_the_organiser_alone_changes_adds_removes_and_starts(alice: User, bob: User) -> None:
    open_house()
    cup = make_friendly(timezone.now(), alice, [bob], ruleset="eleven")
    url = f"/competitions/{cup.competition.pk}/"
    settings = {"name": "Final", "game": "eleven:1", "kind": "cup", "turn_s": "43200"}
    acts = [("settings/", settings), ("bots/", {"strength": "easy"}), ("players/3/remove/", {})]
    for path, said in [*acts, ("call-off/", {}), ("start/", {})]:
        refused = as_user(bob).post(url + path, said, follow=True).content.decode()
        assert "Only the organiser" in refused
    cup.competition.refresh_from_db()
    assert cup.competition.name == "Friday Cup"

    client = as_user(alice)
    for path, said in acts:
        client.post(url + path, said)
    cup.competition.refresh_from_db()
    assert (cup.competition.name, cup.competition.turn_s) == ("Final", 43200)
    assert cup.competition.options == {"goals_to_win": 1}
    assert Entry.objects.count() == 2, "the bot came and went"
    client.post(f"{url}start/")
    assert cup.section.status == "playing"


@pytest.mark.parametrize(
    ("players", "is_league", "words"),
    [
        (1, False, "You need at least two players."),
        (2, False, "Final. No one can join after the start."),
        (5, False, "3 players, drawn at random, skip the first round."),
        (7, False, "1 player, drawn at random, skips the first round."),
        (8, False, "Quarter-finals, Semi-finals, Final. No one can join after the start."),
        (2, True, "1 match. Everyone plays everyone."),
        (4, True, "6 matches. Everyone plays everyone."),
    ],
)
def test_what_a_start_would_bring_is_said_before(players: int, is_league: bool, words: str) -> None:
    assert preview(players, is_league=is_league) == words


def test_a_guest_has_one_name_from_the_bracket_to_the_certificate(alice: User) -> None:
    cup = make_friendly(timezone.now(), alice)
    guest = Client()
    url = guest.post(f"/c/{cup.competition.code}/", {"time_zone": "UTC"})["Location"]
    as_user(alice).post(f"{url}start/")
    assert " UTC." in guest.get(url).content.decode(), "the last day of the round"
    (row,) = cup.running()
    cup.win(row, Entry.objects.get(place=2).number or 0)
    cup.pass_to(timezone.now() + MINUTE)

    page = guest.get(url).content.decode()
    paper = guest.get(f"/certificates/{Certificate.objects.get(standing=1).pk}/").content.decode()

    standing = page[page.index('id="result"') : page.index('class="cols2"')]
    name = name_of(Entry.objects.get(place=2).user)
    assert name.startswith("Guest ")
    assert name in standing
    assert name in paper
    me = guest.get("/me/").content.decode()
    assert f"<b>{name}</b>" in me, "the name of a guest is one everywhere"
    assert "guest-" not in page + paper


def test_a_guest_has_a_name_in_the_list_and_may_change_it(alice: User) -> None:
    cup = make_friendly(timezone.now(), alice)
    guest, link = Client(), f"/c/{cup.competition.code}/"
    assert 'name="guest_name"' in guest.get(link).content.decode()
    assert 'name="guest_name"' not in as_user(alice).get(link, follow=True).content.decode()

    assert "No spaces." in guest.get(link).content.decode(), "it says so before"
    refused = guest.post(link, {"guest_name": "charlie two"})
    assert refused.status_code == 422
    assert "but no spaces." in refused.content.decode()

    url = guest.post(link, {"guest_name": "charlie"})["Location"]

    page = tight(guest.get(url).content.decode())
    assert "charlie (guest) (you)" in page
    assert "charlie (guest)" in as_user(alice).get(url).content.decode()
    assert 'value="charlie"' in guest.get("/keep/").content.decode()
    assert guest.post(link, {"guest_name": "charlie2"}).status_code == 302
    assert "charlie2 (guest)" in guest.get(url).content.decode()
    guest.post(link, {"guest_name": ""})
    assert "charlie2 (guest)" in guest.get(url).content.decode(), "nothing typed changes nothing"
    as_user(alice).post(f"{url}start/")
    guest.post(link, {"guest_name": "charlie3"})
    assert name_of(Entry.objects.get(place=2).user) == "charlie2 (guest)"


@pytest.mark.parametrize(
    "name", ["alice", "A1ice", "x", "a" * 20, "<b>bold</b>", "admin", "guest-one", "charlie"]
)
def test_a_name_that_no_account_could_have_is_refused_to_a_guest(alice: User, name: str) -> None:
    cup = make_friendly(timezone.now(), alice)
    link = f"/c/{cup.competition.code}/"
    Client().post(link, {"guest_name": "Charlie"})

    answer = Client().post(link, {"guest_name": name})

    assert answer.status_code == 422
    assert "errorlist" in answer.content.decode()
    assert "<b>bold" not in answer.content.decode()
    assert (Entry.objects.count(), User.objects.filter(guest_since__isnull=False).count()) == (2, 1)


def test_a_round_says_its_last_day_until_all_of_it_is_played(alice: User, bob: User) -> None:
    cup = make_friendly(timezone.now(), alice, [bob])
    start(alice, cup.competition.pk, now=cup.now)
    url = f"/competitions/{cup.competition.pk}/"
    running = tight(as_user(alice).get(url).content.decode())
    cup.win(cup.running()[0], Entry.objects.get(user=bob).number or 0)
    cup.pass_to(timezone.now() + MINUTE)

    over = tight(as_user(alice).get(url).content.decode())

    assert 'small until">until ' in running
    assert 'small until">1 of 1 played<' in over


def test_who_won_a_cup_is_congratulated(alice: User, bob: User) -> None:
    cup = make_friendly(timezone.now(), alice, [bob])
    waiting = as_user(alice).get(f"/competitions/{cup.competition.pk}/").content.decode()
    assert '<button type="button" class="btn" id="share"' in waiting, "the start is the green one"
    start(alice, cup.competition.pk, now=cup.now)
    cup.win(cup.running()[0], Entry.objects.get(user=bob).number or 0)
    cup.pass_to(timezone.now() + MINUTE)
    theirs, mine = (
        tight(as_user(user).get(f"/competitions/{cup.competition.pk}/").content.decode())
        for user in (bob, alice)
    )

    anyone = tight(Client().get(f"/competitions/{cup.competition.pk}/").content.decode())
    for page, title, way, means in (
        (theirs, "You won the cup!", "Your way", "beat alice"),
        (mine, "You came second.", "Your way", "lost to bob"),
        (anyone, "bob won the cup!", "The way to the cup", "beat alice"),
    ):
        assert f">{title}</h2>" in page
        assert page.count(title) == 1
        assert f"<h3>{way}</h3>" in page
        assert f"</small> {means}, by resignation<" in page
    assert ">bob won the cup!</p>" in mine
    for page, user in ((theirs, bob), (mine, alice)):
        paper = Certificate.objects.get(entry__user=user)
        # One green act a screen.
        assert re.findall('<a class="btn go" href="([^"]+)', page) == [f"/certificates/{paper.pk}/"]
        assert '<button class="btn">New cup<' in page


def test_the_page_of_a_match_leads_back_and_writes_scores_as_the_reader_does(
    alice: User, bob: User
) -> None:
    cup = make_friendly(timezone.now(), alice, [bob])
    start(alice, cup.competition.pk, now=cup.now)
    cup.win(cup.running()[0], Entry.objects.get(user=bob).number or 0)
    cup.pass_to(timezone.now() + MINUTE)
    url = f"/competitions/{cup.competition.pk}/open/"

    page = Client(headers={"Accept-Language": "de"}).get(f"{url}matches/1.1/").content.decode()

    assert f'<a class="back" href="{url}" aria-label="Friday Cup">' in page
    assert re.search("1:0|0:1", page)


def test_who_waits_in_the_final_can_watch_the_other_semi_final(
    alice: User, bob: User, charlie: User, dan: User
) -> None:
    cup = make_friendly(timezone.now(), alice, [bob, charlie, dan])
    start(alice, cup.competition.pk, now=cup.now)
    first, second = sorted(cup.running(), key=lambda row: row.match.number)
    cup.win(first, first.match.upper)
    cup.pass_to(timezone.now() + MINUTE)
    reader, other = cup.entry(first.match.upper).user, cup.entry(second.match.upper).user
    url = f"/competitions/{cup.competition.pk}/"

    page = as_user(reader).get(url).content.decode()

    green = re.findall('<a class="btn go" href="([^"]+)"', page)
    assert green == [f"/games/{second.game_id}/"]
    assert "Watch their game" in page
    playing = tight(as_user(other).get(url).content.decode())
    assert "Last day of the round:" in playing
    assert " left." not in playing, "the bracket says how long a turn has"


@pytest.mark.parametrize("kind", ["cup", "league"])
def test_of_a_cancelled_one_is_said_by_whom_and_no_more(alice: User, bob: User, kind: str) -> None:
    one = make_friendly(timezone.now(), alice, [bob], kind=kind)
    url = f"/competitions/{one.competition.pk}/"
    as_user(alice).post(f"{url}call-off/")

    pages = {user: as_user(user).get(url).content.decode() for user in (alice, bob)}
    assert f"You cancelled this {kind}." in pages[alice]
    assert f"alice cancelled this {kind}." in pages[bob]
    assert f"New {kind}" in pages[bob]
    for page in (*pages.values(), Client().get(url).content.decode()):
        assert "Play starts" not in page
        assert "Was the draw fair?" not in page
    Section.objects.update(finished_at=one.competition.closes_at)
    assert "This competition was cancelled." in as_user(bob).get(url).content.decode()


def test_a_league_says_who_won_what_until_it_is_over(
    alice: User, bob: User, charlie: User, dan: User
) -> None:
    now = timezone.now()
    league = make_friendly(now, alice, [bob, charlie, dan], kind="league", ruleset="eleven")
    start(alice, league.competition.pk, now=now)
    client, url = as_user(alice), f"/competitions/{league.competition.pk}/"
    mine = league.section.entries.get(user=alice).number

    begun = tight(client.get(url).content.decode())
    assert "3 matches to play" in begun
    assert 'id="cross"' not in begun, "there is nothing in it yet"
    assert "until " in begun
    assert ">Play your turn<" in begun
    assert "Division 1" not in begun, "there is no other"
    assert "Season 1" not in begun

    first = next(row for row in league.running() if mine in (row.match.upper, row.match.lower))
    league.win(first, mine)
    league.pass_to(league.now + MINUTE)
    shown = tight(client.get(url).content.decode())
    assert "won · by resignation" in shown, "a match that was played stays among one's own"
    assert '<span aria-hidden="true">W</span>' in shown, "0:0 says of no one that they won"
    assert '<span aria-hidden="true">0:0<' not in shown
    assert "won the league" not in shown
    assert 'id="cross"' in shown

    league.play_out()
    over = tight(client.get(url).content.decode())
    assert "You finished " not in over, "it is said with who won"
    assert ">You came " in over or "You won the league!" in over
    assert "until " not in over
    assert " won the league!<" in over or "You won the league!<" in over
    assert ">Play your turn<" not in over
    paper = client.get(f"/certificates/{Certificate.objects.get(entry__user=alice).pk}/")
    assert ">beat " in paper.content.decode(), "it has the matches"
    assert ">by resignation<" in paper.content.decode()
    assert "Division 1" not in paper.content.decode()


def test_a_finished_cup_is_listed_for_those_who_played(
    alice: User, bob: User, charlie: User
) -> None:
    cup = make_friendly(timezone.now(), alice, [bob])
    start(alice, cup.competition.pk, now=cup.now)
    cup.win(cup.running()[0], Entry.objects.get(user=bob).number or 0)
    cup.pass_to(timezone.now() + MINUTE)

    pages = {
        user: tight(as_user(user).get("/competitions/").content.decode())
        for user in (alice, bob, charlie)
    }

    link = f'href="/competitions/{cup.competition.pk}/"'
    assert link in pages[alice]
    assert "<b>Finalist</b>" in pages[alice]
    assert link in pages[bob]
    assert "<b>Winner</b>" in pages[bob]
    assert link not in pages[charlie]
    [own] = [row for row in as_user(bob).get("/me/").context["kept"] if row.icon == "compete"]
    assert own[1:] == ("Your cups", "/competitions/#finished", "Friday Cup: Winner")


def test_a_running_game_names_the_cup_and_the_round(alice: User, bob: User) -> None:
    cup = make_friendly(timezone.now(), alice, [bob])
    start(alice, cup.competition.pk, now=cup.now)
    (row,) = cup.running()

    home = tight(as_user(alice).get("/").content.decode())
    # Whose turn it is decides which card it has.
    assert re.search(r'Final</b> <(small|span class="mute")>Friday Cup</', home)
    game = as_user(alice).get(f"/games/{row.game_id}/").content.decode()
    assert "Friday Cup · Final" in game


def test_the_menu_leads_to_the_cup_while_the_players_line_up(alice: User, bob: User) -> None:
    cup = make_friendly(timezone.now(), alice, [bob], ruleset="eleven")
    start(alice, cup.competition.pk, now=cup.now)
    (row,) = cup.running()

    page = tight(as_user(alice).get(f"/games/{row.game_id}/").content.decode())

    assert "Choose your formation" in page
    assert f'<a class="btn" href="/competitions/{cup.competition.pk}/open/">' in page


def test_who_is_out_is_shown_the_game_and_cannot_withdraw(alice: User, bob: User) -> None:
    cup = make_friendly(timezone.now(), alice, [bob, *people(2)])
    start(alice, cup.competition.pk, now=cup.now)
    row = cup.running()[0]
    url = f"/competitions/{cup.competition.pk}/"
    loser = as_user(cup.entry(row.match.lower or 0).user)
    assert "Withdraw…" in loser.get(url).content.decode()

    cup.win(row, row.match.upper or 0)
    cup.pass_to(cup.now + MINUTE)

    page = unescape(tight(loser.get(url).content.decode()))
    assert "You're out (Semi-final 1). Thank you for playing." in page
    assert f'<a href="/games/{row.game_id}/">See the game</a>' in page
    assert "Withdraw…" not in page
    assert page.count('class="btn go"') == 1
    assert "?game=standard" in page.partition("What next")[2]

    (other,) = (one for one in cup.running() if one.match_id != row.match_id)
    cup.win(other, other.match.upper or 0)
    cup.pass_to(cup.now + MINUTE)
    (final,) = cup.running()

    page = tight(loser.get(url).content.decode()).partition("What next")[2]
    assert f'<a class="btn go" href="/games/{final.game_id}/">Watch the final</a>' in page
    assert "?game=standard" in page


def test_a_final_is_marked_among_other_games(alice: User, bob: User) -> None:
    cup = make_friendly(timezone.now(), alice, [bob, *people(2)])
    start(alice, cup.competition.pk, now=cup.now)
    assert 'final"' not in as_user(alice).get("/").content.decode()

    for row in cup.running():
        cup.win(row, row.match.upper or 0)
    cup.pass_to(cup.now + MINUTE)
    (final,) = cup.running()
    finalist = cup.entry(final.match.upper or 0).user

    assert '<b class="tag with final">' in as_user(finalist).get("/").content.decode()


def test_full_time_of_a_cup_leads_to_the_cup(alice: User, bob: User) -> None:
    cup = make_friendly(timezone.now(), alice, [bob, *people(2)])
    start(alice, cup.competition.pk, now=cup.now)
    link = f'href="/competitions/{cup.competition.pk}/open/"'
    for name, won, lost in (
        ("Semi-finals", "You reached the final!", "You're out. Thank you for playing."),
        ("Final", "You won the cup!", "You lost the final and came 2nd."),
    ):
        for row in cup.running():
            cup.win(row, row.match.upper or 0)
            page, other = (
                tight(
                    as_user(cup.entry(number or 0).user)
                    .get(f"/games/{row.game_id}/")
                    .content.decode()
                )
                for number in (row.match.upper, row.match.lower)
            )
            assert f"Friday Cup · {name}" in page
            assert won in page
            assert lost in unescape(other)
            assert f'<a class="btn go" {link}> To the cup </a>' in page
            assert "Rematch" not in page
        cup.pass_to(cup.now + MINUTE)


def test_logging_in_to_create_a_cup_leads_back_to_the_button(alice: User) -> None:
    there = Client().post("/competitions/among-friends/").headers["Location"]
    assert there == "/accounts/login/?next=/competitions/among-friends/"

    back = as_user(alice).get("/competitions/among-friends/", follow=True)

    assert back.redirect_chain[-1][0] == "/competitions/"
    assert "Create a cup" in back.content.decode()


def test_a_bye_is_among_the_games_and_from_a_game_the_way_back_leads_to_the_cup(
    alice: User, bob: User, charlie: User
) -> None:
    now = timezone.now()
    cup = make_friendly(now, alice, [bob, charlie])
    start(alice, cup.competition.pk, now=now)
    section = f"/competitions/{cup.competition.pk}/open/"
    bye = Match.objects.get(by="bye")
    lucky = Entry.objects.get(number=bye.winner).user

    page = as_user(lucky).get("/").content.decode()

    assert "Friday Cup: you have a bye. Your next match starts when" in page
    assert f'href="{section}"' in page
    game = cup.running()[0].game
    player = next(one for one in (alice, bob, charlie) if one != lucky)
    assert "you have a bye" not in as_user(player).get("/").content.decode()
    back = tight(as_user(player).get(f"/games/{game.pk}/").content.decode())
    assert '<a class="back" href="/competitions/' in back
