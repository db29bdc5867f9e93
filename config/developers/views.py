"""The developers' pages: text in templates, with what the code knows better put in."""

from __future__ import annotations

from typing import Final, NamedTuple

from django.conf import settings
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_safe

from config.developers import limits, reference
from config.developers.calls import linked
from config.developers.changes import RELEASES
from config.developers.packages import packages
from config.features import Hook
from config.http.kept_pages import kept_for_strangers, kept_part


class Page(NamedTuple):
    """One page: the name of its template and address, and its title."""

    name: str
    title: str
    after: str = ""
    """The page of the core that it follows, if it is of a feature."""
    template: str = ""


_OF_THE_CORE: Final = (
    Page("start", "Five minutes with curl"),
    Page("authentication", "Tokens and apps"),
    Page("challenges", "Challenges"),
    Page("playing", "A game, call by call"),
    Page("formations", "Formations"),
    Page("turns", "A turn"),
    Page("explore", "Explore lines"),
    Page("time", "Clock and deadlines"),
    Page("endings", "Draws and endings"),
    Page("rulesets", "Other games"),
    Page("live", "Live games"),
    Page("events", "Events and streams"),
    Page("webhooks", "Webhooks and calendar"),
    Page("retries", "Retries, pages, caching"),
    Page("limits", "Limits"),
    Page("errors", "Errors"),
    Page("notation", "Notation"),
    Page("fairness", "Check a game"),
    Page("workshop", "A workshop"),
    Page("packages", "Packages to install"),
    Page("clients", "Clients to copy"),
    Page("bots", "Bots"),
    Page("stability", "Promise"),
    Page("changes", "Changelog of the API"),
)
PAGES: Final[Hook[Page]] = Hook()
"""Pages of features."""

_CLIENTS: Final = {
    "chess_eleven.py": "text/x-python",
    "bot.py": "text/x-python",
    "browser_client.html": "text/plain",
}
CLIENTS: Final[Hook[str]] = Hook()
"""Clients in Python that need a feature."""


def pages() -> list[Page]:
    """Return all pages in order, those of features among those of the core."""
    return [
        one
        for page in _OF_THE_CORE
        for one in (page, *(more for more in PAGES if more.after == page.name))
    ]


def clients() -> dict[str, str]:
    """Return the names of all clients with their types."""
    return _CLIENTS | dict.fromkeys(CLIENTS, "text/x-python")


@require_safe
@kept_for_strangers
def page(request: HttpRequest, name: str) -> HttpResponse:
    """Show one page. Its text is the same for everyone and is made once for each language."""
    text = kept_part(("developers", name), lambda: _text_of(name))
    context = {"shown": _page(name), "text": text}
    return render(request, "developers/framed.html", context)


def _page(name: str) -> Page:
    return next(page for page in pages() if page.name == name)


def _text_of(name: str) -> SafeString:
    shown = _page(name)
    every = pages()
    following = next(iter(every[every.index(shown) + 1 :]), None)
    context = {"pages": every, "shown": shown, "following": following, **reference.context()}
    if name == "packages":
        context["packages"] = packages()
    if name == "limits":
        context["bounds"] = list(limits.bounds())
    if name == "changes":
        context["releases"] = RELEASES
    text = render_to_string(shown.template or f"developers/{name}.html", context)
    return mark_safe(linked(text))  # our own template, with links put in


@require_safe
def client(request: HttpRequest, name: str) -> HttpResponseBase:
    """Give out a package, or the source of a client."""
    for package in packages().values() if name.endswith((".whl", ".tgz")) else ():
        if package.name == name:
            return HttpResponse(
                package.content,
                content_type="application/octet-stream",
                headers={"Content-Disposition": f'attachment; filename="{name}"'},
            )
    path = settings.BASE_DIR / "config" / "developers" / "clients" / name
    if name not in clients():
        raise Http404
    return FileResponse(
        path.open("rb"),
        as_attachment=True,
        filename=name,
        content_type=f"{clients()[name]}; charset=utf-8",
    )
