"""The rules say nothing that cannot be translated, and tell a whole game in German."""

from __future__ import annotations

import ast
import re

import pytest
from django.utils import translation
from django.utils.translation import gettext as _

from config.languages.catalogues import RULES
from games.rules import registry
from games.rules.contract import Phase
from games.rules.errors import ArrangementLocked, NotToAct, RulesError

MARKS = {"_", "gettext_noop", "ngettext", "pgettext", "pgettext_noop"}
NOT_SAID = {
    "NotationError",
    "_read_square",
    "ValueError",
    "AssertionError",
    "help",
    "add_argument",
    "add_parser",
    "ArgumentParser",
}
"""Calls whose words are for developers, texts that do not parse among them."""
NOT_READ = {"__main__.py", "conformance.py", "perft.py", "playthrough.py", "diagrams.py"}
"""Tools of developers, and the captions of the laws, which are a document of their own."""
SENTENCE = re.compile(
    r"^(?!.*<)(?=.*[a-z]{2})(?:.*[A-Za-z]{2,}[,:]? [a-z]{2,}.*|[A-Z][^\n]* .*\.)$"
)
REFUSALS = {cls.__name__ for cls in (*RulesError.__subclasses__(), NotToAct, ArrangementLocked)}


CONTEXTS = {"_GOES", "_TAKEN"}


def unmarked(source: str) -> list[str]:
    """Return the sentences of a module that no catalogue can hold."""
    tree = ast.parse(source)
    known: set[int] = set()
    found = []
    for node in ast.walk(tree):
        match node:
            case ast.AnnAssign(target=ast.Name(id=name)) if name in CONTEXTS:
                known |= {id(one) for one in ast.walk(node)}
            case ast.Expr(value=ast.Constant()) | ast.Assert():
                known |= {id(one) for one in ast.walk(node)}
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
                if name in MARKS | NOT_SAID:
                    known |= {id(part) for one in node.args for part in ast.walk(one)}
                elif name in REFUSALS - NOT_SAID and node.args and _is_text(node.args[0]):
                    found.append(ast.unparse(node.args[0]))
    for node in ast.walk(tree):
        if id(node) not in known and _is_text(node) and SENTENCE.match(_plain(node)):
            found.append(_plain(node))
    return found


def _is_text(node: ast.AST) -> bool:
    is_text = isinstance(node, ast.Constant) and isinstance(node.value, str)
    return is_text or isinstance(node, ast.JoinedStr)


def _plain(node: ast.AST) -> str:
    if isinstance(node, ast.JoinedStr):
        return "".join(_plain(part) for part in node.values)
    return str(node.value) if isinstance(node, ast.Constant) else "{}"


MODULES = [path for path in sorted(RULES.rglob("*.py")) if path.name not in NOT_READ]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(RULES)))
def test_every_sentence_of_the_rules_is_marked(path):
    assert unmarked(path.read_text()) == []


@pytest.mark.parametrize(
    "source",
    [
        'raise OutOfPhase("Over.")',
        'raise IllegalPosition(f"{text!r} cannot be.")',
        'TOLD = {"goal": "Goal for {name}."}',
        'return f"{name} has the ball"',
        'prompt = "Choose a piece."',
    ],
)
def test_an_unmarked_sentence_is_found(source):
    assert len(unmarked(f"def told():\n    {source}\n")) > 0


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
        said.append(presenter.turn_summary(step.happenings))
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
def test_a_whole_game_is_told_in_german(key):
    said: list[str] = []
    with translation.override("de"):
        _one_game(key, said)

    assert [one for one in said if ENGLISH.search(one)] == []
    assert any(re.search(r"\b(von|nach|auf|gewinnt|Zug)\b", one) for one in said)


@pytest.mark.parametrize("key", registry.all_keys())
def test_refusals_are_said_in_the_language_of_whoever_asks(key):
    rules, _presenter, state = _started(key)
    with translation.override("de"):
        with pytest.raises(RulesError, match=r"ist|gibt es"):
            rules.play(state, rules.sides[-1], [], roll=0)
        with pytest.raises(RulesError, match="keine Option"):
            rules.check_options({"moons": 2})
