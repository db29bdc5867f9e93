"""The machine's wall clock, as far as the service can see it, put forward and back while it runs.

Python's clock is moved in every process that has these settings (``DJANGO_SETTINGS_MODULE=
tests.faults.settings``); a thread there follows a file. PostgreSQL's is moved by a function of
the same name that is found first. No clock that only ever goes forward (``time.monotonic``) is
touched, as none is when an operator or NTP steps the real one.
"""

from __future__ import annotations

import os
import threading
import time
from pathlib import Path

import psycopg
import time_machine

_LOOK_SECONDS = 0.1

_IN_DATABASE = """
CREATE TABLE public.stepped_clock (shift interval NOT NULL);
INSERT INTO public.stepped_clock VALUES ('0');
CREATE FUNCTION public.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE
    AS 'SELECT pg_catalog.clock_timestamp() + shift FROM public.stepped_clock';
ALTER ROLE CURRENT_USER SET search_path = public, pg_catalog;
"""


def prepare_database(url: str) -> None:
    """Let connections that are opened from now on see the stepped clock."""
    with psycopg.connect(url) as connection:
        connection.execute(_IN_DATABASE)


def step(path: Path, url: str, seconds: float) -> None:
    """Put the clock so many seconds away from the true time, for everyone."""
    aside = path.with_suffix(".new")
    aside.write_text(str(seconds))
    with psycopg.connect(url) as connection:
        connection.execute(
            "UPDATE public.stepped_clock SET shift = make_interval(secs => %s)", [seconds]
        )
    aside.replace(path)


def follow(path: Path) -> None:
    """Move this process's clock, and that of every process forked from it, as the file says."""
    # From the beginning and for good: beginning a journey is nothing for a process with threads.
    traveller = time_machine.travel(time.time(), tick=True).start()

    def begin() -> None:
        threading.Thread(target=_follow, args=(path, traveller), daemon=True, name="clock").start()

    os.register_at_fork(after_in_child=begin)
    begin()


def _follow(path: Path, traveller: time_machine.Traveller) -> None:
    true_time = time_machine.escape_hatch.time.time
    while True:
        wanted = float(path.read_text()) if path.exists() else 0.0
        missing = wanted - (time.time() - true_time())
        if abs(missing) > 0.5:
            traveller.shift(missing)
        time.sleep(_LOOK_SECONDS)
