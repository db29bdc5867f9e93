"""The OpenAPI document: valid, complete, and the one place that tells of every code."""

from __future__ import annotations

import json
import re
from collections import Counter

import pytest
from jsonschema import Draft202012Validator, FormatChecker
from openapi_spec_validator import validate
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from config.http.errors.codes import CODES
from config.http.errors.problems import example_name
from games.shown.event_words import event_types
from games.shown.shapes.exports import FORMAT, FORMAT_OF_OTHERS
from games.store.outbox import EventType
from tests.api import document as openapi
from tests.api.record_events import RECORDED

CONTRACT = {
    "/accounts": {"post"},
    "/auth/token": {"get", "post", "delete"},
    "/auth/tokens": {"get"},
    "/auth/tokens/{token_id}": {"delete"},
    "/me": {"get", "patch", "delete"},
    "/me/export": {"get", "post"},
    "/players/{username}": {"get"},
    "/players/{username}/games": {"get"},
    "/challenges": {"get", "post"},
    "/challenges/open": {"get"},
    "/challenges/{challenge_id}": {"get"},
    "/challenges/{challenge_id}/accept": {"post"},
    "/challenges/{challenge_id}/decline": {"post"},
    "/challenges/{challenge_id}/cancel": {"post"},
    "/games": {"get"},
    "/games/{game_id}": {"get"},
    "/games/{game_id}/options": {"get"},
    "/games/{game_id}/formation": {"put"},
    "/games/{game_id}/turns": {"get", "post"},
    "/games/{game_id}/draw": {"post"},
    "/games/{game_id}/acts": {"post"},
    "/games/{game_id}/rematch": {"post"},
    "/games/{game_id}/export": {"get"},
    "/games/{game_id}/board.svg": {"get"},
    "/games/{game_id}/board.png": {"get"},
    "/games/{game_id}/events": {"get"},
    "/events": {"get"},
    "/blocks": {"get"},
    "/blocks/{username}": {"put", "delete"},
    "/webhooks": {"get", "post"},
    "/webhooks/{webhook_id}": {"get", "patch", "delete"},
    "/webhooks/{webhook_id}/test": {"post"},
    "/webhooks/{webhook_id}/deliveries": {"get"},
    "/webhooks/{webhook_id}/deliveries/{delivery_id}/resend": {"post"},
    "/calendar/{secret}.ics": {"get"},
}


@pytest.fixture(scope="module")
def document():
    return openapi.document()


def test_it_is_valid():
    validate(openapi.served())


@pytest.mark.parametrize("path", CONTRACT)
def test_it_has_every_call_of_the_contract(document, path):
    assert set(document["paths"]["/api/v1" + path]) >= CONTRACT[path]


def test_every_call_says_what_it_does_and_how_it_is_refused(document):
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            where = f"{method} {path}"
            assert operation["summary"], where
            assert operation["summary"] != operation.get("description", "").rstrip("."), where
            assert {"400", "401", "429", "503"} <= set(operation["responses"]), where


def test_every_code_is_one_that_can_be_switched_on(document):
    assert set(_words_of(document, "AnyProblemCode")) == set(CODES)


def test_every_call_has_an_example_of_what_is_sent_and_of_what_comes_back(document):
    for where, operation in operations(document):
        for content in operation.get("requestBody", {}).get("content", {}).values():
            assert "example" in content, where
        answers = {status: told for status, told in operation["responses"].items() if status < "3"}
        assert answers, where
        for status, told in answers.items():
            for media, content in told.get("content", {}).items():
                # A picture or an archive in bytes says nothing here.
                is_bytes = media in ("image/png", "image/gif", "image/webp", "application/zip")
                assert is_bytes or content["examples"], f"{where} {status} {media}"


def test_every_refusal_has_an_example_for_each_of_its_codes(document):
    for where, operation in operations(document):
        for status, told in operation["responses"].items():
            if status >= "4":
                (content,) = told["content"].values()
                assert content["examples"], f"{where} {status}"
    assert document["components"]["examples"].keys() >= {
        example_name(status, code) for code, known in CODES.items() for status in known.statuses
    }


