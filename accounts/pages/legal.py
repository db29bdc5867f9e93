"""Privacy, terms and imprint: from the operator's folder, or as the service knows them itself."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from markdown_it import MarkdownIt

from accounts import kept
from accounts.kept import Until
from accounts.mail import LEGAL_PAGES

_OURS: Final = Path(__file__).parent.parent / "legal"
_KEPT_UNTIL: Final = {
    Until.ACCOUNT: gettext_lazy("until you delete your account"),
    Until.CLEARED: gettext_lazy("until you delete your account"),
    Until.USED: gettext_lazy("for a short time, until it has served"),
    Until.OTHERS: gettext_lazy("for the others, without your name once you delete your account"),
}


class Stored(NamedTuple):
    """What the service keeps of a person in one place."""

    words: str
    until: str
    is_in_copy: bool


@require_safe
def show(request: HttpRequest, page: str) -> HttpResponse:
    """Show one of the three pages in the reader's language."""
    if page not in LEGAL_PAGES:
        raise Http404
    text, language = text_of(page) or (None, "")
    context = {
        "title": LEGAL_PAGES[page],
        "html": html_of(text) if text is not None else None,
        "language": language,
        "stored": stored() if page == "privacy" and text is None else (),
        "contact": settings.SECURITY_CONTACT.removeprefix("mailto:"),
        "site": settings.SITE_URL,
        "page": page,
    }
    return render(request, "accounts/legal.html", context)


def text_of(page: str) -> tuple[str, str] | None:
    """Return a page as Markdown: the operator's, or ours; ``None`` where it is generated.

    With it comes its language where that is known: ours without another is English.
    A file in the reader's language (``privacy.de.md``) comes before the one for all.
    """
    names = (f"{page}.{(get_language() or 'en').partition('-')[0]}.md", f"{page}.md")
    folders = [Path(settings.LEGAL_DIR)] if settings.LEGAL_DIR else []
    for folder in (*folders, _OURS):
        for name in names:
            if (file := folder / name).is_file():
                ours = "en" if folder == _OURS else ""
                language = name.split(".")[1] if name != names[1] else ours
                return file.read_text(encoding="utf-8"), language
    return None


def stored() -> list[Stored]:
    """Return all that the service keeps of a person: the table of the copy and of deletion."""
    return [
        Stored(_(row.words), str(_KEPT_UNTIL[row.until]), bool(row.file))
        for row in kept.table().values()
    ]


@cache
def html_of(text: str) -> SafeString:
    """Return Markdown as HTML; HTML in it is shown as text."""
    return mark_safe(MarkdownIt("commonmark", {"html": False}).enable("table").render(text))
