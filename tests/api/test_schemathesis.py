"""The document is true: what is thrown at the running service is answered as it says."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone

from accounts.credentials import ALL_SCOPES, digest_of, new_token
from accounts.models import PersonalToken, User
from games.services.challenges import Terms, make_challenge
from tests.games.matches import any_turn, play, start_formations, start_round
from tests.live import LiveService

EXAMPLES = int(os.environ.get("SCHEMATHESIS_EXAMPLES", "2"))
CHECKS = (
    "not_a_server_error,status_code_conformance,content_type_conformance,"
    "response_schema_conformance,response_headers_conformance"
)
CONFIG = """
[[operations]]
include-path-regex = "game_id"
parameters = {{ game_id = "{game}" }}

[[operations]]
include-path-regex = "challenge_id"
parameters = {{ challenge_id = "{challenge}" }}

[[operations]]
include-path-regex = "username"
parameters = {{ username = "bob" }}
"""


@pytest.mark.timeout(240)
def test_whatever_is_sent_is_answered_as_documented(transactional_db, settings, tmp_path: Path):
    settings.LIMITS_ON = False
    alice, bob = (
        User.objects.create_user(name, f"{name}@example.org") for name in ("alice", "bob")
    )
    now = timezone.now() - timedelta(minutes=5)
    game = start_round(start_formations(alice, bob, now), now)
    for _ in range(3):
        play(game, any_turn(game), now=now)
    challenge = make_challenge(bob, "alice", Terms(), now=now)
    token = new_token()
    PersonalToken.objects.create(
        user=alice, name="test", scopes=sorted(ALL_SCOPES), digest=digest_of(token)
    )
    config = tmp_path / "schemathesis.toml"
    config.write_text(CONFIG.format(game=game.pk, challenge=challenge.pk))

    with LiveService() as live:
        done = subprocess.run(
            [sys.executable, "-m", "schemathesis.cli", "--config-file", str(config), "run",
             f"{live.url}/api/v1/schema", "-H", f"Authorization: Bearer {token}",
             "--checks", CHECKS, "--max-examples", str(EXAMPLES), "--phases",
             "examples,coverage,fuzzing",
             "--generation-deterministic", "--suppress-health-check", "all",
             "--request-timeout", "20", "--exclude-path", "/api/v1/me", "--exclude-path-regex",
             "auth/tokens|push|resign|events$", "--no-color"],
            capture_output=True, text=True, check=False, cwd=tmp_path,
        )  # fmt: skip

    print(done.stdout[-6000:], done.stderr[-2000:])
    assert done.returncode == 0, done.stdout[-6000:]
