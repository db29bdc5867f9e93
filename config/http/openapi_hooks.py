"""What is done to the OpenAPI document once all calls are in it: hooks of drf-spectacular."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any, Final

from config.features import registered
from config.http.errors.codes import CODES
from config.http.errors.problems import example_name, example_of
from config.http.members import MEANINGS
from config.http.schema_fields import open_words, reference
from config.http.shapes import MADE, bases_of, members_of

LINKS: Final = (
    ("create_challenge", "201", "get_challenge", "challenge_id"),
    ("create_challenge", "201", "cancel_challenge", "challenge_id"),
    ("accept_challenge", "201", "get_game", "game_id"),
    ("accept_challenge", "201", "save_formation", "game_id"),
    ("save_formation", "200", "list_options", "game_id"),
    ("save_formation", "200", "play_turn", "game_id"),
    ("get_game", "200", "list_options", "game_id"),
    ("get_game", "200", "list_turns", "game_id"),
    ("get_game", "200", "get_game_export", "game_id"),
    ("offer_rematch", "201", "get_challenge", "challenge_id"),
    ("offer_to_continue", "201", "get_challenge", "challenge_id"),
    ("create_token", "201", "delete_token", "token_id"),
    ("create_plan", "201", "delete_plan", "entry_id"),
    ("create_leave", "201", "delete_leave", "leave_id"),
    ("create_webhook", "201", "get_webhook", "webhook_id"),
    ("create_webhook", "201", "test_webhook", "webhook_id"),
)
"""What can be called next with the ``id`` that a call answers: call, status, next, parameter."""

OPEN_ENUMERATIONS: Final = frozenset(
    {
        "AnalysisStatus",
        "ChallengeStatus",
        "CompetitionKind",
        "DecidedBy",
        "DecisionKind",
        "DeclineReason",
        "DeliveryStatus",
        "Did",
        "EntryStatus",
        "EventType",
        "FinalState",
        "GameStatus",
        "LessonStepKind",
        "MailWay",
        "OutBy",
        "Phrase",
        "PlanStatus",
        "ProblemCode",
        "PushWay",
        "PuzzleKind",
        "ReportReason",
        "ResultReason",
        "RoundEnd",
        "Scope",
        "SectionKey",
        "SectionStatus",
        "ShotOutcome",
        "WebhookFormat",
        "WebhookStatus",
    }
)
"""Enumerations to which words may be added."""
_WORTH_SHARING: Final = 100
"""Shorter examples are not longer than a reference to them."""
_USED: Final = re.compile(r'"#/components/schemas/([^"]+)"')
_OPEN_REFERENCES: Final = {f"#/components/schemas/{name}" for name in OPEN_ENUMERATIONS}


def add_tags(result: dict[str, Any], **context: Any) -> dict[str, Any]:
    """Return the document with the groups of calls that apps have registered."""
    tags = {name: words for one in registered() for name, words in one.tags.items()}
    result["tags"] = [{"name": name, "description": words} for name, words in tags.items()]
    return result


def add_links(result: dict[str, Any], **context: Any) -> dict[str, Any]:
    """Return the document with what can be done next with what was made."""
    operations = {
        operation["operationId"]: operation
        for methods in result["paths"].values()
        for operation in methods.values()
    }
    for name, status, following, parameter in LINKS:
        if not {name, following} <= operations.keys():
            # Of a feature that is left out.
            continue
        links = operations[name]["responses"][status].setdefault("links", {})
        links[following] = {
            "operationId": following,
            "parameters": {parameter: "$response.body#/id"},
        }
    return result


def open_enumerations(result: dict[str, Any], **context: Any) -> dict[str, Any]:
    """Return the document with room for new words in answers.

    Words are added without notice; a strict generator would throw a
    whole page away for one that it does not know. What is sent keeps to the known words.
    """
    schemas = result["components"]["schemas"]
    schemas.pop("Null", None)
    for name, schema in schemas.items():
        if name not in OPEN_ENUMERATIONS:
            _tidy(schema, is_open=not name.endswith("Request"))
    # The words of a feature that is left out are not there.
    for name in OPEN_ENUMERATIONS & schemas.keys():
        description = "One of these, or one added later."
        schemas[f"Any{name}"] = {
            **open_words(schemas[name]["enum"]),
            "description": description,
        }
    result["components"]["schemas"] = dict(sorted(schemas.items()))
    return result


def _tidy(schema: Any, *, is_open: bool) -> None:
    """Put a text with the known words in place of each open enumeration.

    Where nothing is a choice, it is said by its type and not by an enumeration of it; what is alone
    in ``allOf`` has none.
    """
    for key, value in schema.items() if isinstance(schema, dict) else enumerate(schema):
        if isinstance(value, dict) and len(value.get("allOf", ())) == 1:
            # Since OpenAPI 3.1 a description may be beside a reference.
            (only,) = value.pop("allOf")
            value.update(only)
        target = value.get("$ref") if isinstance(value, dict) else None
        if target == "#/components/schemas/Null":
            schema[key] = {"type": "null"}
        elif is_open and key != "not" and target in _OPEN_REFERENCES:
            value["$ref"] = target.replace("schemas/", "schemas/Any")
        elif isinstance(value, dict | list):
            _tidy(value, is_open=is_open)


def add_general_refusals(result: dict[str, Any], **context: Any) -> dict[str, Any]:
    """Return the document with examples of the refusals that belong to no call of its own.

    They are: a method that an address does not take, and a crash.
    """
    examples = result["components"]["examples"]
    for code, known in CODES.items():
        for status in known.statuses:
            shown = {"value": example_of(status, code)}
            examples.setdefault(example_name(status, code), shown)
    return result


def describe_members(result: dict[str, Any], **context: Any) -> dict[str, Any]:
    """Return the document with a description of each shape and member that says nothing itself."""
    for name, schema in result["components"]["schemas"].items():
        shape = name.removesuffix("Request")
        if shape in MEANINGS and not schema.get("description"):
            schema["description"] = MEANINGS[shape]
        for member, property_ in schema.get("properties", {}).items():
            meaning = MEANINGS.get(f"{shape}.{member}") or MEANINGS.get(member)
            # A constant says itself what it is.
            if meaning and "const" not in property_:
                words = meaning if _may_be_null(property_) else re.sub("; null .*", ".", meaning)
                property_.setdefault("description", words)
    return result


def _may_be_null(schema: dict[str, Any]) -> bool:
    choices = [schema, *schema.get("oneOf", []), *schema.get("anyOf", [])]
    return any("null" in (one.get("type") or ()) for one in choices)


def share_members(result: dict[str, Any], **context: Any) -> dict[str, Any]:
    """Return the document with the members of each base written once, under its name.

    A shape that has them is ``allOf``: the base, and its further members.
    """
    schemas = result["components"]["schemas"]
    bases = {name: bases_of(MADE[name]) for name in schemas if name in MADE}
    families: dict[type, list[dict[str, Any]]] = defaultdict(list)
    for name, found in bases.items():
        for base in found:
            families[base].append(schemas[name])
    whole = dict(schemas)
    for base, family in families.items():
        if base.__name__ not in schemas and len(family) > 1:
            bases[base.__name__] = bases_of(members_of(base))
            whole[base.__name__] = _common(str(base.__doc__), family)
    for name, found in bases.items():
        known = {base.__name__: whole[base.__name__] for base in found if base.__name__ in whole}
        schemas[name] = _further(whole[name], known)
    pages = {
        name: one
        for name, one in schemas.items()
        if {"next", "previous"} <= one.get("properties", {}).keys()
    }
    page = _common("Members of every page of a list.", list(pages.values()))
    schemas.update({name: _further(one, {"Page": page}) for name, one in pages.items()})
    schemas["Page"] = page
    result["components"]["schemas"] = dict(sorted(schemas.items()))
    return result


def _common(description: str, family: list[dict[str, Any]]) -> dict[str, Any]:
    """Return a shape of the members that are the same in all of a family.

    Objects without a name aren't among them: a generator names each after the shape that it is in.
    """
    first = family[0]
    same = {
        name: member
        for name, member in first["properties"].items()
        if '"object"' not in json.dumps(member)
        and all(_has(one, name, member, name in first["required"]) for one in family)
    }
    required = [name for name in first["required"] if name in same]
    return {"type": "object", "description": description, "properties": same, "required": required}


def _has(schema: dict[str, Any], name: str, member: Any, is_required: bool) -> bool:
    is_the_same = schema["properties"].get(name) == member
    return is_the_same and (name in schema.get("required", ())) is is_required


def _further(schema: dict[str, Any], bases: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """Return a shape as references to bases, from the largest on, and what they don't have."""
    known: set[str] = set()
    references = []
    for name, base in bases.items():
        members = base["properties"]
        of_base = base.get("required", ())
        if members.keys() <= known or not all(
            _has(schema, member, one, member in of_base) for member, one in members.items()
        ):
            continue
        references.append(reference(name))
        known |= members.keys()
    if not references:
        return schema
    own: dict[str, Any] = {
        "type": "object",
        "properties": {
            name: one for name, one in schema["properties"].items() if name not in known
        },
    }
    if required := [name for name in schema.get("required", ()) if name not in known]:
        own["required"] = required
    rest = {key: one for key, one in schema.items() if key not in ("properties", "required")}
    # Beside a lone reference, some generators would overlook what is not in the list.
    return {**rest, "allOf": [*references, own]}


