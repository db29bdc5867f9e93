"""Hooks with other answers than those of the installed apps."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, Protocol

import pytest

from config.features import Given, Hook


class Only(Protocol):
    """Lets only these answer a hook until the test is over."""

    def __call__(self, hook: Hook[Any], *given: Given[Any]) -> None: ...


@pytest.fixture
def only() -> Iterator[Only]:
    with ExitStack() as stack:
        yield lambda hook, *given: stack.enter_context(_only(hook, given))


@contextmanager
def _only(hook: Hook[Any], given: tuple[Given[Any], ...]) -> Iterator[None]:
    former = hook.given[:]
    hook.given[:] = given
    yield
    hook.given[:] = former
