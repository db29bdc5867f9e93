"""The house bots as people meet them: a name, a face, and how they play.

Their accounts keep names such as ``robot-easy``, for programs; pages and emails say these. Guests
are met by the name they gave, which is marked as a guest's, or by a number.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol
from zlib import crc32

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from accounts.names import GUEST_PREFIX, given_name


class Face(NamedTuple):
    """One bot: its outline alone distinguishes it from the others."""

    name: str
    level: Promise
    line: Promise
    ground: str
    drawing: str
    """Over a disc in a box of 48 by 48; what is not filled is drawn with the pen."""


FACES = {
    "easy": Face(
        "Otto",
        pgettext_lazy("robot", "easy"),
        pgettext_lazy("robot", "Runs at everything. Leaves the back door open."),
        "#cdefd6",
        '<path fill="#ff5c8a" d="M11 43q13 7 26 0c-3-6-8-7-13-7s-10 1-13 7z"/>'
        '<path fill="#9fb3a8" d="M21 33h6v5h-6zM7 19h4v10H7zM37 19h4v10h-4z"/>'
        '<path d="M24 11V6"/><circle fill="#ffe066" cx="24" cy="5" r="2"/>'
        '<rect fill="#f7f9f6" x="11" y="11" width="26" height="23" rx="10"/>'
        '<circle fill="#fff" cx="19" cy="21" r="3.6"/>'
        '<circle fill="#fff" cx="29" cy="21" r="3.6"/>'
        '<path stroke-width="4" d="M20 22h0M28 22h0"/><path d="M19 28q5 4 10 0"/>',
    ),
    "medium": Face(
        "Rosa",
        pgettext_lazy("robot", "medium"),
        pgettext_lazy("robot", "Quick and bold, but one risk too many."),
        "#ffe3c4",
        '<path fill="#0b6b3a" d="M11 43q13 7 26 0c-3-6-8-7-13-7s-10 1-13 7z"/>'
        '<path fill="#c98a45" d="M21 32h6v6h-6z"/>'
        '<path fill="#e8a552" d="M12 18h24v9q0 7-7 7H19q-7 0-7-7z"/>'
        '<path fill="#7c3f1d" d="M11 18q0-11 13-11 8 0 11 4 8 0 7 9-5 0-7-5l1 3z"/>'
        '<path fill="#fff" d="M11 16q13-4 26 0v4q-13-4-26 0z"/>'
        '<path fill="#23302a" d="M15 22h7v5h-7zM26 22h7v5h-7z"/>'
        '<path d="M22 24h4M20 30q5 2 8-1"/>',
    ),
    "hard": Face(
        "Viktor",
        pgettext_lazy("robot", "hard"),
        pgettext_lazy("robot", "Blocks every lane. Waits for your mistake."),
        "#d8dffc",
        '<path fill="#272b52" d="M11 43q13 7 26 0c-3-6-8-7-13-7s-10 1-13 7z"/>'
        '<path d="M15 10V5M21 10V4M27 10V4M33 10V5" stroke-width="3"/>'
        '<path fill="#a9b6cf" d="M11 10h26v16l-6 9H17l-6-9z"/>'
        '<path fill="#5d6b8a" d="M11 10h26v6H11z"/>'
        '<path d="M14 19l7 2M34 19l-7 2"/><circle fill="#ffe066" cx="18" cy="24" r="2"/>'
        '<circle fill="#ffe066" cx="30" cy="24" r="2"/><path d="M19 30h10M22 28.5v3M26 28.5v3"/>',
    ),
    "master": Face(
        "Nonna",
        pgettext_lazy("robot", "master"),
        pgettext_lazy("robot", "Has seen it all. Punishes every slip."),
        "#f3dbf7",
        '<path fill="#7b1fa2" d="M11 43q13 7 26 0c-3-6-8-7-13-7s-10 1-13 7z"/>'
        '<circle fill="#e9e9ee" cx="24" cy="7" r="4.6"/>'
        '<path fill="#f0e2d3" d="M12 20h24v7q0 8-8 8h-8q-8 0-8-8z"/>'
        '<path fill="#e9e9ee" d="M11 22q0-12 13-12t13 12q-8-1-13-6-5 5-13 6z"/>'
        '<circle fill="#fff" cx="18.5" cy="24" r="4"/>'
        '<circle fill="#fff" cx="29.5" cy="24" r="4"/>'
        '<path d="M16.5 24.5q2-2 4 0M27.5 24.5q2-2 4 0M22.5 24h3M20 31q4 2 8 0"/>'
        '<path stroke="#ffe066" stroke-width="2.5" d="M16 39q8 4 16 0"/>',
    ),
}
"""By strength; a strength without a face goes by the name of its account."""

_BY_ACCOUNT = {f"robot-{strength}": face for strength, face in FACES.items()}


class Person(Protocol):
    """An account, or the seat of one."""

    @property
    def username(self) -> str: ...
    @property
    def is_bot(self) -> bool: ...


def name_of(person: Person) -> str:
    """Return what people read where someone is meant; a guest is called the same on every page."""
    if name := given_name(person.username):
        return _("{name} (guest)").format(name=name)
    if person.username.startswith(GUEST_PREFIX):
        return _("Guest {n}").format(n=1000 + crc32(person.username.encode()) % 9000)
    face = face_of(person)
    return face.name if face else person.username


def account_of(name: str) -> str | None:
    """Return the account of the house bot that is called so."""
    known = {face.name.lower(): account for account, face in _BY_ACCOUNT.items()}
    return known.get(name.lower())


def face_of(person: Person) -> Face | None:
    """Return the face of a house bot; no one else has one."""
    return _BY_ACCOUNT.get(person.username) if person.is_bot else None


def draw_face(face: Face) -> str:
    """Return a face as SVG; the name and *robot* are beside it."""
    return (
        '<svg class="face" viewBox="0 0 48 48" aria-hidden="true" focusable="false"'
        ' stroke="#1c2a22" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round"'
        ' fill="none">'
        f'<circle cx="24" cy="24" r="23" fill="{face.ground}"/>{face.drawing}</svg>'
    )
