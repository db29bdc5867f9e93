"""Emails as they come: what was typed is found in every form, and what a program wrote is known."""

from __future__ import annotations

import time
from contextlib import suppress
from email.message import EmailMessage

import pytest

from games.features.answering.cutting import reply_of
from games.features.answering.letters import MOST_PARTS, Unreadable, read_letter, text_of_html
from tests.answering.quotes import HTML, PLAIN


def test_there_are_more_than_twelve_forms() -> None:
    assert len(PLAIN) + len(HTML) >= 12


@pytest.mark.parametrize("form", PLAIN)
def test_a_quote_is_cut_off(form: str) -> None:
    assert reply_of(PLAIN[form]) == "Nf3"
    assert reply_of(PLAIN[form].replace("\n", "\r\n")) == "Nf3"


@pytest.mark.parametrize("form", HTML)
def test_html_alone_is_read_as_text(form: str) -> None:
    assert reply_of(text_of_html(HTML[form])) == "Nf3"
    mail = letter("")
    mail.set_content(HTML[form], subtype="html")
    assert read_letter(bytes(mail)).text == "Nf3"


def test_a_whole_paragraph_is_the_answer() -> None:
    assert reply_of("Nf3\nno, wait: Nc3\n\nbye") == "Nf3\nno, wait: Nc3"
    assert reply_of("e4\nif e5: Nf3\nif c5: c3\n\n-- \nalice") == "e4\nif e5: Nf3\nif c5: c3"
    assert reply_of("c3e4\n@d2\n") == "c3e4\n@d2"
    assert reply_of("") == reply_of("\n\n> quoted\n") == ""
    assert len(reply_of("e4 " * 100_000)) <= 2000


@pytest.mark.parametrize("charset", ["latin-1", "utf-8", "windows-1252", "iso-8859-15"])
@pytest.mark.parametrize("encoding", ["base64", "quoted-printable"])
def test_encodings_are_read(charset: str, encoding: str) -> None:
    mail = letter("")
    mail.set_content("Läufer schlägt c3\n", charset=charset, cte=encoding)
    assert read_letter(bytes(mail)).text == "Läufer schlägt c3"


def test_broken_emails_are_read_as_far_as_they_go() -> None:
    assert read_letter(b"").text == ""
    assert read_letter(b"\xff\xfe\x00garbage").sender == ""
    odd = b"From: alice@example.com\nContent-Type: text/plain; charset=klingon\n\nNf3\n"
    assert read_letter(odd).text == "Nf3"
    cut = b"From: a@b.c\nContent-Type: multipart/mixed; boundary=x\n\n--x\n\nNf3"
    assert read_letter(cut).text == "Nf3"
    two = b"From: alice@example.com\nFrom: bob@example.com\n\nNf3\n"
    assert read_letter(two).sender == ""
    several = b"From: alice@example.com, bob@example.com\n\nNf3\n"
    assert read_letter(several).sender == ""
    nul = b"From: alice@example.com\nSubject: a\x00b\n\nN\x00f3\n"
    assert "\0" not in read_letter(nul).text + read_letter(nul).subject


@pytest.mark.parametrize(
    ("header", "value"),
    [
        ("Auto-Submitted", "auto-replied"),
        ("Auto-Submitted", "auto-generated; x"),
        ("Precedence", "bulk"),
        ("Precedence", "auto_reply"),
        ("List-Id", "<chess.lists.example>"),
        ("X-Autoreply", "yes"),
        ("Return-Path", "<>"),
    ],
)
def test_what_a_program_wrote_is_known(header: str, value: str) -> None:
    mail = letter("I am out of the office. Nf3")
    mail[header] = value
    assert read_letter(bytes(mail)).is_by_program


def test_bounces_are_by_a_program_and_people_are_not() -> None:
    bounce = b"From: MAILER-DAEMON@example.com\nContent-Type: text/plain\n\nNf3\n"
    report = b"From: x@example.com\nContent-Type: multipart/report; boundary=x\n\n--x--\n"
    assert read_letter(bounce).is_by_program
    assert read_letter(report).is_by_program
    mail = letter("Nf3")
    mail["Auto-Submitted"] = "no"
    assert not read_letter(bytes(mail)).is_by_program


def letter(text: str) -> EmailMessage:
    """Return an email of alice."""
    mail = EmailMessage()
    mail["From"], mail["Subject"] = "Alice <Alice@Example.com>", "Re: Your turn"
    mail.set_content(text)
    return mail


NEST = "".join(
    f"Content-Type: multipart/mixed; boundary=b{n}\n\n--b{n}\n" for n in range(MOST_PARTS + 5)
)


@pytest.mark.parametrize(
    "raw",
    [
        NEST,
        "Content-Type: multipart/mixed; boundary=b\n\n" + "--b\n\n" * 30_000,
    ],
    ids=["deep", "many parts"],
)
def test_what_breaks_the_library_is_unreadable(raw: str) -> None:
    with pytest.raises(Unreadable):
        read_letter(raw.encode())


def test_a_broken_header_names_no_sender() -> None:
    # It breaks the library of newer Pythons; an older one reads an address that isn't one.
    with suppress(Unreadable):
        assert read_letter(b"From: a@[\n\nhi").sender == ""


@pytest.mark.parametrize(
    "raw",
    [
        'From: "' + '"' * 150_000 + "\n\nhi",
        "Content-Type: text/html\n\n" + "<a " * 60_000,
        "Content-Type: text/html\n\n<blockquote>" + "<a>" * 30_000 + "</b>" * 25_000,
        "Content-Type: text/plain; charset=punycode\n\na-" + "9" * 150_000,
        "\n" + "On " * 60_000,
    ],
    ids=["header", "tags", "nested tags", "charset", "quote"],
)
def test_no_email_takes_long(raw: str) -> None:
    began = time.process_time()
    read_letter(raw.encode())
    assert time.process_time() - began < 5


def test_half_a_character_is_replaced() -> None:
    raw = b"Content-Type: text/plain; charset=utf-7\n\n+2AA-"
    assert read_letter(raw).text.encode() == b"?"
