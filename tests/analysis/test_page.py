"""The page that says what decided a game: complete without a script, as the API says it."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from itertools import combinations

import pytest
from django.test import Client
from rest_framework.test import APIClient

from accounts.models import User
from games.features.analysis import season
from games.features.analysis.bars import bars, rounded
from games.features.analysis.drawing import EDGE, HEIGHT, WIDTH, chart
from games.features.analysis.making import analyse
from games.features.analysis.models import Analysis
from games.features.analysis.templatetags.analysis import spoken
from games.features.analysis.totals import Totals, TurnMarks, whole
from games.features.analysis.wording import Decided, Stroke, brief, decided, headed, sentence
from games.models import Game
from games.rules.contract import WHOLE
from tests.analysis.staged import analysed, played_out, resigned, some_turns
from tests.analysis.test_api import check, get
from tests.conftest import Browsers

pytestmark = pytest.mark.django_db


def text_of(page: bytes) -> str:
    """Return what a page says."""
    shown = re.sub(r"<(script|style)[^>]*>.*?</\1>", " ", page.decode(), flags=re.S)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", shown))


def summed(**changes: object) -> Decided:
    """Return a sum of Ana against Ben."""
    usual: dict[str, object] = {
        "alone": 62, "luck": 38, "gained": 38, "result": 100, "last": None,
        "names": ("Ana", "Ben"), "is_you": False, "strokes": (),
    }  # fmt: skip
    return Decided(**{**usual, **changes})  # type: ignore[arg-type]


CORNER = Stroke(44, -58, "corner", 20)
GOAL = Stroke(35, 26, "goal", 20)


@pytest.mark.parametrize(
    ("sum_", "said"),
    [
        (
            summed(luck=4),
            "In sum, luck changed little. With average luck, Ana's chance to win was 62%.",
        ),
        (
            summed(luck=0, alone=99, had_luck=False),
            "Luck changed nothing. With average luck, Ana's chance to win was 99%.",
        ),
        (
            summed(luck=-62, result=0, strokes=(CORNER,)),
            "With average luck, Ana's chance to win was 62%. One corner (chance: 20%) decided it.",
        ),
        # Without it the others had turned the game just as well.
        (
            summed(luck=-62, result=0, strokes=(Stroke(44, -40, "corner", 20),)),
            "With average luck, Ana's chance to win was 62%."
            " Luck gave Ben 62 points, most of them in turn 44.",
        ),
        (
            summed(strokes=(GOAL,)),
            "With average luck, Ana's chance to win was 62%."
            " Luck gave Ana 38 points, most of them in turn 35.",
        ),
        (
            summed(gained=60, strokes=(GOAL,)),
            "With average luck, Ana's chance to win was 62%. Luck gave Ana 38 points.",
        ),
        # A roll that gave more than all of them together has not given most of that.
        (
            summed(luck=14, strokes=(Stroke(28, 38, "save", 25),)),
            "With average luck, Ana's chance to win was 62%. Luck gave Ana 14 points.",
        ),
        (
            summed(is_you=True, strokes=(Stroke(9, 12, "save", 50),)),
            "With average luck, your chance to win was 62%. Luck gave you 38 points.",
        ),
        (
            summed(alone=50, luck=-50, result=0, is_you=True),
            "With average luck, your chance to win was 50%. Luck gave Ben 50 points.",
        ),
        # 99 to 1 and 80 points for the other would look like 81.
        (
            summed(alone=99, luck=-80),
            "The turns decided it for Ana, although luck gave Ben 80 points.",
        ),
        (
            summed(alone=99, luck=-80, is_you=True),
            "The turns decided it for you, although luck gave Ben 80 points.",
        ),
        (
            summed(alone=1, luck=80, result=0, is_you=True),
            "The turns decided it for Ben, although luck gave you 80 points.",
        ),
        (summed(last=31), "When the game ended, Ana's chance to win was 31%."),
        (summed(last=69, is_you=True), "When the game ended, your chance to win was 69%."),
        (summed(last=50), "When the game ended, Ana's chance to win was 50%."),
    ],
)
def test_the_sentence_is_made_by_rule(sum_: Decided, said: str) -> None:
    assert sentence(sum_) == said


def test_the_page_has_it_as_a_headline_with_a_sentence_below() -> None:
    one = summed(is_you=True, strokes=(GOAL,))
    assert headed(one) == (
        "Luck gave you 38 points, most of them in turn 35.",
        "With average luck, your chance to win was 62%.",
    )
    assert headed(summed(last=50)) == ("When the game ended, Ana's chance to win was 50%.", "")


def test_the_card_says_it_in_a_line() -> None:
    mine = summed(alone=66, luck=34, is_you=True)
    assert brief(mine) == "With average luck, your chance to win was 66%. Luck gave you the rest."
    lost = summed(alone=30, luck=-30, result=0, is_you=True)
    assert (
        brief(lost)
        == "With average luck, your chance to win was 30%. Bad luck cost you that chance."
    )
    theirs = "With average luck, Ana's chance to win was 66%. Luck gave Ana the rest."
    assert brief(summed(alone=66, luck=34)) == theirs
    theirs = "With average luck, Ana's chance to win was 30%. Bad luck cost Ana that chance."
    assert brief(summed(alone=30, luck=-30, result=0)) == theirs
    drawn = summed(alone=30, luck=20, result=50, is_you=True)
    assert brief(drawn) == "With average luck, your chance to win was 30%. Luck gave you 20 points."
    assert brief(summed(alone=99, luck=-80)) == "Ana won despite bad luck"
    assert brief(summed(alone=99, luck=-80, is_you=True)) == "You won despite bad luck"
    lost = summed(alone=1, luck=80, result=0, is_you=True)
    assert brief(lost) == "Ben won despite bad luck"
    few = "With average luck, Ana's chance to win was 99%. Luck gave Ben 14 points."
    assert brief(summed(alone=99, luck=-14)) == few
    little = "With average luck, Ana's chance to win was 99%. In sum, luck changed little."
    assert brief(summed(alone=99, luck=-4)) == little
    assert brief(summed(last=30)) == "When the game ended, Ana's chance to win was 30%."


@pytest.mark.parametrize("turns", [1, 7, 60, 146, 600])
def test_the_chart_shows_the_whole_game_however_long(turns: int) -> None:
    half = WHOLE // 2
    marks = [TurnMarks(number, half, half, half) for number in range(1, turns + 1)]
    drawn = chart(half, marks, [("goal", True)] * turns, [1, turns], turned=False)
    assert len(drawn.points) == turns
    assert drawn.points[-1].x == WIDTH - EDGE
    assert drawn.area.count("L") == turns
    assert all(x <= drawn.width for x in drawn.rounds)


def test_no_sign_and_no_number_of_the_chart_lies_over_another() -> None:
    half, low = WHOLE // 2, WHOLE // 10
    # A corner is followed by a goal; then the last turns are a loss, a save and a goal.
    marks = [
        TurnMarks(number, half, half, low if number == 13 else half) for number in range(1, 21)
    ]
    marks[17:] = [TurnMarks(18, half, low, low), TurnMarks(19, low, low, low)]
    marks += [TurnMarks(20, low, low, 0)]
    outcomes = {12: "corner", 13: "goal", 18: "loss", 19: "save", 20: "goal"}
    of_turns = [(outcomes.get(one.number, ""), True) for one in marks]

    points = chart(half, marks, of_turns, [1, 14], turned=False).points

    assert [one.outcome for one in points] == ["corner", "goal", "loss", "save", "goal"]
    signs = [(one.x - 7, one.y - 7, one.x + 7, one.y + 7) for one in points]
    labels = [
        (one.label_x - 12, one.label_y - 10, one.label_x + 12, one.label_y)
        for one in points
        if one.label
    ]
    assert [one.label for one in points if one.outcome == "goal"] == ["13\u2032", "20\u2032"]
    for a, b in combinations([*signs, *labels], 2):
        assert a[0] >= b[2] or b[0] >= a[2] or a[1] >= b[3] or b[1] >= a[3]
    for left, top, right, bottom in [*signs, *labels]:
        assert min(left, top) >= 0
        assert right <= WIDTH
        assert bottom <= HEIGHT


def test_the_published_season_ranks_the_bots_by_their_turns() -> None:
    """`master` misses more than `hard` by this value, so that isn't in it."""
    found = season.figures()
    assert found["sums_off"] == 0
    assert all(abs(one["mean"]) <= 3 * one["error"] for one in found["luck_of_a_roll"].values())
    choice = found["choice_against_medium"]
    assert choice["easy"]["mean"] + 3 * choice["easy"]["error"] < 0
    assert all(choice[one]["mean"] - 3 * choice[one]["error"] > 0 for one in ("hard", "master"))
    missed = [found["missed_against_medium"][one]["mean"] for one in ("easy", "medium", "hard")]
    assert missed == sorted(missed, reverse=True)
    again = found["stood_again"]
    assert again["master"]["mean"] < again["medium"]["mean"]


