"""An event as a card of a chat or notification service: what is sent, and what its answer means.

A service that can edit a message shows one card for a game, which follows the game. The transport
is that of every webhook.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Mapping
from datetime import datetime
from html import escape
from typing import Any, Final, NamedTuple
from urllib.parse import parse_qs, urlencode, urlsplit, urlunsplit

from django.conf import settings
from django.utils.translation import gettext as _

from config.languages.spoken import spoken_to
from games.models import Game
from games.shown import wording
from games.shown.event_words import all_events
from games.shown.point_of_view import PointOfView
from games.store import selectors
from games.store.outbox import EventType
from notifications.models import ChatCard, Delivery, Webhook
from notifications.preferences import zone_of
from notifications.transport.http_client import Answer

Format = Webhook.Format

EDITED: Final = frozenset({Format.DISCORD, Format.TELEGRAM})
"""Services that can edit a message."""
CHAT_EVENTS: Final = (
    EventType.CHALLENGE_RECEIVED,
    EventType.GAME_STARTED,
    EventType.ROUND_STARTED,
    EventType.TURN_PLAYED,
    EventType.DRAW_OFFERED,
    EventType.DEADLINE_NEAR,
    EventType.RESERVE_BEGAN,
    EventType.GAME_FINISHED,
)
"""What a chat hears of that was set up by its address alone."""
LARGEST_ANSWER: Final = 65_536
"""Bytes: the id of a new message may be at the end of it."""
_MESSAGE: Final = re.compile(r"[0-9]{1,20}", re.ASCII)
"""The id of a message: a number for both services."""
_LONGEST_WAIT: Final = 86_400
_SAME: Final = "not modified"
"""What Telegram says of an edit that changes nothing."""
_NAME: Final = "Chess Eleven by post"


class Card(NamedTuple):
    """What a card shows."""

    title: str
    lines: tuple[str, ...]
    url: str
    picture: str = ""

    @property
    def text(self) -> str:
        """The lines below the title."""
        return "\n".join(self.lines)


class Request(NamedTuple):
    """A card on its way."""

    method: str
    url: str
    body: bytes
    is_edit: bool = False


def request_for(row: Delivery, now: datetime) -> Request:
    """Return what is sent for a delivery, as things are now."""
    webhook = row.webhook
    game = _game_of(row)
    with spoken_to(webhook.user):
        card = _card(row, game, now)
    shown = None
    if game is not None and webhook.format in EDITED:
        shown = ChatCard.objects.filter(webhook=webhook, game=game).first()
    return _BUILDERS[Format(webhook.format)](webhook.url, card, shown.message if shown else "")


def note_taken(row: Delivery, request: Request, answer: Answer) -> None:
    """Remember the message that shows a game, so that the next card edits it."""
    if request.is_edit or row.webhook.format not in EDITED or (game := _game_of(row)) is None:
        return
    body: Any = _body_of(answer)
    if row.webhook.format == Format.TELEGRAM:
        body = body.get("result")
    name = "message_id" if row.webhook.format == Format.TELEGRAM else "id"
    message = str(body.get(name, "")) if isinstance(body, Mapping) else ""
    # It becomes a part of an address, and any server can say that it is one of these services.
    if _MESSAGE.fullmatch(message):
        ChatCard.objects.update_or_create(
            webhook=row.webhook, game=game, defaults={"message": message}
        )


def is_taken(row: Delivery, request: Request, answer: Answer) -> bool:
    """Return whether a card was taken; one that changes nothing is there already."""
    if answer.is_success:
        return True
    is_same = _SAME in str(_body_of(answer).get("description", ""))
    return request.is_edit and answer.status == 400 and is_same


def note_refused(row: Delivery, request: Request, answer: Answer) -> None:
    """Forget a message that is gone, so that the next attempt sends a new one."""
    if request.is_edit and answer.status in (400, 403, 404):
        ChatCard.objects.filter(webhook=row.webhook, game=_game_of(row)).delete()


def asked_to_wait(answer: Answer) -> float:
    """Return how many seconds a service asks us to wait, in its header or its body."""
    body = _body_of(answer)
    parameters = body.get("parameters")
    inside = parameters.get("retry_after") if isinstance(parameters, Mapping) else None
    for seconds in (body.get("retry_after"), inside):
        if isinstance(seconds, int | float) and seconds > 0:
            return math.ceil(min(seconds, _LONGEST_WAIT))
    return answer.retry_after or 0


def _body_of(answer: Answer) -> Mapping[str, Any]:
    try:
        body = json.loads(answer.body)
    except (ValueError, RecursionError):
        return {}
    return body if isinstance(body, dict) else {}


def _game_of(row: Delivery) -> Game | None:
    event = row.event
    if event is None:
        return None
    game_id = event.game_id or (event.challenge.game_id if event.challenge else None)
    return Game.objects.with_seats().filter(pk=game_id).first() if game_id else None


def _card(row: Delivery, game: Game | None, now: datetime) -> Card:
    if game is None:
        words = all_events().get(EventType(row.type)) if row.event else None
        said = str(_(words.when)) if words else _("This works. Your games will show up here.")
        return Card(_NAME, (said,), f"{settings.SITE_URL}/")
    view = PointOfView(game, row.webhook.user_id)
    lines = []
    last = selectors.standing_turns(game).last()
    if last is not None:
        lines.append(" ".join(wording.report(game, last, view.usernames)))
    if view.score:
        lines.append(view.headline)
    if game.is_active and game.deadline is not None:
        ends = wording.zoned_moment(game.deadline, now, zone_of(row.webhook.user))
        lines.append(_("Play by {when}.").format(when=ends))
    side = f"side={view.side}" if view.side else ""
    turn = f"turn={last.number}" if last else ""
    query = "&".join(filter(None, (turn, side)))
    return Card(
        view.page_title if game.is_active else view.result_title,
        tuple(filter(None, lines)),
        f"{settings.SITE_URL}/games/{game.pk}/",
        f"{settings.SITE_URL}/api/v1/games/{game.pk}/board.png?{query}",
    )


def _discord(url: str, card: Card, message: str) -> Request:
    embed: dict[str, Any] = {
        "title": card.title,
        "url": card.url,
        "description": _plain(card.text),
        "color": 0x0B6B3A,
    }
    if card.picture:
        embed["image"] = {"url": card.picture}
    body = {"embeds": [embed], "allowed_mentions": {"parse": []}}
    parts = urlsplit(url)
    path, query = parts.path.rstrip("/"), dict(parse_qs(parts.query))
    if message:
        path = f"{path}/messages/{message}"
    else:
        query["wait"] = ["true"]
    place = urlunsplit(parts._replace(path=path, query=urlencode(query, doseq=True)))
    return Request("PATCH" if message else "POST", place, _json(body), bool(message))


def _plain(text: str) -> str:
    """Return a text whose names Discord doesn't take for signs of its own."""
    return "".join(f"\\{sign}" if sign in "\\*_~`|>#[]" else sign for sign in text)


