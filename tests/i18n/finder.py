"""Finds sentences for people that stand in no catalogue: in Python, in templates and in scripts.

It takes for a sentence what looks like one; of a single word it speaks only where people are
known to read it, in a text or an attribute of a page.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Final

from babel.messages.jslexer import Token, tokenize

from config.languages.gathering import KEYWORDS, SCRIPT_KEYWORDS

_SENTENCE: Final = re.compile(
    r"^(?!.*[<=])(?=.*[a-z]{2})(?:.*[A-Za-z]{2,}[,:;]? [a-z]{2,}.*|[A-Z][^\n]* .*[.?!])$", re.DOTALL
)
_SQL: Final = re.compile(r"\b(SELECT|FROM|WHERE|ORDER BY|SET|JOIN|COALESCE|VALUES|NULL|LIKE)\b")
_LETTERS: Final = re.compile(r"[^\W\d_]{2,}")


# --- Python ------------------------------------------------------------------------------------


_READ_ARGUMENTS: Final = frozenset({"label", "title", "caption", "tagline", "words"})
"""Arguments whose words people read, be they a single one."""


def in_python(source: str, passed_by: frozenset[str]) -> list[str]:
    """Return the sentences of a module that no catalogue can hold.

    ``passed_by`` names calls, exceptions, arguments and constants whose words are for developers.
    """
    tree = ast.parse(source)
    nodes = list(ast.walk(tree))
    known: set[int] = set()
    for node in nodes:
        known |= {id(part) for top in _passed(node, passed_by) for part in ast.walk(top)}
    texts = [node for node in nodes if id(node) not in known and _is_text(node)]
    read = {id(node) for node in _read(nodes)}
    plain = ((node, _plain(node)) for node in texts)
    found = [text for node, text in plain if is_sentence(text) or (id(node) in read and text)]
    return [*found, *_hidden(nodes)]


def _hidden(nodes: list[ast.AST]) -> Iterator[str]:
    """Yield sentences that are marked within an f-string, where Babel doesn't find them."""
    for whole in nodes:
        for node in ast.walk(whole) if isinstance(whole, ast.JoinedStr) else ():
            match node:
                case ast.Call(
                    func=ast.Name(id=name) | ast.Attribute(attr=name),
                    args=[ast.Constant(value=str() as text), *_],
                ):
                    if name in KEYWORDS:
                        yield text


def _read(nodes: list[ast.AST]) -> Iterator[ast.AST]:
    """Yield what is given to arguments that people read."""
    for node in nodes:
        if isinstance(node, ast.keyword) and node.arg in _READ_ARGUMENTS:
            yield node.value


def _passed(node: ast.AST, passed_by: frozenset[str]) -> Iterator[ast.AST]:
    """Yield the parts of a node whose words are in a catalogue or need not be."""
    match node:
        case ast.Expr(value=ast.Constant() as docstring):
            yield docstring
        case ast.Assert(msg=ast.expr() as words):
            yield words
        case ast.FunctionDef(name=name) if name in passed_by:
            yield node
        case ast.JoinedStr():
            # The whole is judged; its parts make no sense alone.
            yield from node.values
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
            if name in KEYWORDS or name in passed_by:
                yield from [*node.args, *(one.value for one in node.keywords)]
            yield from (one.value for one in node.keywords if one.arg in passed_by)
        case (
            ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value)
            | ast.Assign(targets=[ast.Name(id=name)], value=value)
        ):
            if name in passed_by:
                yield value


def _is_text(node: ast.AST) -> bool:
    is_text = isinstance(node, ast.Constant) and isinstance(node.value, str)
    return is_text or isinstance(node, ast.JoinedStr)


def _plain(node: ast.AST) -> str:
    if isinstance(node, ast.JoinedStr):
        return "".join(_plain(part) for part in node.values)
    return str(node.value) if isinstance(node, ast.Constant) else "{}"


def is_sentence(text: str) -> bool:
    """Return whether this looks like a sentence, and not like a key or a statement of SQL."""
    return bool(_SENTENCE.match(text)) and not _SQL.search(text)


# --- templates ---------------------------------------------------------------------------------

_TAGS: Final = re.compile(
    r"\{%\s*(comment|verbatim)\b.*?%\}.*?\{%\s*end\1\s*%\}"
    r"|\{%\s*blocktrans(?:late)?\b.*?%\}.*?\{%\s*endblocktrans(?:late)?\s*%\}"
    r"|\{%\s*block width\b.*?endblock\s*%\}|\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}",
    re.DOTALL,
)
_GIVEN: Final = re.compile(
    r"""\|(?:default|default_if_none|yesno|join):(?P<quote>["'])(?P<words>.*?)(?P=quote)"""
    r"|(?P<plural>\|pluralize)"
    # What an included template is given to say; a name in lower case is a key.
    r"""|^\{%\s*include\b.*?\b\w+=(?P<mark>["'])(?P<given>[A-Z].*?)(?P=mark)"""
)
_READ_ATTRIBUTES: Final = frozenset(
    {"title", "aria-label", "aria-roledescription", "alt", "placeholder", "label"}
    | {"data-told", "data-ask", "data-text", "data-title", "data-yes", "data-no"}
)
_READ_METAS: Final = frozenset({"description", "og:title", "og:description", "og:image:alt"})
_NOT_READ: Final = frozenset({"script", "style", "code", "pre", "kbd", "samp"})


