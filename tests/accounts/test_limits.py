"""Too many requests are refused with the time to wait; every answer says where one stands."""

from __future__ import annotations

import re

import pytest
from django.core.cache import cache
from django.test import Client

from config.http.limits import Bucket, Policy, consume

pytestmark = pytest.mark.django_db
URL = "/api/v1/me"
STATE = re.compile(r'"(\w+)";r=(\d+);t=(\d+)')


def standings(response):
    return {name: (int(r), int(t)) for name, r, t in STATE.findall(response["RateLimit"])}


def test_every_answer_says_what_is_left(limited, alice, client_of):
    client = client_of(alice)
    first, second = client.get(URL), client.get(URL)
    assert first["RateLimit-Policy"] == '"token";q=1200;w=60, "user";q=2400;w=60'
    assert standings(first)["token"] == (1199, 1)
    # Twenty come back each second: one may have between the two.
    assert standings(second)["token"][0] in {1198, 1199}


def test_refusals_say_it_too(limited, alice, api, client_of):
    assert "RateLimit" in api.get(URL)
    assert "RateLimit" in api.get(URL, HTTP_AUTHORIZATION="Bearer c11_wrong")
    assert "RateLimit" in client_of(alice).put(URL)


def test_one_too_many(limited, alice, client_of, settings):
    settings.LIMITS = {**settings.LIMITS, "token": (3, 60), "user": (100, 86400)}
    client = client_of(alice)
    answers = [client.get(URL) for _ in range(4)]

    assert [a.status_code for a in answers] == [200, 200, 200, 429]
    refused = answers[-1]
    assert refused["Content-Type"] == "application/problem+json"
    assert refused.json()["code"] == "rate_limited"
    assert 1 <= int(refused["Retry-After"]) <= 20
    assert refused.json()["retry_after"] == int(refused["Retry-After"])
    assert standings(refused)["token"][0] == 0
    # What was refused costs nothing in the other buckets.
    assert standings(refused)["user"][0] == 97


def test_tokens_share_what_their_owner_has(limited, alice, client_of, settings):
    settings.LIMITS = {**settings.LIMITS, "token": (3, 60), "user": (4, 60)}
    one, two = client_of(alice), client_of(alice)
    assert [one.get(URL).status_code for _ in range(4)] == [200, 200, 200, 429]
    assert [two.get(URL).status_code for _ in range(2)] == [200, 429]


def test_programs_do_not_use_up_what_the_page_needs(limited, alice, client_of, settings):
    settings.LIMITS = {**settings.LIMITS, "user": (1, 60)}
    program = client_of(alice)
    browser = Client()
    browser.force_login(alice)
    assert [program.get(URL).status_code for _ in range(2)] == [200, 429]
    assert browser.get(URL).status_code == 200


def test_no_one_in_particular_is_counted_by_address(limited, api, settings):
    settings.LIMITS = {**settings.LIMITS, "address": (2, 60)}
    assert [api.get(URL).status_code for _ in range(3)] == [401, 401, 429]
    assert api.get(URL, REMOTE_ADDR="10.0.0.9").status_code == 401


def test_an_ipv6_network_is_one_address(limited, api, settings):
    settings.LIMITS = {**settings.LIMITS, "address": (1, 60)}
    assert api.get(URL, REMOTE_ADDR="2001:db8::1").status_code == 401
    assert api.get(URL, REMOTE_ADDR="2001:db8::ffff").status_code == 429
    assert api.get(URL, REMOTE_ADDR="2001:db8:0:1::1").status_code == 401


@pytest.mark.parametrize(
    ("proxies", "forwarded", "free"),
    [
        (0, "10.1.1.{}", False),
        (1, "10.1.1.{}", True),
        (1, "10.1.1.{}, 10.2.2.2", False),
        (2, "6.6.6.6, 10.1.1.{}, 10.2.2.2", True),
        (2, "10.2.2.2", False),
    ],
)
def test_the_address_behind_trusted_proxies(limited, api, settings, proxies, forwarded, free):
    settings.TRUSTED_PROXIES = proxies
    settings.LIMITS = {**settings.LIMITS, "address": (1, 60)}
    codes = [api.get(URL, HTTP_X_FORWARDED_FOR=forwarded.format(n)).status_code for n in range(2)]
    assert codes == [401, 401 if free else 429]


def test_a_bucket_refills_evenly(limited):
    bucket = Bucket(Policy("drip", 2, 600), "x")
    assert [consume([bucket]).allowed for _ in range(3)] == [True, True, False]
    # Half of its time passes.
    earlier = "return redis.call('SET', KEYS[1], redis.call('GET', KEYS[1]) - ARGV[1], 'KEEPTTL')"
    cache.run_script(earlier, ["limit:drip:x"], [300_000])
    assert [consume([bucket]).allowed for _ in range(2)] == [True, False]


def test_without_redis_everything_continues(limited, alice, client_of, without_redis, caplog):
    client = client_of(alice)
    assert client.get(URL).status_code == 200
    assert "Redis is away" in caplog.text
    assert cache.get("x", 7) == 7
    assert cache.add("x", 1) is True


def test_registering_is_counted_by_address(limited, api, settings):
    settings.LIMITS = {**settings.LIMITS, "register": (1, 60)}
    codes = [api.post("/api/v1/accounts", {}).status_code for _ in range(2)]
    assert codes == [400, 429]
