"""What players type, and the turn that it means: nothing at all where it could be two."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from games.rules import registry
from games.rules.contract import Options
from games.rules.sentences import Do, read_sentence
from games.rules.speech import LONGEST, Speech, nearest_turns, read_turns

AMBIGUOUS = "?"
NOTHING = ""

BOARDS = {
    "kick-off": (
        "eleven",
        "1brkqr2/2pppp2/2n2n2/8/8/2N2N2/2PPPP2/1BRKQR2 w - kickoff c2d2e2f2c7d7e7f7 0",
    ),
    "ball": ("eleven", "r2kn2r/2p1pp2/3p1nb1/1Q6/3P1N2/2N1P3/2P1BP2/R2K3R w b5 open - 4"),
    "corner": ("eleven", "3k3r/8/6N1/8/4N3/8/1Q1P4/3K4 w h8 corner d2 0"),
    "keeper": ("eleven", "3k4/8/8/8/8/8/4R3/3K4 w e2 open - 3"),
    "start": ("standard", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    "castle": ("standard", "r3k2r/ppp2ppp/2n2n2/2b1p1B1/2B1P1b1/2N2N2/PPP2PPP/R3K2R w KQkq - 0 8"),
    "two pawns": ("standard", "4k3/8/8/3p4/2P1P3/1B6/8/4K3 w - - 0 1"),
    "b or bishop": ("standard", "4k3/8/8/8/8/2p5/1P1B4/4K3 w - - 0 1"),
    "d or queen": ("standard", "4k3/8/8/4p3/3P4/8/4Q3/4K3 w - - 0 1"),
    "promotion": ("standard", "3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1"),
    "en passant": ("standard", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2"),
    "three boards": (
        "future",
        "rqkbr/ppnpp/5/5/5|pbpnp/5/5/5/PBPNP|5/5/5/PPNPP/RQKBR w 0 1",
    ),
    "family": (
        "family",
        "bR,bN,bB,bQ,bK,bB,bN,bR/1,bP,bP,bP,bP,bP,bP,bP/gR,gP,9,sR/gN,gP,8,sP,sN/gB,gP,8,sP,sB/"
        "gK,gP,8,sP,sK/gQ,gP,8,sP,sQ/gB,gP,8,sP,sB/gN,gP,8,sP,sN/gR,9,sP,sR/"
        "wP,wP,wP,wP,wP,wP,wP,1/wR,wN,wB,wQ,wK,wB,wN,wR w AAAA wKQ,sKQ,bKQ,gKQ - - 0 1",
    ),
    "say check": (
        "family",
        "4,bK,3/8/12/12/12/gK,11/12/11,sK/12/4,wR,7/8/wK,7 w AAAA - - - 0 1",
    ),
}

TABLE = [
    # Chess Eleven: the kick-off is a move and a pass.
    ("kick-off", "c3e4 @d2", "c3e4 @d2"),
    ("kick-off", "C3E4 @D2", "c3e4 @d2"),
    ("kick-off", "c3-e4, @d2", "c3e4 @d2"),
    ("kick-off", "c3-e4\n@d2", "c3e4 @d2"),
    ("kick-off", "c3e4@d2", "c3e4 @d2"),
    ("kick-off", "c3 e4 pass d2", "c3e4 @d2"),
    ("kick-off", "c3 to e4, pass to d2", "c3e4 @d2"),
    ("kick-off", "Nc3-e4, pass d2", "c3e4 @d2"),
    ("kick-off", "Ne4 then pass to d2", "c3e4 @d2"),
    ("kick-off", "knight e4 and pass to the pawn on d2", "c3e4 @d2"),
    ("kick-off", "My knight from c3 to e4; pass to d2.", "c3e4 @d2"),
    ("kick-off", "Springer c3 nach e4, Pass auf d2", "c3e4 @d2"),
    ("kick-off", "1. c3e4 @d2", "c3e4 @d2"),
    ("kick-off", "“c3e4 @d2”", NOTHING),
    ("kick-off", '"c3e4 @d2"', "c3e4 @d2"),
    ("kick-off", "c3e4", NOTHING),
    ("kick-off", "Ne4", NOTHING),
    ("kick-off", "@d2", NOTHING),
    ("kick-off", "@d2 c3e4", NOTHING),
    ("kick-off", "knight e4, pass", NOTHING),
    ("kick-off", "knight e4, pass to the pawn", AMBIGUOUS),
    ("kick-off", "shoot", NOTHING),
    ("kick-off", "c3e4 @d2 d2d3", NOTHING),
    # With the ball in open play.
    ("ball", "@e2", "@e2"),
    ("ball", "@ e2", "@e2"),
    ("ball", "pass e2", "@e2"),
    ("ball", "Pass to e2!", "@e2"),
    ("ball", "pass the ball to the bishop", "@e2"),
    ("ball", "@bishop", "@e2"),
    ("ball", "pass from b5 to e2", "@e2"),
    ("ball", "queen pass to e2", "@e2"),
    ("ball", "b5 pass e2", "@e2"),
    ("ball", "pass to the knight", "@c3"),
    ("ball", "pass", NOTHING),
    ("ball", "c3d5", "c3d5"),
    ("ball", "Nc3-d5", "c3d5"),
    ("ball", "Ncd5", "c3d5"),
    ("ball", "N3d5", "c3d5"),
    ("ball", "Nd5", AMBIGUOUS),
    ("ball", "knight to d5", AMBIGUOUS),
    ("ball", "Ne4", "c3e4"),
    ("ball", "e3e4", "e3e4"),
    ("ball", "e4", "e3e4"),
    ("ball", "pawn e4", "e3e4"),
    ("ball", "Bauer e4", "e3e4"),
    ("ball", "Nxg6", "f4g6"),
    ("ball", "f4xg6", "f4g6"),
    ("ball", "knight takes bishop", "f4g6"),
    ("ball", "knight takes g6", "f4g6"),
    ("ball", "Springer schlägt Läufer", "f4g6"),
    ("ball", "shoot", "!e8"),
    ("ball", "!e8", "!e8"),
    ("ball", "! e8", "!e8"),
    ("ball", "Shoot at e8", "!e8"),
    ("ball", "queen shoots", "!e8"),
    ("ball", "shot!", "!e8"),
    ("ball", "Schuss auf e8", "!e8"),
    ("ball", "shoot d8", NOTHING),
    ("ball", "@e2, e2f3", "@e2 e2f3"),
    ("ball", "pass to e2 and bishop to f3", "@e2 e2f3"),
    ("ball", "c3d5 then pass e2", "c3d5 @e2"),
    ("ball", "e4, shoot", "e3e4 !e8"),
    ("ball", "c3, d5", NOTHING),
    ("ball", "e4 @e2 !e8", NOTHING),
    ("ball", "hello", NOTHING),
    ("ball", "don't shoot", NOTHING),
    ("ball", "pass to e2 please", "@e2"),
    ("ball", "i pass to e2", "@e2"),
    ("corner", "g6h8", "g6h8"),
    ("corner", "Nxh8", "g6h8"),
    ("corner", "knight takes rook", "g6h8"),
    ("corner", "Queen h8", "b2h8"),
    ("corner", "Dame nach h8", "b2h8"),
    ("corner", "h8", NOTHING),
    ("keeper", "shoot", "!e8"),
    ("keeper", "rook e7 and shoot", "e2e7 !e8"),
    ("keeper", "Re2-e7, shoot e8", "e2e7 !e8"),
    ("keeper", "Turm e7, Schuss", "e2e7 !e8"),
    ("keeper", "!d8", NOTHING),
    # Chess.
    ("start", "e2e4", "e2e4"),
    ("start", "E2-E4", "e2e4"),
    ("start", "e2 e4", "e2e4"),
    ("start", "e2–e4", "e2e4"),
    ("start", "e2→e4", "e2e4"),
    ("start", "e4", "e2e4"),
    ("start", "E4.", "e2e4"),
    ("start", "e4!?", "e2e4"),
    ("start", "1. e4", "e2e4"),
    ("start", "1.e4", "e2e4"),
    ("start", "Pe4", "e2e4"),
    ("start", "pawn e4", "e2e4"),
    ("start", "Pawn to e4, please", "e2e4"),
    ("start", "i play e4", "e2e4"),
    ("start", "Ich ziehe e4", "e2e4"),
    ("start", "Nf3", "g1f3"),
    ("start", "nf3", "g1f3"),
    ("start", "NF3", "g1f3"),
    ("start", "Ngf3", "g1f3"),
    ("start", "N1f3", "g1f3"),
    ("start", "Ng1-f3", "g1f3"),
    ("start", "knight f3", "g1f3"),
    ("start", "Knight to f3", "g1f3"),
    ("start", "knight on g1 to f3", "g1f3"),
    ("start", "the horse goes to f3", "g1f3"),
    ("start", "Springer f3", "g1f3"),
    ("start", "*Nf3*", "g1f3"),
    ("start", "e5", NOTHING),
    ("start", "e4 e5", NOTHING),
    ("start", "1. e4 e5", NOTHING),
    ("start", "e4, d4", NOTHING),
    ("start", "e4 or d4", NOTHING),
    ("start", "knight", NOTHING),
    ("start", "Bb5", NOTHING),
    ("start", "O-O", NOTHING),
    ("start", "good luck", NOTHING),
    ("start", "e4 good luck", NOTHING),
    ("start", "not e4", NOTHING),
    ("start", "e9", NOTHING),
    ("start", "x", NOTHING),
    ("start", "", NOTHING),
    ("start", "...", NOTHING),
    ("start", "🙂", NOTHING),
    ("castle", "O-O", "e1g1"),
    ("castle", "o-o", "e1g1"),
    ("castle", "0-0", "e1g1"),
    ("castle", "O-O-O", "e1c1"),
    ("castle", "0-0-0", "e1c1"),
    ("castle", "castle", AMBIGUOUS),
    ("castle", "castle kingside", "e1g1"),
    ("castle", "castles short", "e1g1"),
    ("castle", "castle long", "e1c1"),
    ("castle", "queenside castling", NOTHING),
    ("castle", "lange Rochade", NOTHING),
    ("castle", "kurze", "e1g1"),
    ("castle", "e1g1", "e1g1"),
    ("castle", "Rd1", "a1d1"),
    ("castle", "Rad1", "a1d1"),
    ("castle", "Rhd1", NOTHING),
    ("castle", "Rf1", "h1f1"),
    ("castle", "Bxf7+", "c4f7"),
    ("castle", "Bxf7 check", "c4f7"),
    ("castle", "bishop takes f7", "c4f7"),
    ("castle", "bishop takes pawn", "c4f7"),
    ("castle", "Bxf6", "g5f6"),
    ("castle", "B:f6", "g5f6"),
    ("castle", "B×f6", "g5f6"),
    ("castle", "knight takes pawn", "f3e5"),
    ("castle", "takes e5", NOTHING),
    ("two pawns", "cxd5", "c4d5"),
    ("two pawns", "exd5", "e4d5"),
    ("two pawns", "e4d5", "e4d5"),
    ("two pawns", "d5", AMBIGUOUS),
    ("two pawns", "pawn takes d5", AMBIGUOUS),
    ("two pawns", "takes", NOTHING),
    ("b or bishop", "bxc3", AMBIGUOUS),
    ("b or bishop", "Bxc3", AMBIGUOUS),
    ("b or bishop", "b2c3", "b2c3"),
    ("b or bishop", "b2xc3", "b2c3"),
    ("b or bishop", "d2xc3", "d2c3"),
    ("b or bishop", "bishop takes c3", "d2c3"),
    ("b or bishop", "pawn takes c3", "b2c3"),
    ("b or bishop", "Läufer schlägt c3", "d2c3"),
    ("d or queen", "dxe5", "d4e5"),
    ("d or queen", "Qxe5+", "e2e5"),
    ("d or queen", "Dame e5", "e2e5"),
    ("promotion", "e8", NOTHING),
    ("promotion", "e8=Q", "e7e8q"),
    ("promotion", "e8q", "e7e8q"),
    ("promotion", "e8(Q)", "e7e8q"),
    ("promotion", "e7-e8=N", "e7e8n"),
    ("promotion", "e7e8 knight", "e7e8n"),
    ("promotion", "pawn to e8, rook", NOTHING),
    ("promotion", "promote e8 to a queen", "e7e8q"),
    ("promotion", "exd8=Q+", "e7d8q"),
    ("promotion", "e7xd8 queen", "e7d8q"),
    ("en passant", "exd6 e.p.", "e5d6"),
    ("en passant", "exd6", "e5d6"),
    ("en passant", "pawn takes d6", "e5d6"),
    ("en passant", "d6", "e5d6"),
    # Future Chess: squares with the level in front.
    ("three boards", "1b21b3", "1b21b3"),
    ("three boards", "1b2-1b3", "1b21b3"),
    ("three boards", "1B2 1B3", "1b21b3"),
    ("three boards", "pawn 1b2 to 1b3", "1b21b3"),
    ("three boards", "1b3", "1b21b3"),
    ("three boards", "P1b3", "1b21b3"),
    ("three boards", "1c2-1d4", "1c21d4"),
    ("three boards", "N1d4", "1c21d4"),
    ("three boards", "N1c2-1d4", "1c21d4"),
    ("three boards", "knight to 1d4", "1c21d4"),
    ("three boards", "Springer 1d4", "1c21d4"),
    ("three boards", "b2b3", NOTHING),
    ("three boards", "1b2", NOTHING),
    ("three boards", "4a1", NOTHING),
    # Fun Family Chess: ranks up to 12, and check is said.
    ("family", "c2c3", "c2c3"),
    ("family", "c2-c4", "c2c4"),
    ("family", "c4", "c2c4"),
    ("family", "Nd1-e3", "d1e3"),
    ("family", "Ne3", "d1e3"),
    ("family", "knight e3", "d1e3"),
    ("family", "knight to e3, please", "d1e3"),
    ("family", "e3", "e2e3"),
    ("family", "c10", NOTHING),
    ("family", "e3 check", NOTHING),
    ("say check", "e3e6", "e3e6"),
    ("say check", "Re6", "e3e6"),
    ("say check", "rook e6", "e3e6"),
    ("say check", "Re7", "e3e7"),
    ("say check", "Re7 +g", "e3e7 +g"),
    ("say check", "Re7+", "e3e7 +g"),
    ("say check", "e3e7 check", "e3e7 +g"),
    ("say check", "rook to e7, say check to gold", "e3e7 +g"),
    ("say check", "Turm e5, Schach an Silber", "e3e5 +s"),
    ("say check", "rook to e7, say check to silver", NOTHING),
]


def position(name: str) -> tuple[Callable[[Sequence[str]], Options], Speech]:
    """Return what may follow in a position of the table, and how its game is read."""
    key, text = BOARDS[name]
    hosted = registry.find(key)
    explorer = hosted.explorer
    assert explorer is not None
    state = explorer.read(text)
    return lambda after: explorer.choices(state, after), hosted.speech


def meant(name: str, text: str, *, is_german: bool = False) -> str:
    """Return the turn that a text means, ``?`` for several, nothing for none."""
    found = [" ".join(one) for one in read_turns(text, *position(name), is_german=is_german)]
    return AMBIGUOUS if len(found) > 1 else "".join(found)


def test_the_table_is_long_and_has_all_games() -> None:
    assert len(TABLE) >= 150
    assert {BOARDS[name][0] for name, _text, _turn in TABLE} == set(registry.all_keys())


@pytest.mark.parametrize(("name", "text", "turn"), TABLE)
def test_what_people_type_means_one_turn_or_none(name: str, text: str, turn: str) -> None:
    assert meant(name, text) == turn


def test_german_letters_count_where_german_is_read() -> None:
    assert meant("start", "Sf3") == NOTHING
    assert meant("start", "Sf3", is_german=True) == "g1f3"
    assert meant("castle", "Lxf7+", is_german=True) == "c4f7"
    assert meant("promotion", "e8=D", is_german=True) == "e7e8q"
    # In German, D is the queen: it takes as well as the pawn.
    assert meant("d or queen", "dxe5", is_german=True) == AMBIGUOUS


def test_the_three_nearest_turns_are_legal_and_can_be_sent_back() -> None:
    for name, (_key, _text) in BOARDS.items():
        choices, speech = position(name)
        for text in ("hello", "Nf3 please!", "e9", "x" * LONGEST * 2):
            nearest = nearest_turns(text, choices, speech)
            assert 1 <= len(nearest) <= 3
            assert len(set(nearest)) == len(nearest)
            for turn in nearest:
                assert choices(turn)["complete"] >= 0
                assert meant(name, " ".join(turn)) == " ".join(turn)


def test_the_nearest_turn_is_the_one_with_a_slip() -> None:
    assert nearest_turns("Ng3", *position("start"))[0] in {("g1f3",), ("g1h3",)}
    assert nearest_turns("e2e5", *position("start"))[0] in {("e2e3",), ("e2e4",)}
    assert nearest_turns("c3e4 @d4", *position("kick-off"))[0][0] == "c3e4"


def test_a_board_has_a_line_for_each_rank_and_turns_round() -> None:
    for name, (key, text) in BOARDS.items():
        lines = position(name)[1].board(text, "white")
        assert len(lines) == {"eleven": 9, "standard": 9, "future": 7, "family": 13}[key]
        assert max(map(len, lines)) <= 60
    _choices, speech = position("ball")
    white, black = (speech.board(BOARDS["ball"][1], side) for side in ("white", "black"))
    assert white[3] == " 5  . (Q) .  .  .  .  .  ."
    assert black[4] == " 5  .  .  .  .  .  . (Q) ."
    assert black[-1] == "    h  g  f  e  d  c  b  a"


@pytest.mark.parametrize(
    ("text", "do"),
    [
        ("draw", Do.DRAW),
        ("Draw?", Do.DRAW),
        ("I offer a draw.", Do.DRAW),
        ("Remis", Do.DRAW),
        ("accept", Do.ACCEPT),
        ("Decline the draw", Do.DECLINE),
        ("annehmen", Do.ACCEPT),
        ("ablehnen!", Do.DECLINE),
        ("resign", Do.RESIGN),
        ("RESIGN  YES", Do.RESIGN_NOW),
        ("aufgeben", Do.RESIGN),
        ("ready", Do.READY),
        ("status", Do.STATUS),
        ("help", Do.HELP),
        ("?", Do.HELP),
        ("", Do.TURN),
        ("should I resign", Do.TURN),
        ("no draw", Do.TURN),
        ("resign maybe", Do.TURN),
    ],
)
def test_commands_are_whole_phrases(text: str, do: Do) -> None:
    assert read_sentence(text).do is do


@pytest.mark.parametrize(
    ("text", "days"), [("leave 2 days", 2), ("Vacation for 14 days", 14), ("Urlaub 1 Tag", 1)]
)
def test_a_vacation_names_its_days(text: str, days: int) -> None:
    assert (read_sentence(text).do, read_sentence(text).days) == (Do.LEAVE, days)


@pytest.mark.parametrize(
    ("text", "turn", "conditions", "tries"),
    [
        ("e4, if e5: Nf3", "e4", [("", ("e5",), "Nf3")], ()),
        ("e4\nif e5: Nf3\nif c5: c3", "e4", [("", ("e5",), "Nf3"), ("", ("c5",), "c3")], ()),
        ("e4, if e5 then Nf3", "e4", [("", ("e5",), "Nf3")], ()),
        ("e4. If e5, then Nf3", "e4", [("", ("e5",), "Nf3")], ()),
        ("e4; wenn e5: Nf3", "e4", [("", ("e5",), "Nf3")], ()),
        ("!e8, if save, d7d5: e2e4", "!e8", [("save", ("d7d5",), "e2e4")], ()),
        ("!e8\nif corner: g6h8", "!e8", [("corner", (), "g6h8")], ()),
        ("e4, then d2d4", "e4", [], ("d2d4",)),
        ("e4\nthen: d2d4\nthen g1f3", "e4", [], ("d2d4", "g1f3")),
        ("c3e4 then pass d2", "c3e4 then pass d2", [], ()),
        ("c3e4,\n@d2", "c3e4,\n@d2", [], ()),
    ],
)
def test_conditional_moves_follow_a_comma_or_a_new_line(
    text: str,
    turn: str,
    conditions: list[tuple[str, tuple[str, ...], str]],
    tries: tuple[str, ...],
) -> None:
    read = read_sentence(text)
    assert (read.do, read.turn, read.tries) == (Do.TURN, turn, tries)
    assert [one[:3] for one in read.conditions] == conditions


def test_a_draw_may_be_offered_with_a_turn() -> None:
    assert read_sentence("Nf3, draw?")[:2] == (Do.TURN, "Nf3")
    assert read_sentence("Nf3, draw?").with_draw
    assert not read_sentence("Nf3").with_draw