def without_tags(source: str) -> str:
    """Return what the tags of a template leave, those of translation with what is in them."""
    return _TAGS.sub(" ", source)


def in_template(source: str) -> list[str]:
    """Return the words of a template outside its tags of translation."""
    given = [words for tag in _TAGS.finditer(source) for words in _given(tag.group())]
    reader = _Reader()
    reader.feed(without_tags(source))
    reader.close()
    return [text for text in [*given, *reader.found] if _LETTERS.search(text)]


def _given(tag: str) -> Iterator[str]:
    """Yield what filters put in where there is nothing, or for a number."""
    if not tag.startswith(("{#", "{% comment", "{% verbatim")):
        for found in _GIVEN.finditer(tag):
            yield found["words"] or found["plural"] or found["given"] or ""


class _Reader(HTMLParser):
    """Collects what people read or hear of a page."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[str] = []
        self._passed = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take the attributes that are read; pass by code from here on."""
        self._passed += tag in _NOT_READ
        given = dict(attrs)
        is_read_meta = (given.get("name") or given.get("property")) in _READ_METAS
        for name, value in attrs:
            if value and (name in _READ_ATTRIBUTES or (name == "content" and is_read_meta)):
                self._take(value)

    def handle_endtag(self, tag: str) -> None:
        """Listen again where the code is over."""
        self._passed -= tag in _NOT_READ and self._passed > 0

    def handle_data(self, data: str) -> None:
        """Take the text."""
        if not self._passed:
            self._take(data)

    def _take(self, text: str) -> None:
        self.found.append(" ".join(text.split()))


# --- scripts -----------------------------------------------------------------------------------

_READ_PROPERTIES: Final = frozenset(
    {"textContent", "innerText", "title", "placeholder", "alt", "aria-label", "body"}
)
_SCRIPT_SENTENCE: Final = re.compile(
    r"^\W*[A-Z][a-z]+(?:[.?!…]|,? .*)?$|^[a-z]{2,}[,:]?(?: [a-z]{2,}[,:]?)+[.?!…]?$"
    r"|[a-z]{2,}[,:;]? [a-z]{2,}.*[.?!…]$|\{\}%?[,:;]? [a-z]{3,}"
)
_CODE: Final = re.compile(r"[#=<>\[\]/_]|(?:^|\s)\.[a-z]|--")
_PLACE: Final = re.compile(r"\$\{(?P<code>(?:[^{}]|\{[^{}]*\})*)\}")
_OPENING, _CLOSING = frozenset("([{"), frozenset(")]}")


def in_script(source: str, passed_by: frozenset[str] = frozenset()) -> list[str]:
    """Return the words of a script that are said without a catalogue.

    ``passed_by`` names properties and functions whose words no one reads.
    """
    tokens = list(tokenize(source, jsx=False))
    found = []
    for place, token in enumerate(tokens):
        if token.type not in {"string", "template_string"} or _is_passed(tokens, place, passed_by):
            continue
        text = token.value[1:-1]
        if token.type == "template_string":
            for inner in _PLACE.finditer(text):
                found += in_script(inner["code"], passed_by)
            text = _PLACE.sub("{}", text)
        is_shown = _name_before(tokens, place) in _READ_PROPERTIES
        if _LETTERS.search(text.replace("{}", "")) and (is_shown or _is_said(text)):
            found.append(text)
    return found


def _is_said(text: str) -> bool:
    return bool(_SCRIPT_SENTENCE.search(text)) and not _CODE.search(text)


def _name_before(tokens: list[Token], place: int) -> str:
    """Return the property or the variable that a string is given to; empty if to none."""
    if place < 2 or tokens[place - 1].value not in {":", "="}:
        return ""
    return tokens[place - 2].value.strip("\"'").rpartition(".")[2]


_COMPARING: Final = frozenset({"==", "!="})


def _values(tokens: list[Token], start: int, end: int) -> list[str]:
    return [token.value for token in tokens[max(0, start) : end]] or [""]


def _is_passed(tokens: list[Token], place: int, passed_by: frozenset[str]) -> bool:
    """Return whether a string is looked up in a catalogue, or is a key that no one reads."""
    if _name_before(tokens, place) in passed_by:
        return True
    before, after = _values(tokens, place - 2, place), _values(tokens, place + 1, place + 2)
    if (after == [":"] and before[-1] in {"{", ","}) or after == ["in"] or before[0] in _COMPARING:
        return True  # The name of a property or of a key.
    depth = 0
    for at in range(place - 1, 0, -1):
        value = tokens[at].value
        if value in _CLOSING:
            depth += 1
        elif value in _OPENING and depth:
            depth -= 1
        elif value in _OPENING:
            name = tokens[at - 1].value.rpartition(".")[2]
            return value == "(" and (name in SCRIPT_KEYWORDS or name in passed_by)
    return False