def describe_once(result: dict[str, Any], **context: Any) -> dict[str, Any]:
    """Return the document with descriptions that do not repeat the summary."""
    for operation in _operations(result):
        words = operation["description"].removeprefix(f"{operation['summary']}.").lstrip()
        if words in {"", operation["summary"]}:
            del operation["description"]
        else:
            operation["description"] = words
    return result


def share_refusals(result: dict[str, Any], **context: Any) -> dict[str, Any]:
    """Return the document with each refusal and each header that several calls have written once.

    The most frequent refusal with a status has it as its name, ``403``. Any other also names its
    further codes, ``403-not_a_player``; if that is taken, all its codes, and ``only`` where these
    are another's further ones.
    """
    components = result["components"]
    headers = components.setdefault("headers", {})
    places: dict[str, dict[str, list[dict[str, Any]]]] = defaultdict(lambda: defaultdict(list))
    for operation in _operations(result):
        responses = operation["responses"]
        for status, response in responses.items():
            for name, header in response.get("headers", {}).items():
                if headers.setdefault(name, header) == header:
                    response["headers"][name] = {"$ref": f"#/components/headers/{name}"}
            if status >= "400":
                places[status][json.dumps(response, sort_keys=True)].append(responses)
    refusals = components.setdefault("responses", {})
    for status, forms in places.items():
        shared = {form: found for form, found in forms.items() if len(found) > 1}
        by_use = sorted(shared, key=lambda form: (-len(shared[form]), form))
        usual = codes_of(json.loads(by_use[0]))
        for form in by_use:
            codes = codes_of(json.loads(form))
            name = "-".join([status, *sorted(codes - usual)])
            if name in refusals:
                name = "-".join([status, *sorted(codes)])
            if name in refusals:
                name += "-only"
            refusals[name] = json.loads(form)
            for responses in shared[form]:
                responses[status] = {"$ref": f"#/components/responses/{name}"}
    return result


