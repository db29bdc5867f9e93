"""``python -m games.rules``: count or list what may be played in a position; write games down."""

from __future__ import annotations

import argparse
import json
import signal
import sys
from pathlib import Path
from random import Random
from typing import Any, NoReturn

from games.rules import registry
from games.rules.conformance import complaints
from games.rules.contract import RuleSet, Tree
from games.rules.errors import RulesError
from games.rules.perft import divide, perft
from games.rules.playthrough import commands_of, play_at_random, version_of, write_playthrough


def _depth(text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise argparse.ArgumentTypeError(f"a depth is a whole number from 0, not {text!r}")
    return int(text)


class _Parser(argparse.ArgumentParser):
    """Says in one line what is wrong with the words of a command."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{message}\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python -m games.rules", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    count = commands.add_parser("perft", help="count the tree below a position, action by action")
    listing = commands.add_parser("list", help="list every edge of a position")
    for command in (count, listing):
        command.add_argument("position", help='six fields, as in "… w - kickoff c2d2e2f2 0"')
    count.add_argument("depth", type=_depth)
    count.add_argument("--divide", action="store_true", help="one line for each edge first")
    game = commands.add_parser("playthrough", help="write down a game, step by step")
    source = game.add_mutually_exclusive_group(required=True)
    source.add_argument("--seed", type=int, help="draw everything by lot")
    source.add_argument("--again", metavar="FILE", type=Path, help="do what a playthrough does")
    start = commands.add_parser("start", help="write the first position")
    start.add_argument("--options", default="{}", help='the terms as JSON: {"seats": 3}')
    conform = commands.add_parser("conform", help="name what a rule set does not fulfil")
    conform.add_argument("--seed", type=int, default=1, help="for the games that are played by lot")
    for command in (count, listing, game, start, conform):
        command.add_argument("--ruleset", default=registry.DEFAULT, choices=registry.all_keys())
    return parser


def _playthrough(ruleset: str, seed: int | None, again: Path | None) -> str:
    if again is not None:
        text = again.read_text(encoding="utf-8")
        rules = registry.get(ruleset, version_of(text))
        return write_playthrough(rules, commands_of(text))
    return play_at_random(registry.get(ruleset), Random(seed))


def _start(rules: RuleSet[Any], tree: Tree[Any], options: str) -> int:
    try:
        print(tree.write(tree.start(rules.check_options(json.loads(options)))))
    except (RulesError, ValueError, AttributeError) as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def main(arguments: list[str] | None = None) -> int:
    """Run one command; return the exit status, 2 for what does not read or cannot be."""
    asked = _parser().parse_args(arguments)
    if asked.command == "playthrough":
        print(_playthrough(asked.ruleset, asked.seed, asked.again), end="")
        return 0
    if asked.command == "conform":
        found = sorted(set(complaints(registry.find(asked.ruleset), Random(asked.seed))))
        print("\n".join(found) or f"{asked.ruleset} keeps the contract.")
        return 1 if found else 0
    tree = registry.tree(asked.ruleset)
    if tree is None:
        print(f"{asked.ruleset} has no tree of positions.", file=sys.stderr)
        return 2
    if asked.command == "start":
        return _start(registry.get(asked.ruleset), tree, asked.options)
    try:
        position = tree.read(asked.position)
    except RulesError as error:
        print(error, file=sys.stderr)
        return 2
    if asked.command == "list":
        for text, after in sorted(tree.edges(position), key=lambda edge: edge[0]):
            print(f"{text} -> {after if isinstance(after, str) else tree.write(after)}")
        return 0
    if asked.divide:
        rows = divide(tree, position, asked.depth)
        for text, nodes in rows:
            print(text, nodes)
        print(sum(nodes for _, nodes in rows) if asked.depth else 1)
    else:
        print(perft(tree, position, asked.depth))
    return 0


if __name__ == "__main__":
    # Exit quietly on a closed pipe, as of ``… | head``.
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    sys.exit(main())
