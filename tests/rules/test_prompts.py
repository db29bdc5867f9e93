"""The line that says what a turn asks for, and a turn in shorthand."""

from __future__ import annotations

import pytest

from games.rules import registry
from games.rules.chess_eleven.choices import choices_after
from games.rules.chess_eleven.notation import read_position
from games.rules.chess_eleven.playing import play_turn
from games.rules.chess_eleven.words import prompts
from games.rules.chess_eleven.words.turn_summary import summarize

KICK_OFF = "1brkqr2/2pppp2/2n2n2/8/8/2N2N2/2PPPP2/1BRKQR2 w - kickoff c2d2e2f2c7d7e7f7 0"
CARRIER = "r2kn2r/2p1pp2/3p1nb1/1Q6/3P1N2/2N1P3/2P1BP2/R2K3R w b5 open - 4"
CORNER = "3k3r/8/6N1/8/4N3/8/1Q1P4/3K4 w h8 corner d2 0"
BLACKS = "3kr3/3p4/8/3n4/8/8/3P4/3K3R b d5 open d2d7 0"
LONGEST = 34
"""What a line of a phone 320 px wide holds."""


@pytest.mark.parametrize(
    ("position", "after", "line"),
    [
        (KICK_OFF, "", prompts.KICK_OFF),
        (KICK_OFF, "c3e4", prompts.KICK_OFF_PASS),
        (KICK_OFF, "c3e4 @d2", prompts.WHOLE),
        (CARRIER, "", prompts.WITH_BALL),
        (CARRIER, "c3d5", "Pass, shoot or send."),
        (CARRIER, "@e2", "Move or send."),
        (CARRIER, "@e2 e2f3", prompts.WHOLE),
        (CARRIER, "!e8", prompts.WHOLE),
        ("3kr3/3p4/8/4b3/3N4/8/3P4/3K4 w e5 open d2 0", "", prompts.WITHOUT_BALL),
        ("3k4/8/8/8/8/2N5/P7/3K3r w c3 open - 0", "", prompts.CHECK),
        (CORNER, "", prompts.CORNER_LOOSE),
        ("3k4/8/8/8/4N3/8/3P4/3K4 w h8 corner d2 0", "", prompts.CORNER_FAR),
        ("3k3N/8/8/8/8/8/3P4/3K4 w h8 corner d2 0", "", prompts.CORNER_TAKEN),
        ("8/3k3Q/8/8/8/8/3P4/3K4 w h7 open d2 0", "", prompts.WITH_BALL),
    ],
)
def test_a_turn_says_what_it_asks_for(position: str, after: str, line: str) -> None:
    assert choices_after(read_position(position), after.split())["prompt"] == line


def test_every_line_fits_a_narrow_phone() -> None:
    lines = [line for line in vars(prompts).values() if isinstance(line, str) and " " in line]

    said = [line for line in lines if line != prompts.__doc__]
    assert all(len(line) <= LONGEST for line in [*said, *prompts.MORE.values()])


@pytest.mark.parametrize(
    ("turn", "roll", "text"),
    [
        ("c3d5 !e8", 0, "Nc3–d5, shot e8: goal"),
        ("@e2", 0, "pass e2"),
        ("d4d5 !e8", 50, "d4–d5, shot e8: blocked"),
        ("b5e8", 0, "Qb5×e8+"),
    ],
)
def test_a_turn_in_few_signs(turn: str, roll: int, text: str) -> None:
    rules = registry.get("eleven")
    position = read_position(CARRIER)
    step = play_turn(rules.start({}), position, turn.split(), roll=roll)

    shown = registry.presenter("eleven").turn_summary(step.happenings, step.turn.notation)
    assert summarize(step.happenings) == shown == text


@pytest.mark.parametrize(
    ("position", "turn", "roll", "sentence"),
    [
        (CARRIER, "c3d5 !e8", 0, "knight advances to d5, then queen shoots from b5 at e8. Goal!"),
        (CARRIER, "@e2", 0, "a pass to e2."),
        (
            CARRIER,
            "d4d5 !e8",
            50,
            "pawn advances to d5, then queen shoots from b5 at e8. Blocked on e8!",
        ),
        (CARRIER, "b5e8", 0, "queen takes the knight on e8. Check!"),
        (CARRIER, "h1g1", 0, "rook moves across to g1."),
        (CARRIER, "b5b3", 0, "queen drops back to b3."),
        (BLACKS, "e8e5", 0, "rook advances to e5."),
    ],
)
def test_a_turn_in_a_sentence(position: str, turn: str, roll: int, sentence: str) -> None:
    rules = registry.get("eleven")
    step = play_turn(rules.start({}), read_position(position), turn.split(), roll=roll)

    assert registry.presenter("eleven").turn_sentence(step.happenings, position) == sentence


def test_a_sentence_names_a_square_once_and_a_check_beside_its_move() -> None:
    bishop = {"type": "move", "side": "black", "piece": "b", "from": "e6", "to": "d7"}
    received = {"type": "pass", "side": "black", "from": "a4", "to": "d7"}
    shot = {"type": "shot", "side": "black", "from": "d7", "to": "e8", "outcome": "goal"}
    sentence = registry.presenter("eleven").turn_sentence

    assert sentence([bishop, received, shot]) == (
        "bishop drops back to d7, then a pass to d7, then a shot at e8. Goal!"
    )
    assert sentence([bishop, {"type": "check", "side": "white"}, shot]) == (
        "bishop drops back to d7 with check, then a shot at e8. Goal!"
    )
