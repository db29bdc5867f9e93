"""The developers' pages: text in templates, with what the code knows better put in."""

from __future__ import annotations

from typing import Final, NamedTuple

from django.conf import settings
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from config.developers import limits, reference
from config.developers.changes import RELEASES
from config.developers.packages import packages
from config.http.kept_pages import kept_for_strangers, kept_part


class Page(NamedTuple):
    """One page: the name of its template and address, and its title."""

    name: str
    title: str


PAGES: Final = (
    Page("start", "Five minutes with curl"),
    Page("authentication", "Tokens and apps"),
    Page("playing", "A game, call by call"),
    Page("live", "Live matches"),
    Page("competitions", "Competitions"),
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
_BY_NAME: Final = {page.name: page for page in PAGES}

CLIENTS: Final = {
    "chess_eleven.py": "text/x-python",
    "bot.py": "text/x-python",
    "live_bot.py": "text/x-python",
    "cup_player.py": "text/x-python",
    "repeat_the_draw.py": "text/x-python",
    "browser_client.html": "text/plain",
}


@require_safe
@kept_for_strangers
def page(request: HttpRequest, name: str) -> HttpResponse:
    """Show one page. Its text is the same for everyone and is made once for each language."""
    text = kept_part(("developers", name), lambda: _text_of(name))
    context = {"shown": _BY_NAME[name], "text": text}
    return render(request, "developers/framed.html", context)


def _text_of(name: str) -> SafeString:
    context = {"pages": PAGES, "shown": _BY_NAME[name], **reference.context()}
    if name == "competitions":
        program = settings.BASE_DIR / "config/developers/clients/repeat_the_draw.py"
        context["repeat_the_draw"] = program.read_text(encoding="utf-8")
    if name == "packages":
        context["packages"] = packages()
    if name == "limits":
        context["bounds"] = list(limits.bounds())
    if name == "changes":
        context["releases"] = RELEASES
    return render_to_string(f"developers/{name}.html", context)


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
    if name not in CLIENTS or not path.is_file():
        raise Http404
    return FileResponse(
        path.open("rb"),
        as_attachment=True,
        filename=name,
        content_type=f"{CLIENTS[name]}; charset=utf-8",
    )
