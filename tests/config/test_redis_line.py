"""One command at a time to Redis, over a connection that each thread keeps."""

from __future__ import annotations

import os
import socket
import threading
import time

import pytest
from django.conf import settings
from django.core.cache import cache
from redis import Redis
from redis.exceptions import ResponseError, TimeoutError

from config.backends.redis_line import PATIENCE, RedisLine


@pytest.fixture
def line() -> RedisLine:
    return RedisLine(settings.REDIS_URL)


@pytest.fixture
def redis() -> Redis:
    return Redis.from_url(settings.REDIS_URL)


def test_the_connection_is_kept(line: RedisLine) -> None:
    assert line.call("CLIENT", "ID") == line.call("CLIENT", "ID")


def test_each_thread_has_its_own(line: RedisLine) -> None:
    found: list[int] = []
    thread = threading.Thread(target=lambda: found.append(line.call("CLIENT", "ID")))
    thread.start()
    thread.join()

    assert found != [line.call("CLIENT", "ID")]


def test_an_error_is_an_answer(line: RedisLine) -> None:
    known = line.call("CLIENT", "ID")

    with pytest.raises(ResponseError):
        line.call("NOTHING")

    assert line.call("CLIENT", "ID") == known


def test_a_closed_connection_is_opened_again(line: RedisLine, redis: Redis) -> None:
    known = line.call("CLIENT", "ID")
    redis.execute_command("CLIENT", "KILL", "ID", known)

    assert line.call("CLIENT", "ID") != known


def test_a_forked_process_opens_one(line: RedisLine) -> None:
    known = line.call("CLIENT", "ID")
    read, write = os.pipe()
    if (child := os.fork()) == 0:
        os.write(write, str(line.call("CLIENT", "ID")).encode())
        os._exit(0)
    os.waitpid(child, 0)

    assert int(os.read(read, 20)) != known
    assert line.call("CLIENT", "ID") == known
    os.close(read)
    os.close(write)


def test_one_that_hangs_is_asked_once() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        line = RedisLine(f"redis://127.0.0.1:{server.getsockname()[1]}/0")
        began = time.monotonic()

        with pytest.raises(TimeoutError):
            line.call("PING")

        assert time.monotonic() - began >= PATIENCE
        server.setblocking(False)
        server.accept()[0].close()
        with pytest.raises(BlockingIOError):
            server.accept()


def test_a_script_that_redis_forgot_is_sent_again(redis: Redis) -> None:
    script = "return ARGV[1]"
    assert cache.run_script(script, [], ["one"]) == b"one"
    redis.script_flush()

    assert cache.run_script(script, [], ["two"]) == b"two"