def test_every_example_is_of_the_shape_that_it_is_given_for(document):
    """RFC 9457 lets a problem bear more members; here they are all named."""
    registry = Registry().with_resource("urn:openapi", DRAFT202012.create_resource(document))
    checked = 0
    for where, content in contents(document):
        schema = json.loads(json.dumps(content["schema"]).replace("#/", "urn:openapi#/"))
        validator = Draft202012Validator(schema, registry=registry, format_checker=FormatChecker())
        for value in shown_in(content):
            for error in validator.iter_errors(value):
                pytest.fail(f"{where}: {error.json_path} {error.message}")
            checked += 1
    assert checked > 500
    members = document["components"]["schemas"]["Problem"]["properties"]
    for code, known in CODES.items():
        example = document["components"]["examples"][example_name(known.statuses[0], code)]["value"]
        # A game is in the example of one refusal, to save room.
        assert set(known.members) - {"game"} <= set(members) & set(example), code
        assert ("game" in known.members) == (f"`{code}`" in members["game"]["description"]), code
    stale = document["components"]["examples"][example_name(409, "stale_turn")]
    assert "game" in stale["value"]


def test_members_of_a_base_are_written_once(document):
    written = openapi.served()["components"]["schemas"]
    whole = document["components"]["schemas"]
    for name in ("DuelGame", "FamilyGame", "TurnPlayedEvent", "OtherChallenge"):
        base, own = written[name]["allOf"]
        members = whole[base["$ref"].rpartition("/")[2]]["properties"]
        assert members.keys().isdisjoint(own["properties"])
        assert whole[name]["properties"] == {**members, **own["properties"]}


@pytest.mark.needs
def test_every_call_has_a_name_that_a_person_would_choose(document):
    names = {where: operation["operationId"] for where, operation in operations(document)}
    assert len(set(names.values())) == len(names)
    assert all(re.fullmatch(r"[a-z]+(_[a-z]+)+", name) for name in names.values())
    for name in document["components"]["schemas"]:
        assert not name.endswith(("Shape", "Body", "Enum")), name


def test_every_answer_is_described_and_every_call_may_fail(document):
    for where, operation in operations(document):
        assert {"405", "500"} <= set(operation["responses"]), where
        for status, told in operation["responses"].items():
            assert told["description"], f"{where} {status}"


def test_one_answer_has_one_form(document):
    """A stream beside an object would make every client take each for either."""
    for where, operation in operations(document):
        for told in operation["responses"].values():
            media = set(told.get("content", {}))
            assert media.isdisjoint({"text/event-stream", "application/x-ndjson"}), where
    events = document["paths"]["/api/v1/events"]["get"]["responses"]["200"]
    assert set(events["x-streams"]) == {"text/event-stream", "application/x-ndjson"}


def test_what_may_be_left_out_is_not_demanded_for_its_default(document):
    for name, schema in document["components"]["schemas"].items():
        if name.endswith("Request"):
            for member, told in schema.get("properties", {}).items():
                assert "default" not in told, f"{name} {member}"


def test_shapes_are_distinguished_by_a_word(document):
    schemas = document["components"]["schemas"]
    for name, word in (("Event", "type"), ("Happening", "type"), ("Choice", "kind")):
        *known, other = [one["$ref"].rpartition("/")[2] for one in schemas[name]["oneOf"]]
        assert all("const" in schemas[one]["properties"][word] for one in known)
        assert "not" in schemas[other]["properties"][word]


def test_every_choice_by_a_word_has_a_discriminator_but_for_words_of_tomorrow(document):
    """Generators that go by it would read a whole game as one class otherwise."""
    choices = {"AnyGame": "ruleset", "Event": "type", "Happening": "type", "Choice": "kind"}
    for name, word in choices.items():
        schema = document["components"]["schemas"][name]
        *known, other = [one["$ref"] for one in schema["oneOf"]]
        assert schema["discriminator"]["propertyName"] == word
        assert set(schema["discriminator"]["mapping"].values()) == set(known)
        assert other not in known


def test_a_discriminator_names_every_word_of_today(document):
    """A strict reader refuses a word that it does not name."""
    rulesets = {"eleven", "standard", "future", "family"}
    words = {"AnyChallenge": rulesets, "AnyExport": {FORMAT, FORMAT_OF_OTHERS}, "AnyGame": rulesets}
    for name, expected in words.items():
        assert set(document["components"]["schemas"][name]["discriminator"]["mapping"]) == expected


def test_no_answer_chooses_between_known_words_and_any_text(document):
    """openapi-generator makes an empty class of such a choice."""
    for name, schema in document["components"]["schemas"].items():
        for member, told in schema.get("properties", {}).items():
            kinds = [one.get("type") for one in told.get("anyOf", [])]
            assert "string" not in kinds or set(kinds) == {"string", "null"}, f"{name} {member}"
    status = document["components"]["schemas"]["Game"]["properties"]["status"]
    assert status["$ref"] == "#/components/schemas/AnyGameStatus"


