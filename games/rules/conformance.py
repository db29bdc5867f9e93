"""What every rule set must fulfil, regardless of its game: checks that name what is wrong.

A rule set is played through by lot, every text is read back, every refusal is of the kind that
the contract knows, and a game is played again from its history. ``complaints`` yields a sentence
for each thing that does not hold; a rule set that conforms has none.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final

from games.rules.conformance_foresight import Foresight
from games.rules.conformance_game import MOST_STEPS, Played
from games.rules.contract import (
    CLOCK,
    RESIGN,
    OptionField,
    Presenter,
    RuleSet,
    Side,
    Timed,
    check_live,
)
from games.rules.errors import IllegalOptions, RulesError
from games.rules.perft import perft
from games.rules.registry import Hosted

WRONG_VALUES: Final[tuple[Any, ...]] = (None, "?", -1, 10**9, 1.5, [None], {})
NONSENSE: Final = ("", " ", "nonsense", "=", "é", "0" * 40, ";" * 10, "t1;t1", "-1", "null", "{}")


def complaints(
    hosted: Hosted, rng: Random, *, games: int = 3, steps: int = MOST_STEPS
) -> Iterator[str]:
    """Yield what does not hold of a rule set, after playing so many games of it by lot."""
    yield from _identity(hosted)
    yield from _terms(hosted.rules)
    yield from _texts(hosted)
    default = hosted.rules.check_options({})
    naming = [field.name for field in hosted.rules.option_fields() if field.kind == "sides"]
    for options in seatings(hosted.rules):
        foresight = Foresight(hosted.rules)
        # Terms that name sides are many; a game of each shows what they change.
        for _ in range(1 if any(options[name] != default[name] for name in naming) else games):
            yield from Played(hosted, options, rng, foresight).play(steps)
        if isinstance(hosted.rules, Timed):
            yield from Played(hosted, options, rng, foresight, is_live=True).play(steps)
    if isinstance(hosted.rules, Timed):
        yield from _live_terms(hosted.rules)
    if hosted.tree is not None:
        yield from _tree(hosted, rng)


def seatings(rules: RuleSet[Any]) -> Iterator[dict[str, Any]]:
    """Yield the default options, and these with each choice and flag that may be agreed."""
    default = dict(rules.check_options({}))
    yield default
    for field in rules.option_fields():
        value: Any
        for value in _values_of(field, rules.seats(default)):
            if value != default.get(field.name):
                yield {**default, field.name: value}


def _values_of(field: OptionField, sides: Sequence[Side]) -> Sequence[Any]:
    match field.kind:
        case "whole":
            return [value for value in (field.least, field.most) if value is not None]
        case "choice":
            return [value for value, _ in field.choices]
        case "flag":
            return [False, True]
        case "time":
            return ["2100-01-01T00:00:00Z"]
        case "sides":
            # Of terms about some of the sides: none of them, one, and two that are neighbours.
            return [[], [*sides[:1]], [*sides[:2]]]


def _identity(hosted: Hosted) -> Iterator[str]:
    rules, presenter = hosted.rules, hosted.presenter
    if not (rules.key.isascii() and rules.key.isidentifier() and len(rules.key) <= 20):
        yield f"the key {rules.key!r} is no short word"
    if len(set(rules.sides)) != len(rules.sides) or len(rules.sides) < 2:
        yield "sides must be two or more, each once"
    for name in (*vars(Presenter), *Presenter.__annotations__):
        if not name.startswith("_") and not hasattr(presenter, name):
            yield f"the presenter has no {name}"
    if "aborted" not in presenter.reasons:
        yield "no words for the reason 'aborted'"
    if RESIGN not in presenter.acts:
        yield "no words for the act 'resign'"
    if any(len(name) > 20 for name in (*presenter.acts, *presenter.reasons, *rules.sides)):
        yield "a name of a side, an act or a reason is longer than 20 characters"


def _terms(rules: RuleSet[Any]) -> Iterator[str]:
    default = dict(rules.check_options({}))
    fields = [one for one in rules.option_fields() if one.kind != "time" or one.default is not None]
    if default != {field.name: field.default for field in fields}:
        yield f"the defaults are {default}, which the fields do not say"
    if json.loads(json.dumps(default)) != default:
        yield "the options are no JSON data"
    for options in seatings(rules):
        if dict(rules.check_options(options)) != options:
            yield f"{options} does not come back from check_options as it is"
        seats = rules.seats(options)
        if not set(seats) <= set(rules.sides) or len(seats) < 2:
            yield f"seats({options}) are {seats}, which are not two or more of its sides"
    wrong: list[dict[str, Any]] = [{"no_such_option": 1}]
    for field in rules.option_fields():
        # A moment may be none, which is as if it were left out.
        wrong += [
            {field.name: value}
            for value in WRONG_VALUES
            if value is not None or field.kind != "time"
        ]
        if not field.label or not field.phrase(field.default):
            yield f"the option {field.name} has no words"
    for options in wrong:
        try:
            rules.check_options(options)
        except IllegalOptions as error:
            if error.field not in options:
                yield f"the refusal of {options} names {error.field}"
        else:
            yield f"the options {options} were not refused"


def _live_terms(rules: Timed[Any]) -> Iterator[str]:
    default = check_live(rules, {})
    if default.keys() != {CLOCK, *(field.name for field in rules.live_fields())}:
        yield f"the terms of the live clock are {default}, which the fields do not say"
    if check_live(rules, default) != default or json.loads(json.dumps(default)) != default:
        yield f"the terms of the live clock do not come back as they are: {default}"
    for wrong in ({"no_such_term": 1}, {CLOCK: "sundial"}):
        try:
            check_live(rules, wrong)
        except IllegalOptions:
            continue
        yield f"the terms {wrong} of the live clock were not refused"


def _texts(hosted: Hosted) -> Iterator[str]:
    """Yield where a text that does not read makes anything but a refusal."""
    for text in NONSENSE:
        try:
            hosted.rules.load(text)
        except RulesError:
            continue
        except Exception as error:
            yield f"load({text!r}) raises {type(error).__name__}, not a refusal"
        else:
            yield f"load({text!r}) was not refused"


def _tree(hosted: Hosted, rng: Random) -> Iterator[str]:
    tree = hosted.tree
    assert tree is not None
    position = tree.start(hosted.rules.check_options({}))
    for _ in range(5):
        if tree.write(tree.read(tree.write(position))) != tree.write(position):
            yield "a position of the tree does not come back from its text"
        ended, onwards = tree.count(position)
        edges = tree.edges(position)
        if ended + len(onwards) != len(edges) or perft(tree, position, 1) != len(edges):
            yield "count, edges and perft of a position do not agree"
        if not onwards:
            return
        position = rng.choice(list(onwards))
    for text in NONSENSE:
        try:
            tree.read(text)
        except RulesError:
            continue
        except Exception as error:
            yield f"the tree reads {text!r} with {type(error).__name__}, not a refusal"