def test_whole_points_add_up_by_the_largest_remainder() -> None:
    assert rounded([5009, 2023, 3380, -412], 100) == [50, 20, 34, -4]
    assert rounded([3333, 3333, 3334], 100) == [33, 33, 34]
    assert rounded([10_050, -50], 100) == [101, -1]
    assert rounded([5050, 3000], 81) == [51, 30]
    assert rounded([5050, 3000], 80) == [50, 30]


def test_the_sentence_the_bars_and_the_api_say_the_same_numbers() -> None:
    for luck in (-3351, -650, -50, -49, 0, 49, 50, 1449, 3350):
        totals = Totals(5057, 10_000, (10_000 - 5057 + 133 - luck, 0), (9, 9), luck, -133, 0, 0)
        for turned in (False, True):
            shown = {
                bar.kind: int(bar.value.replace("\u2212", "-"))
                for bar in bars(totals, turned=turned).rows
            }
            found = decided(totals, [], [], ("Ana", "Ben"), turned=turned, is_you=False)
            assert shown["dice"] == found.luck
            rest = sum(shown.values()) - shown["dice"]
            assert min(max(rest, 1), 99) == found.alone
            assert found.alone == (100 - totals.alone if turned else totals.alone)
    totals = Totals(5009, 10_000, (-317, -2340), (36, 35), 3380, -412, 0, 0)
    for turned in (False, True):
        drawn = bars(totals, turned=turned).rows
        assert all(bar.width >= 3 and 0 <= bar.x <= 100 - bar.width for bar in drawn)
        values = [bar.value.replace("\u2212", "-") for bar in drawn]
        assert sum(map(int, values)) == (0 if turned else 100)