def test_every_shape_and_member_is_described(document):
    for name, schema in document["components"]["schemas"].items():
        assert schema.get("description"), name
        for member, told in schema.get("properties", {}).items():
            assert told.get("description") or "const" in told, f"{name} {member}"


def test_a_game_is_recognised_by_its_rule_set(document):
    schemas = document["components"]["schemas"]
    shapes = [one["$ref"].rpartition("/")[2] for one in schemas["AnyGame"]["oneOf"]]
    assert shapes == ["Game", "DuelGame", "FamilyGame", "OtherGame"]
    assert schemas["Game"]["properties"]["ruleset"]["const"] == "eleven"
    shown = document["paths"]["/api/v1/games/{game_id}"]["get"]["responses"]["200"]["content"]
    named = shown["application/json"]["examples"]
    assert [one["value"]["ruleset"] for one in named.values()] == ["eleven", "family"]


def test_it_shows_what_webhooks_are_sent(document):
    assert set(document["webhooks"]) == set(event_types())
    post = document["webhooks"]["turn.played"]["post"]
    _, own = post["requestBody"]["content"]["application/json"]["schema"]["allOf"]
    assert own["properties"]["data"] == {"$ref": "#/components/schemas/TurnPlayedEvent"}
    left_out = set(EventType) - set(event_types())
    assert left_out.isdisjoint(_words_of(document, "AnyEventType"))


def test_numbers_that_are_asked_for_have_bounds(document):
    for where, operation in operations(document):
        for parameter in operation.get("parameters", []):
            if parameter["schema"].get("type") == "integer":
                assert {"minimum", "maximum"} <= set(parameter["schema"]), where


def operations(document):
    """Yield each operation with its name."""
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            yield f"{method} {path}", operation


def test_webhooks_have_examples_from_games(document):
    recorded = json.loads(RECORDED.read_text())
    assert set(recorded) >= set(event_types())
    for kind in event_types():
        (content,) = document["webhooks"][kind]["post"]["requestBody"]["content"].values()
        assert content["example"]["data"] == recorded[kind]


def contents(document):
    """Yield whatever bears examples, with where it stands."""
    sent = [(kind, hook["post"]) for kind, hook in document["webhooks"].items()]
    for where, operation in [*operations(document), *sent]:
        told = [operation.get("requestBody", {}), *operation["responses"].values()]
        for part in told:
            for media, content in part.get("content", {}).items():
                if content.keys() & {"example", "examples"}:
                    yield f"{where} {media}", content


def shown_in(content):
    """Yield the values of the examples that stand beside a shape."""
    if "example" in content:
        yield content["example"]
    for example in content.get("examples", {}).values():
        yield example["value"]


def _words_of(document, name):
    return document["components"]["schemas"][name]["x-extensible-enum"]


def test_it_is_served_with_a_page_to_try_calls(client):
    assert client.get("/api/v1/schema").json()["openapi"].startswith("3.1")
    page = client.get("/api/v1/docs")
    assert page.status_code == 200
    assert b"swagger" in page.content
    assert b"https://" not in page.content


def test_what_several_calls_share_is_written_once(client):
    assert len(client.get("/api/v1/schema").content) < 700_000
    document = openapi.served()
    refusals = Counter(
        json.dumps(answer, sort_keys=True)
        for methods in document["paths"].values()
        for operation in methods.values()
        for status, answer in operation["responses"].items()
        if status >= "400" and "$ref" not in answer
    )
    assert max(refusals.values()) == 1
    answer = document["paths"]["/api/v1/games"]["get"]["responses"]["401"]
    assert answer == {"$ref": "#/components/responses/401"}


def test_it_is_kept_and_small_on_the_way(client):
    first = client.get("/api/v1/schema", headers={"Accept-Encoding": "gzip"})
    assert len(first.content) < 105_000
    assert "public" in first["Cache-Control"]

    again = client.get("/api/v1/schema", headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 304


@pytest.mark.parametrize(
    ("asked", "form"),
    [
        ({}, "application/vnd.oai.openapi+json"),
        ({"Accept": "text/html,*/*"}, "application/vnd.oai.openapi+json"),
        ({"Accept": "application/json"}, "application/vnd.oai.openapi+json"),
        ({"Accept": "application/yaml"}, "application/vnd.oai.openapi"),
    ],
)
def test_it_comes_in_two_forms(client, asked, form):
    answer = client.get("/api/v1/schema", headers=asked)

    assert answer["Content-Type"].partition(";")[0] == form
    assert answer.content.startswith(b'{"openapi":' if form.endswith("json") else b"openapi:")
    assert "Accept" in answer["Vary"]
