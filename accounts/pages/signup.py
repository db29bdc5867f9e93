"""The form of a new account."""

from __future__ import annotations

from typing import Any

from allauth.account import forms as library

from accounts.names import USERNAME_HELP


class SignUpForm(library.SignupForm):
    """Names, address and password, with what a name may be made of."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.fields["username"].help_text = USERNAME_HELP
