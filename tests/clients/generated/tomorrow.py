"""Answers of a later version of the service: what clients made from today's document may meet."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

Json = Any
NEW = {"of": "tomorrow"}


def answers(document: Json) -> dict[str, tuple[int, Json]]:
    """Return answers by address, made of the document's examples: a status and a body each.

    Every object has a member more. The game ``status`` is in a state that no one knows,
    ``ruleset`` is of a game that no one knows, ``refused`` is refused for an unknown reason.
    """
    game, events = _example(document, "/games/{game_id}"), _example(document, "/events")
    options = _example(document, "/games/{game_id}/options")
    known = events["results"][0]
    of_tomorrow = {**known, "number": known["number"] + 1, "type": "moon.risen", "data": NEW}
    choice = {"kind": "throw", "text": "t3-4", "label": "Throw in"}
    refusal = {"type": "", "title": "", "status": 409, "code": "too_rainy", "detail": "It rains."}
    api = "/api/v1"
    return {
        f"{api}/events": (200, _more({**events, "results": [known, of_tomorrow]})),
        f"{api}/games/status": (200, _more({**game, "status": "adjourned"})),
        f"{api}/games/ruleset": (200, _more({**game, "ruleset": "draughts"})),
        f"{api}/games/refused": (404, _more(refusal)),
        f"{api}/games/status/options": (
            200,
            _more({**options, "actions": [*options["actions"], choice]}),
        ),
    }


@contextmanager
def served(document: Json) -> Iterator[str]:
    """Serve the answers on a free port for as long as the context lasts; yields the address."""
    bodies = answers(document)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            status, body = bodies[self.path.partition("?")[0]]
            text = json.dumps(body).encode()
            kind = "application/json" if status == 200 else "application/problem+json"
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)

        def log_message(self, format: str, *args: Any) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def _more(body: Json) -> Json:
    """Return a body in which every object of named members has one more."""
    if isinstance(body, list):
        return [_more(one) for one in body]
    if not isinstance(body, dict):
        return body
    more = {name: _more(value) for name, value in body.items()}
    # What has values of one kind may go by side or by square: its names are no members.
    is_map = len({type(value) for value in body.values()} - {type(None)}) <= 1
    return more if is_map else {**more, "of_tomorrow": NEW}


def _example(document: Json, path: str) -> Json:
    """Return the first example of what GET answers."""
    answer = _found(document, document["paths"][f"/api/v1{path}"]["get"]["responses"]["200"])
    example = next(iter(answer["content"]["application/json"]["examples"].values()))
    return _found(document, example)["value"]


def _found(document: Json, part: Json) -> Json:
    """Return a part of the document, or what it refers to."""
    _, _, kind, name = f"{part.get('$ref', '')}///".split("/")[:4]
    return document["components"][kind][name] if name else part
