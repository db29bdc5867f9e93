"""The indentation of templates is not sent."""

from __future__ import annotations

from django.template.loader import get_template

from config.loaders import without_indentation


def test_indentation_goes_and_lines_stay() -> None:
    assert without_indentation("<p>\n  a\n    b</p>\n") == "<p>\na\nb</p>\n"


def test_what_is_shown_as_it_is_written_is_kept() -> None:
    source = "<ul>\n  <li>\n<pre>\n  a</pre>\n  <textarea>\n  b</textarea>\n  </li>"

    assert without_indentation(source) == (
        "<ul>\n<li>\n<pre>\n  a</pre>\n<textarea>\n  b</textarea>\n</li>"
    )


def test_pages_are_read_so() -> None:
    page = get_template("offline.html").render({})

    assert "\n " not in page
    assert "\n<main" in page
