"""The seal of the game's pages: no foreign script, no markup from text, no style from text."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.models import Game
from tests.e2e.conftest import OpenPage
from tests.e2e.playing import CARRIER, at, wait_until

SEAL = (
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types eleven",
)

INJECTIONS = {
    "markup": "document.body.innerHTML = '<b>no</b>'",
    "address": "document.createElement('script').src = '/static/games/page.js'",
    "policy": "trustedTypes.createPolicy('other', {createHTML: (text) => text})",
}

STYLES = """() => {
  document.body.setAttribute("style", "color: red");
  const sheet = document.createElement("style");
  sheet.textContent = "p { color: red }";
  document.head.append(sheet);
}"""

REPORTS = """() => {
  globalThis.reports = [];
  addEventListener("securitypolicyviolation", ({ effectiveDirective: d }) => reports.push(d));
}"""


@pytest.mark.parametrize("path", ["/games/{}/", "/games/{}/history/"])
def test_nothing_comes_in_by_text(open_page: OpenPage, alice: User, game: Game, path: str) -> None:
    at(game, CARRIER)
    page = open_page(user=alice)
    answer = page.goto(path.format(game.pk))
    policy = answer.header_value("content-security-policy")
    for part in SEAL:
        assert part in policy
    page.wait_for_load_state("load")
    page.witness.expected.append(
        "violates|requires|blocked|[Rr]efused|TrustedScriptURL|TrustedHTML"
    )
    page.evaluate(REPORTS)

    for name, code in INJECTIONS.items():
        attempt = f"() => {{ try {{ {code}; return 'done' }} catch {{ return 'refused' }} }}"
        assert page.evaluate(attempt) == "refused", name
    page.evaluate(STYLES)

    wait_until(page, "reports.length >= 5")
    assert {"require-trusted-types-for", "style-src-attr", "style-src-elem"} <= set(
        page.evaluate("reports")
    )
