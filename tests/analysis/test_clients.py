"""The published clients wait for an analysis and ask for better turns, against the real service."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from pathlib import Path

from playwright.sync_api import expect

from accounts.models import User
from config.developers.clients.chess_eleven import ChessEleven
from games.features.analysis.making import analyse
from games.features.analysis.models import Analysis
from games.models import Game
from tests.analysis.staged import analysed, resigned
from tests.clients.conftest import service, token_of
from tests.clients.test_package_in_browser import elsewhere
from tests.e2e.chromium import Chromium
from tests.live import LiveService
from tests.patience import until

__all__ = ["elsewhere", "service", "token_of"]


def work(now: datetime) -> None:
    """Do what a worker does, once someone has asked."""
    asked = Analysis.objects.filter(asked_by__isnull=False)
    until(asked.exists)
    while asked.exists():
        analyse(now, 60.0)


def test_python(
    service: LiveService, token_of: Callable[..., str], game: Game, alice: User, now: datetime
) -> None:
    over = analysed(resigned(game, now, turns=4), now)
    client = ChessEleven(service.url, token_of(alice), longest_pause=0.1)
    assert client.analysis(over.pk)["status"] == "summed"

    with ThreadPoolExecutor(1) as program:
        found = program.submit(client.better_turns, over.pk)
        work(now)

    shown = found.result()
    assert (shown["status"], shown["searched_to"]) == ("done", 4)
    assert client.analysis(over.pk) == shown


def test_javascript(
    service: LiveService, token_of: Callable[..., str], game: Game, alice: User, now: datetime,
    chromium: Chromium, elsewhere: str, tmp_path: Path,
) -> None:  # fmt: skip
    over = analysed(resigned(game, now, turns=4), now)
    (tmp_path / "package.html").write_text(f"""<output></output><script type="module">
    import {{ ChessEleven }} from "./package/index.js";
    const alice = new ChessEleven({{ server: "{service.url}", token: "{token_of(alice)}" }});
    const say = ({{ status, searched_to }}) =>
      document.querySelector("output").append(status, " to ", searched_to, ". ");
    say(await alice.analysis("{over.pk}"));
    say(await alice.betterTurns("{over.pk}"));
    </script>""")
    context = chromium.browser.new_context()
    page = context.new_page()
    page.goto(elsewhere)
    work(now)
    expect(page.locator("output")).to_have_text("summed to 0. done to 4.", timeout=30_000)
    with chromium.closing():
        context.close()