def _slack(url: str, card: Card, message: str) -> Request:
    text = f"*<{card.url}|{_slacked(card.title)}>*\n{_slacked(card.text)}"
    block: dict[str, Any] = {"type": "section", "text": {"type": "mrkdwn", "text": text}}
    blocks = [block]
    if card.picture:
        blocks.append({"type": "image", "image_url": card.picture, "alt_text": card.title})
    body = {"text": _slacked(f"{card.title}\n{card.text}"), "blocks": blocks}
    return Request("POST", url, _json(body))


def _slacked(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _telegram(url: str, card: Card, message: str) -> Request:
    parts = urlsplit(url)
    chat = parse_qs(parts.query)["chat_id"][0]
    title = f'<b><a href="{escape(card.url)}">{escape(card.title, quote=False)}</a></b>'
    body: dict[str, Any] = {
        "chat_id": chat,
        "text": f"{title}\n{escape(card.text, quote=False)}",
        "parse_mode": "HTML",
    }
    if card.picture:
        # The picture is the preview of a link, so that a card can be edited as one text.
        body["link_preview_options"] = {"url": card.picture, "prefer_large_media": True}
    path = parts.path
    if message:
        body["message_id"] = int(message)
        path = path.removesuffix("sendMessage") + "editMessageText"
    place = urlunsplit(parts._replace(path=path, query=""))
    return Request("POST", place, _json(body), bool(message))


def _ntfy(url: str, card: Card, message: str) -> Request:
    parts = urlsplit(url)
    body = {
        "topic": parts.path.strip("/"),
        "title": card.title,
        "message": card.text or card.title,
        "click": card.url,
        "tags": ["soccer"],
    }
    if card.picture:
        body["attach"] = card.picture
        body["filename"] = "board.png"
    return Request("POST", urlunsplit(parts._replace(path="/", query="")), _json(body))


def _json(body: Mapping[str, Any]) -> bytes:
    return json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()


_BUILDERS: Final[Mapping[Format, Callable[[str, Card, str], Request]]] = {
    Format.DISCORD: _discord,
    Format.SLACK: _slack,
    Format.TELEGRAM: _telegram,
    Format.NTFY: _ntfy,
}