def test_the_bars_say_where_their_scale_has_0_50_and_100() -> None:
    within = Totals(5000, 10_000, (1500, 0), (9, 9), 3500, 0, 0, 0)
    beyond = Totals(5000, 10_000, (10_000, 0), (9, 9), -5000, 0, 0, 0)

    assert bars(within, turned=False).marks == {0: 0, 50: 50, 100: 100}
    # The dice took everything first: no bar says more than 100.
    rows, marks = bars(beyond, turned=False)
    assert marks == {0: 0, 50: 50, 100: 100}
    assert [(one.kind, one.x, one.x + one.width) for one in rows] == [
        ("start", 0, 50), ("dice", 0, 50), ("turns", 0, 100),
    ]  # fmt: skip
    # Where no order is within, the frame is as wide as the bars.
    farther = Totals(5000, 10_000, (15_000, 0), (9, 9), -10_000, 0, 0, 0)
    rows, marks = bars(farther, turned=False)
    assert marks == {0: 33.33, 50: 66.67, 100: 100}
    assert [round(one.x) for one in rows] == [33, 0, 0]


def test_a_game_to_its_end_adds_up_and_the_page_says_what_the_api_says(
    game: Game, alice: User, bob: User, anonymous: APIClient, browse: Browsers, now: datetime
) -> None:
    over = analysed(played_out(game, now), now)
    answer = get(anonymous, over)
    shown = answer.json()
    check(shown)
    assert (shown["end"], shown["result"]) == (None, 100 if over.winner == "white" else 0)
    assert len(shown["turns"]) == over.next_turn - 1
    assert shown["turning_points"]["luck"] == sorted(shown["turning_points"]["luck"])
    for turn in shown["turns"]:
        assert (turn["shot"] is not None) or turn["luck"] == 0
    held = {"HTTP_IF_NONE_MATCH": answer["ETag"]}
    assert anonymous.get(f"/api/v1/games/{over.pk}/analysis", **held).status_code == 304

    page = browse(alice).get(f"/games/{over.pk}/analysis/")

    assert page.status_code == 200
    content = page.content.decode()
    rows = re.findall(r'<tr id="t(\d+)">(.*?)</tr>', content, flags=re.S)
    assert [int(number) for number, _ in rows] == [one["number"] for one in shown["turns"]]
    for (_, row), turn in zip(rows, shown["turns"], strict=True):
        sign = 1 if turn["side"] == "white" else -1
        assert f"{whole(round(100 * turn['before']))}<" in row
        # The page shows by how much the whole chances differ, so that they add up.
        for mark in (abs(sign * turn["choice"]), abs(turn["luck"])):
            near = whole(round(100 * mark))
            assert any(f"{near + off}<" in row for off in (-1, 0, 1)) or mark < 1
    for one in shown["turns"]:
        if one["shot"]:
            assert f'href="#t{one["number"]}"' in content
    # Every turn that the chart marks as costly is a turning point.
    for costly in re.findall(r'href="#t(\d+)" class="mark loss', content):
        assert f'<a href="#t{costly}" data-show' in content.partition('id="points-title"')[2]
    worst = max(shown["turns"], key=lambda one: abs(one["choice"]))
    if abs(worst["choice"]) >= 20 and not worst["shot"]:
        assert f'href="#t{worst["number"]}" class="mark loss' in content
    white, black = shown["alone"].values()
    for reader, mine, name in ((alice, white, "bob"), (bob, black, "alice")):
        alone = f"With average luck, your chance to win was {mine}%."
        for part in ("", "analysis/"):
            said = text_of(browse(reader).get(f"/games/{over.pk}/{part}").content)
            assert alone in said or "although luck gave" in said or "despite bad luck" in said
        is_winner = (over.winner == "white") == (reader == alice)
        assert f"Full time {'You' if is_winner else name} won" in " ".join(said.split())
    lines = Client().get(f"/games/{over.pk}/analysis.csv").content.decode().splitlines()
    assert len(lines) == len(rows) + 1
    assert lines[1].endswith(f"{shown['turns'][0]['after']:.2f}")


