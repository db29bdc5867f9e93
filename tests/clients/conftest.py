"""The service as programs of other people meet it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from accounts.models import User
from config.developers.clients.chess_eleven import ChessEleven
from tests.live import LiveService
from tests.patience import stretched
from tests.streams.conftest import person, service, token_of

__all__ = ["person", "service", "token_of"]

HERE = Path(__file__).parents[2] / "config" / "developers" / "clients"


@pytest.fixture
def client_of(service: LiveService, token_of: Callable[..., str]) -> Callable[[User], ChessEleven]:
    """Return a function that gives the reference client speaking for a user."""
    return lambda user: ChessEleven(service.url, token_of(user))


@pytest.fixture
def running_bot(service: LiveService, bob: User, token_of: Callable[..., str]) -> Iterator[User]:
    """Let bob be played by the bot, as a program of its own."""
    with program("bot.py", service, token_of(bob)):
        yield bob


@contextmanager
def program(
    name: str, service: LiveService, token: str, *arguments: str
) -> Iterator[subprocess.Popen[bytes]]:
    """Run one of the clients as its users would, until the context ends."""
    named = {"CHESS_ELEVEN": service.url, "CHESS_ELEVEN_TOKEN": token}
    process = subprocess.Popen([sys.executable, HERE / name, *arguments], env=os.environ | named)
    try:
        yield process
    finally:
        process.terminate()
        process.wait(stretched(10))
