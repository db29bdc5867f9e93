"""The rules tell a whole game in German, and refuse in the reader's language."""

from __future__ import annotations

import re

import pytest
from django.utils import translation
from django.utils.translation import gettext as _

from games.rules import pieces, registry
from games.rules.contract import Phase
from games.rules.errors import RulesError
from games.rules.text import score_text


def _started(key):
    """Return rules, presenter and a state in which turns are played."""
    hosted = registry.find(key)
    state = hosted.rules.start({})
    summary = hosted.rules.summary(hosted.rules.describe(state))
    if summary.phase is Phase.FORMATION:
        for side in hosted.rules.sides:
            formation = hosted.rules.describe(state)["formation"][side]
            arrangement = {"pieces": formation["pieces"]}
            state = hosted.rules.arrange(state, side, arrangement, ready=True).state
    return hosted.rules, hosted.presenter, state


def _one_game(key, said):
    """Play a game to its end by its lists alone, and note all that is said on the way."""
    rules, presenter, state = _started(key)
    names = {side: f"<{side}>" for side in rules.sides}
    for number in range(12):
        after: list[str] = []
        while True:
            choices = rules.choices(state, after)
            said.append(choices["prompt"])
            said.extend(choice["label"] for choice in choices["actions"])
            if choices["complete"] >= 0 and (after or not choices["actions"]):
                break
            actions = choices["actions"]
            after.append(actions[number * 7 % len(actions)]["text"])
        step = rules.play(state, choices["side"], after, roll=number * 8)
        said.extend(presenter.narrate(step.happenings, names))
        said.append(presenter.turn_summary(step.happenings, step.turn.notation))
        said.append(presenter.turn_sentence(step.happenings))
        state = step.state
        if rules.summary(rules.describe(state)).phase is not Phase.PLAYING:
            break
        said.append(presenter.situation(rules.describe(state), choices["side"]))
    for side in rules.sides:
        if rules.outcome(state) is None:
            step = rules.act(state, side, "resign")
            said.extend(presenter.narrate(step.happenings, names))
            state = step.state
    for words in presenter.acts.values():
        said.extend(_(text) for text in words if text)
    for reason in presenter.reasons.values():
        said.extend(_(text) for text in reason[:4] if text)
    for field in rules.option_fields():
        said += [_(field.label), field.phrase(field.default)]


ENGLISH = re.compile(r"\b(the|is|are|your|you|and|takes|goes|from|wins|round|piece|pass to)\b")


@pytest.mark.parametrize("key", registry.all_keys())
def test_a_whole_game_is_shown_in_german(key):
    said: list[str] = []
    with translation.override("de"):
        _one_game(key, said)

    assert [one for one in said if ENGLISH.search(one)] == []
    assert any(re.search(r"\b(von|nach|auf|gewinnt|Zug)\b", one) for one in said)


@pytest.mark.parametrize("key", registry.all_keys())
def test_refusals_are_said_in_the_language_of_the_client(key):
    rules, _presenter, state = _started(key)
    with translation.override("de"):
        with pytest.raises(RulesError, match=r"ist|gibt es"):
            rules.play(state, rules.sides[-1], [], roll=0)
        with pytest.raises(RulesError, match="keine Option"):
            rules.check_options({"moons": 2})


@pytest.mark.parametrize("key", ["standard", "future", "family"])
def test_pieces_have_the_letters_of_the_readers_language(key):
    rules, presenter, state = _started(key)
    knight = next(one for one in rules.choices(state, [])["actions"] if one["label"][0] == "N")
    step = rules.play(state, rules.sides[0], [knight["text"]], roll=0)
    assert presenter.turn_summary(step.happenings, step.turn.notation)[0] == "N"

    with translation.override("de"):
        labels = [one["label"] for one in rules.choices(state, [])["actions"]]
        assert "S" + knight["label"][1:] in labels
        assert presenter.turn_summary(step.happenings, step.turn.notation)[0] == "S"
        # What is kept is the same for all.
        again = rules.play(state, rules.sides[0], [knight["text"]], roll=0)
        assert again.turn.notation == step.turn.notation


def test_a_promotion_and_a_turn_on_the_pitch_have_the_letters_of_the_readers_language():
    move = {"type": "move", "piece": "P", "from": "e7", "to": "d8", "captures": "R"}
    promoted = [{**move, "promotion": "Q"}, {"type": "checkmate"}]
    with translation.override("de"):
        assert pieces.with_signs("exd8=Q#") == "exd8=D#"
        assert pieces.with_signs("O-O") == "O-O"
        assert registry.find("standard").presenter.turn_summary(promoted, "exd8=Q#") == "exd8=D#"
        on_the_pitch = [{"type": "move", "piece": "b", "from": "b8", "to": "a7"}]
        assert registry.find("eleven").presenter.turn_summary(on_the_pitch, "b8a7") == "Lb8–a7"


def test_a_piece_of_the_reader_is_taken_in_the_right_case_and_gender():
    names = {"white": "alice", "silver": "", "black": "charlie", "gold": "dora"}
    takes = {"type": "move", "side": "white", "piece": "R", "from": "h3", "to": "h7"}
    said = registry.presenter("family").turn_sentence
    with translation.override("de"):
        pawn = said([{**takes, "captures": "P", "of": "silver"}], names=names)
        assert pawn == "Turm schlägt deinen Bauern auf h7."
        queen = said([{**takes, "captures": "Q", "of": "silver"}], names=names)
        assert queen == "Turm schlägt deine Dame auf h7."
        other = said([{**takes, "captures": "P", "of": "black"}], names=names)
        assert other == "Turm schlägt den Bauern von charlie auf h7."


def test_a_score_is_written_as_its_language_writes_it():
    assert score_text(2, 1) == "2–1"
    with translation.override("de"):
        assert score_text(2, 1) == "2:1"
