"""Moderators with a second factor, and the clicks that they need."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import Group
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.features.moderation.access import GROUP, make_group

Moderating = Callable[[User], "Clicks"]


class Clicks:
    """A moderator at the pages, who follows links and presses buttons and counts them."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.count = 0
        self.text = ""
        self.url = ""

    def open(self, url: str) -> Clicks:
        """Begin at an address, as by a bookmark."""
        self.url, answer = url, self.client.get(url)
        assert answer.status_code == 200, (url, answer.status_code)
        self.text = answer.content.decode()
        return self

    def follow(self, words: str) -> Clicks:
        """Click on the link that has these words."""
        links = re.findall(r'<a[^>]*href="([^"]+)"[^>]*>(.*?)</a>', self.text, re.S)
        [url] = {unescape(url) for url, inside in links if words in _plain(inside)}
        self.count += 1
        return self.open(url)

    def press(self, words: str, **filled: str) -> Clicks:
        """Press the button that has these words, with its form filled in."""
        found = []
        for form in re.findall(r"<form.*?</form>", self.text, re.S):
            for button in re.findall(r"<button.*?</button>", form, re.S):
                label = re.search(r'aria-label="([^"]*)"', button)
                if words in (unescape(label[1]).strip() if label else "", _plain(button)):
                    found.append((form, button))
        [(form, button)] = found
        sent = {
            unescape(name): unescape(value)
            for name, value in re.findall(
                r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form
            )
        }
        for name, options in re.findall(
            r'<select[^>]*name="([^"]+)"[^>]*>(.*?)</select>', form, re.S
        ):
            chosen = re.search(r'value="([^"]*)" selected', options)
            sent[name] = chosen[1] if chosen else ""
        if name := re.search(r'name="([^"]+)"', button):
            value = re.search(r'value="([^"]*)"', button)
            sent[name[1]] = value[1] if value else ""
        action = re.search(r'action="([^"]*)"', form)
        self.count += 1
        answer = self.client.post(
            action[1] if action else self.url, {**sent, **filled}, follow=True
        )
        assert answer.status_code == 200, (answer.status_code, answer.content[:300])
        self.text = answer.content.decode()
        return self


def _plain(inside: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", inside)).split())


@pytest.fixture
def second_factor(db: None) -> Callable[[User, Client], None]:
    """Return a function that gives a person a second factor, shown in this browser."""

    def give(user: User, client: Client) -> None:
        Authenticator.objects.create(user=user, type=Authenticator.Type.TOTP, data={"secret": ""})
        session = client.session
        session["account_authentication_methods"] = [
            {"method": "mfa", "at": timezone.now().timestamp(), "type": "totp"}
        ]
        session.save()

    return give


@pytest.fixture
def moderating(browse: Any, second_factor: Any) -> Moderating:
    """Return a function that makes someone a moderator and opens the queue for them."""
    make_group()

    def begin(user: User) -> Clicks:
        user.groups.add(Group.objects.get(name=GROUP))
        client = browse(user)
        second_factor(user, client)
        return Clicks(client)

    return begin


@pytest.fixture
def confirmed() -> Callable[..., None]:
    """Return a function that confirms people's addresses."""

    def confirm(*people: User) -> None:
        for one in people:
            EmailAddress.objects.create(user=one, email=one.email, verified=True, primary=True)

    return confirm
