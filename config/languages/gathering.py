"""How the catalogues are brought up to date with the sources."""

from __future__ import annotations

import io
import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from babel import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.pofile import write_po

from config.languages.catalogues import BASE, homes, place, read

KEYWORDS: Final = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "pgettext_noop": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
}
SCRIPT_KEYWORDS: Final = {"t": None, "tn": (1, 2), "tp": ((1, "c"), 2)}
_OPTIONS: Final = {"encoding": "utf-8"}
COMMENT: Final = "Translators:"
_PASSED_BY: Final = frozenset({"migrations", "locale", "clients", "__pycache__", "node_modules"})
_BRACES: Final = re.compile(r"\{[a-z_]+\}")


class Source(NamedTuple):
    """A file with sentences, and how they are read from it."""

    path: Path
    domain: str
    method: str


def sources(home: Path) -> Iterator[Source]:
    """Yield the files whose sentences belong to this catalogue and to none further in."""
    inner = [other for other in homes() if other != home and home in other.parents]
    for folder, names, files in os.walk(home):
        here = Path(folder)
        names[:] = sorted(
            name for name in names if name not in _PASSED_BY and here / name not in inner
        )
        for name in sorted(files):
            if source := _source(here / name):
                yield source


def _source(path: Path) -> Source | None:
    is_template = "templates" in path.parts
    match path.suffix:
        case ".py":
            return Source(path, "django", "python")
        case ".html" | ".txt" | ".js" | ".svg" | ".json" if is_template:
            return Source(path, "django", "config.languages.extraction:extract_template")
        case ".json" if path.parent.name == "steps":
            return Source(path, "django", "config.languages.extraction:extract_steps")
        case ".md" if path.name == "GUIDE.md":
            return Source(path, "django", "config.languages.extraction:extract_guide")
        case ".js" if "static" in path.parts:
            return Source(path, "djangojs", "config.languages.extraction:extract_script")
    return None


def template_of(home: Path, domain: str) -> Catalog:
    """Return all sentences of a catalogue, without any translation."""
    catalog = Catalog(domain=domain, charset="utf-8", fuzzy=False)
    keywords = SCRIPT_KEYWORDS if domain == "djangojs" else KEYWORDS
    for source in sources(home):
        if source.domain != domain:
            continue
        with source.path.open("rb") as file:
            found = extract(source.method, file, keywords, [COMMENT], _OPTIONS)
            for line, message, comments, context in found:
                one = forms(message)[0]
                catalog.add(
                    message,
                    locations=[(str(source.path.relative_to(BASE)), line)],
                    auto_comments=comments,
                    context=context,
                    # A name in braces goes by ``str.format``; Weblate then checks that it stays.
                    flags=["python-brace-format"] if _BRACES.search(one) else [],
                )
    return catalog


def update(home: Path, domain: str, language: str) -> Catalog | None:
    """Return the catalogue of a language with all sentences of today; None where none are."""
    template = template_of(home, domain)
    if not len(template):
        return None
    path = place(home, domain, language)
    if path.exists():
        catalog = read(path)
    else:
        catalog = Catalog(locale=Locale.parse(language, sep="_"), domain=domain, fuzzy=False)
    # Nothing is guessed from a sentence that is nearly the same: it would be wrong in silence.
    catalog.update(template, no_fuzzy_matching=True)
    catalog.obsolete.clear()
    catalog.header_comment = f"# {catalog.locale_identifier}: {home.relative_to(BASE)}"
    return catalog


def missing(catalog: Catalog) -> list[str]:
    """Return the sentences that have no translation, or not in every form."""
    return [forms(message.id)[0] for message in catalog if message.id and not _is_whole(message)]


def _is_whole(message: Message) -> bool:
    said = forms(message.string)
    return bool(said) and all(said)


def forms(text: str | Sequence[str] | None) -> list[str]:
    """Return the forms of a sentence or of a translation: one, or as many as go by number."""
    if not text:
        return []
    return [text] if isinstance(text, str) else list(text)


def text_of(catalog: Catalog) -> bytes:
    """Return a catalogue as it is kept: no dates and lines, which would change with everything."""
    buffer = io.BytesIO()
    write_po(buffer, catalog, width=100, omit_header=False, sort_output=True, include_lineno=False)
    lines = buffer.getvalue().split(b"\n")
    kept = [line for line in lines if not line.startswith(_CHANGING)]
    return b"\n".join(kept).rstrip(b"\n") + b"\n"


_CHANGING: Final = (
    b'"POT-Creation-Date', b'"PO-Revision-Date', b'"Generated-By', b'"Last-Translator',
    b'"Language-Team', b'"Project-Id-Version', b'"Report-Msgid-Bugs-To', b"#, fuzzy",
)  # fmt: skip
