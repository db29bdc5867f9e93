"""The numbered laws of a game, each with an anchor of its own."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from typing import Any, Final, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_safe
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

from config.features import Hook
from config.http.kept_pages import kept_for_strangers, kept_part
from games.laws import address_of, text_of
from games.pages.game_tabs import tabs_of
from games.rules import registry
from games.rules.registry import UnknownRuleSet

_CHAPTER: Final = re.compile(r"(\d+)\. (.+)")
_LAW: Final = re.compile(r"\*\*(\d+\.\d+)\*\*")


LAW_LINKS: Final[Hook[Callable[[SafeString], SafeString]]] = Hook()
"""Returns the laws of Chess Eleven with links to what a feature has on each."""


class Laws(NamedTuple):
    """A page of laws: its chapters by number and title, and its text."""

    chapters: tuple[tuple[str, str], ...]
    html: SafeString


@require_safe
@kept_for_strangers
def laws(request: HttpRequest, ruleset: str, version: int | None = None) -> HttpResponse:
    """Show the laws of a game as they are cited, the newest unless a version is asked for."""
    try:
        text = text_of(ruleset, version)
    except UnknownRuleSet as error:
        raise Http404 from error
    if text is None:
        raise Http404
    name = registry.get(ruleset).name
    return laws_page(request, name, text, ruleset, versions_beside(ruleset, version))


def versions_beside(ruleset: str, version: int | None) -> dict[str, Any]:
    """Return what the page says of other versions: which one it shows, and those before it."""
    newest = registry.get(ruleset).version
    return {
        "shown": None if version in (None, newest) else version,
        "earlier": [(one, address_of(ruleset, one)) for one in range(1, newest)],
        "today": address_of(ruleset),
    }


def laws_page(
    request: HttpRequest,
    name: str,
    text: str,
    ruleset: str = "",
    versions: dict[str, Any] | None = None,
    language: str = "en",
) -> HttpResponse:
    """Return the page of numbered laws, written in Markdown in a language."""
    head = tabs_of(ruleset, "laws") if ruleset else {"name": name}
    shown = kept_part(("laws", ruleset, text), lambda: _linked(_page(text), ruleset))
    context = {**head, "ruleset": ruleset, "laws": shown, "language": language}
    return render(request, "games/laws.html", {**context, "versions": versions})


def _linked(laws: Laws, ruleset: str) -> Laws:
    if ruleset == registry.DEFAULT:
        for link in LAW_LINKS:
            laws = laws._replace(html=link(laws.html))
    return laws


@cache
def _page(text: str) -> Laws:
    """Return the laws as HTML: chapters have the anchors 1, 2, …, laws 1.1, 1.2, …"""
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    markdown.add_render_rule("table_open", _open_table)
    markdown.add_render_rule("table_close", _close_table)
    tokens = markdown.parse(text)
    chapters = []
    for opening, inline in pairwise(tokens):
        if opening.tag == "h2" and (found := _CHAPTER.match(inline.content)):
            opening.attrSet("id", found[1])
            chapters.append((found[1], found[2]))
        elif opening.type == "paragraph_open" and (found := _LAW.match(inline.content)):
            opening.attrSet("id", found[1])
            _link_number(inline, found[1])
        elif opening.type == "table_open":
            opening.attrSet("class", "odds")
    # The file is ours, and HTML in it would be shown as text.
    return Laws(tuple(chapters), mark_safe(markdown.renderer.render(tokens, markdown.options, {})))


def _open_table(renderer: RendererHTML, tokens: list[Token], at: int, *given: Any) -> str:
    """Return the start of a table, in a box of its own that scrolls where the text is large."""
    return f'<div class="scroll" tabindex="0">{renderer.renderToken(tokens, at, *given)}'


def _close_table(renderer: RendererHTML, tokens: list[Token], at: int, *given: Any) -> str:
    return f"{renderer.renderToken(tokens, at, *given)}</div>"


def _link_number(inline: Token, number: str) -> None:
    """Make the number of a law a link to itself, to be copied."""
    children = inline.children or []
    place = next(index for index, child in enumerate(children) if child.content == number)
    opening = Token("link_open", "a", 1, attrs={"href": f"#{number}"})
    inline.children = [
        *children[:place], opening, children[place], Token("link_close", "a", -1),
        *children[place + 1 :],
    ]  # fmt: skip