def share_parameters(result: dict[str, Any], **context: Any) -> dict[str, Any]:
    """Return the document with the usual form of each parameter written once, under its name."""
    lists = [
        operation["parameters"] for operation in _operations(result) if "parameters" in operation
    ]
    forms = Counter(json.dumps(one, sort_keys=True) for found in lists for one in found)
    shared: dict[str, Any] = {}
    for form, times in forms.most_common():
        parameter = json.loads(form)
        if times > 1:
            shared.setdefault(parameter["name"], parameter)
    for found in lists:
        for place, parameter in enumerate(found):
            if shared.get(parameter["name"]) == parameter:
                found[place] = {"$ref": f"#/components/parameters/{parameter['name']}"}
    result["components"]["parameters"] = dict(sorted(shared.items()))
    return result


def share_examples(result: dict[str, Any], **context: Any) -> dict[str, Any]:
    """Return the document with one example of each shape, that of the call that gets it if any.

    It is written once, and so is any other that several calls show. It has the name of its shape,
    or of the first call that shows it.
    """
    places: dict[str, list[tuple[str, str, dict[str, Any], str]]] = defaultdict(list)
    for operation in _operations(result):
        for response in operation["responses"].values():
            for content in response.get("content", {}).values():
                shape = _last(content.get("schema", {}))
                for name, example in content.get("examples", {}).items():
                    form = json.dumps(example, sort_keys=True)
                    if "value" in example and len(form) > _WORTH_SHARING:
                        same = shape if shape and len(content["examples"]) == 1 else form
                        call = operation["operationId"]
                        places[same].append((shape, call, content["examples"], name))
    examples = result["components"]["examples"]
    for found in places.values():
        shape, call, shown, name = min(found, key=lambda one: not one[1].startswith("get_"))
        known = call if shape in {"", *examples} else shape
        if len(found) > 1:
            examples[known] = shown[name]
            for _, _, shown, name in found:
                shown[name] = {"$ref": f"#/components/examples/{known}"}
    return result