def test_before_it_is_there_the_page_waits_and_an_older_game_is_asked_for(
    game: Game, alice: User, browse: Browsers, now: datetime
) -> None:
    over = resigned(game, now)
    address, alices = f"/games/{over.pk}/analysis/", browse(alice)
    assert 'http-equiv="refresh"' in alices.get(address).content.decode()
    Game.objects.filter(pk=over.pk).update(finished_at=now - timedelta(days=1))
    assert "hasn't been analysed yet" in text_of(alices.get(address).content).replace("&#x27;", "'")
    assert alices.post(f"{address}ask/").headers["Location"] == address
    assert 'http-equiv="refresh"' in alices.get(address).content.decode()
    analyse(now, 60.0)
    assert "When the game ended" in text_of(alices.get(address).content)
    Analysis.objects.update(status="failed")
    assert "couldn" in text_of(alices.get(address).content)


def test_there_is_no_page_of_a_running_or_a_private_game(
    game: Game, alice: User, charlie: User, browse: Browsers, now: datetime
) -> None:
    some_turns(game, 5, now)
    page = browse(alice).get(f"/games/{game.pk}/analysis/")
    assert "over yet" in text_of(page.content)
    assert "svg viewBox" not in page.content.decode()
    over = analysed(resigned(game, now), now)
    Game.objects.filter(pk=over.pk).update(is_public=False)
    assert browse(charlie).get(f"/games/{over.pk}/analysis/").status_code == 404
    assert browse(charlie).get(f"/games/{over.pk}/analysis.csv").status_code == 404
    assert browse(alice).get(f"/games/{over.pk}/analysis/").status_code == 200


def test_full_time_and_history_lead_there(
    game: Game, alice: User, charlie: User, browse: Browsers, now: datetime
) -> None:
    over = resigned(game, now)
    link = f'href="/games/{over.pk}/analysis/"'
    assert link in browse(alice).get(f"/games/{over.pk}/").content.decode()
    over = analysed(over, now)
    page = browse(alice).get(f"/games/{over.pk}/").content.decode()
    assert link in page
    assert "When the game ended" in page
    history = browse(charlie).get(f"/games/{over.pk}/history/").content.decode()
    assert link in history


def test_changes_are_spoken_with_their_signs() -> None:
    assert [spoken(n, 0) for n in (-1, 0, 2)] == ["minus 1%", "no change", "plus 2%"]


def test_how_the_chances_are_worked_out_is_a_page() -> None:
    page = Client().get("/rules/chances/")
    assert page.status_code == 200
    said = text_of(page.content)
    assert "two equally strong bots" in said
    assert "Give or take" in said
    found = season.figures()
    assert f"{found['turns']:,} turns" in said
    assert "Otto lets more leads slip than they say, and Viktor fewer." in said
    leads = {one.name: one for one in season.leads()}
    assert leads["Otto"].off + 3 * leads["Otto"].error < 0
    assert leads["Viktor"].off - 3 * leads["Viktor"].error > 0
    assert not re.search(r"\s-\d|\d{4} turns", said)
