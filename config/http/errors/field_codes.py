"""Every code that one wrong field can have: what ``errors[].code`` of ``invalid`` says.

A code is never renamed or given another meaning; the developers' pages print this table.
"""

from __future__ import annotations

from typing import Final, Literal, TypeGuard

FieldCode = Literal[
    "required",
    "null",
    "blank",
    "incomplete",
    "one_of_two",
    "unknown_member",
    "unknown_parameter",
    "repeated",
    "wrong_type",
    "malformed",
    "unknown_choice",
    "too_long",
    "too_short",
    "too_small",
    "too_large",
    "out_of_range",
    "taken",
    "reserved",
    "unknown",
    "self",
    "not_allowed",
    "by_lot",
    "impossible",
    "unavailable",
    "wrong_code",
    "wrong_password",
    "too_common",
    "too_similar",
    "forbidden_address",
]
"""The code of one wrong field, as a type: mypy refuses one that is not here."""

FIELD_CODES: Final[dict[FieldCode, str]] = {
    # What is there and what is not
    "required": "It must be sent.",
    "null": "It may not be null.",
    "blank": "It may not be empty.",
    "incomplete": "It goes with another that was not sent: send both.",
    "one_of_two": "It goes without the other that was sent: send one of them.",
    "unknown_member": "The call takes no member of this name.",
    "unknown_parameter": "The call takes no query parameter of this name.",
    "repeated": "The parameter may be given once.",
    # Its form
    "wrong_type": "Another type of JSON is expected; a number is not taken for its text.",
    "malformed": "It has not the form of what is expected, such as an address or a cursor.",
    "unknown_choice": "It is none of the words that are expected; the reference lists them.",
    "too_long": "The text or the list is too long.",
    "too_short": "The text or the list is too short.",
    "too_small": "The number is below the least that is taken.",
    "too_large": "The number is above the most that is taken.",
    "out_of_range": "The time is too early or too late.",
    # Its meaning
    "taken": "Somebody else has it.",
    "reserved": "It is kept for the service.",
    "unknown": "There is nobody and nothing of that name.",
    "self": "It names yourself.",
    "not_allowed": "The rules of the game do not allow it.",
    "by_lot": "The seats of this game are drawn by lot: leave it out, or send `random`.",
    "impossible": "It reads well, and no game can come to it; `detail` says why.",
    "unavailable": "The service does not offer it yet.",
    "wrong_code": "It is not the code of the second factor, or too many were wrong.",
    "wrong_password": "It is not the password.",
    "too_common": "The password is one of those that are guessed first.",
    "too_similar": "The password is too much like the name or the mail address.",
    "forbidden_address": "Nothing is sent to this address: it is not a public one.",
}

_IN_OTHER_WORDS: Final[dict[str, FieldCode]] = {
    "invalid": "malformed",
    "invalid_choice": "unknown_choice",
    "not_a_list": "wrong_type",
    "not_a_dict": "wrong_type",
    "empty": "too_short",
    "max_length": "too_long",
    "min_length": "too_short",
    "max_value": "too_large",
    "min_value": "too_small",
    "max_string_length": "too_large",
    "date": "wrong_type",
    "datetime": "wrong_type",
    "make_aware": "malformed",
    "overflow": "malformed",
    "null_characters_not_allowed": "malformed",
    "surrogate_characters_not_allowed": "malformed",
    "password_too_common": "too_common",
    "password_too_short": "too_short",
    "password_too_similar": "too_similar",
}
"""What Django and the REST framework call them."""


def is_known(code: str) -> bool:
    """Return whether we have a word for the code of a validator."""
    return _is_ours(_IN_OTHER_WORDS.get(code, code))


def field_code(code: str | None) -> FieldCode:
    """Return our word for the code of a validator; ``malformed`` for one that we do not know."""
    known = _IN_OTHER_WORDS.get(code or "", code)
    return known if known is not None and _is_ours(known) else "malformed"


def _is_ours(code: str) -> TypeGuard[FieldCode]:
    return code in FIELD_CODES