def share_answers(result: dict[str, Any], **context: Any) -> dict[str, Any]:
    """Return the document with each answer that several calls give written once.

    It has the name of its shape, or of the first call that gives it; without content, its status.
    """
    places: dict[str, list[tuple[str, str, dict[str, Any]]]] = defaultdict(list)
    for operation in _operations(result):
        for status, response in operation["responses"].items():
            if "$ref" not in response:
                form = json.dumps(response, sort_keys=True)
                places[form].append((status, operation["operationId"], operation["responses"]))
    shared = result["components"]["responses"]
    for form, found in places.items():
        status, operation_id, _ = found[0]
        if len(found) > 1:
            response = json.loads(form)
            shapes = [_last(one.get("schema", {})) for one in response.get("content", {}).values()]
            name = shapes[0] if shapes else status
            name = _camel(operation_id) if name in {"", *shared} else name
            shared[name] = response
            for status, _, responses in found:
                responses[status] = {"$ref": f"#/components/responses/{name}"}
    return result


def share_security(result: dict[str, Any], **context: Any) -> dict[str, Any]:
    """Return the document with the most frequent ways to log in written once, for all calls that
    name no other."""
    forms = Counter(json.dumps(one["security"]) for one in _operations(result))
    usual = json.loads(forms.most_common(1)[0][0])
    for operation in _operations(result):
        if operation["security"] == usual:
            del operation["security"]
    result["security"] = usual
    return result


def forget_unused(result: dict[str, Any], **context: Any) -> dict[str, Any]:
    """Return the document without shapes that nothing refers to, such as the closed form of words
    that are only answered.
    """
    used = set(_USED.findall(json.dumps(result, default=str)))
    schemas = result["components"]["schemas"]
    result["components"]["schemas"] = {name: one for name, one in schemas.items() if name in used}
    return result


def _last(schema: dict[str, Any]) -> str:
    return str(schema.get("$ref", "")).rpartition("/")[2]


def _operations(result: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for methods in result["paths"].values():
        yield from methods.values()


def codes_of(response: dict[str, Any]) -> set[str]:
    """Return the codes that a refusal in the document may have."""
    (content,) = response["content"].values()
    return set(content["examples"])


def _camel(words: str) -> str:
    return "".join(word.capitalize() for word in words.replace("_", " ").replace("-", " ").split())
