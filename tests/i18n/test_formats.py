"""Dates and numbers as each language writes them, and forms that go by number."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.template import Context, Template
from django.utils import translation
from django.utils.translation import ngettext

from config.languages.catalogues import APPS, BASE
from games.rules import text

NOW = datetime(2026, 11, 22, 18, 5, 9, tzinfo=UTC)
NAMED = re.compile(r"\|date:\"(?![A-Z_]+_FORMAT\")([^\"]*)\"")
SAME_EVERYWHERE = {"H:i", "H:i:s", "l H:i", "Y-m-d"}
"""Formats without an order of day, month and year that a language would change."""


@pytest.mark.parametrize(
    ("template", "english", "german"),
    [
        ('{{ at|date:"DATE_FORMAT" }}', "22 November 2026", "22. November 2026"),
        (
            '{{ at|date:"FULL_DATE_FORMAT" }}',
            "Sunday 22 November 2026",
            "Sonntag, 22. November 2026",
        ),
        ('{{ at|date:"DATETIME_FORMAT" }}', "22 November 2026, 18:05", "22. November 2026, 18:05"),
        ('{{ at|date:"SHORT_DATE_FORMAT" }}', "22 Nov 2026", "22.11.2026"),
        ('{{ at|date:"SHORT_DATETIME_FORMAT" }}', "22 Nov 2026, 18:05", "22.11.2026, 18:05"),
        ('{{ at|date:"YEAR_MONTH_FORMAT" }}', "November 2026", "November 2026"),
        ("{{ before|timesince:at }}", "2\xa0hours", "2\xa0Stunden"),
        ("{{ 2.5|floatformat }} {{ 2.5|floatformat:2 }}", "2.5 2.50", "2,5 2,50"),
        ("{{ size|filesizeformat }}", "1.5\xa0KB", "1,5\xa0KB"),
    ],
)
def test_templates_write_dates_and_numbers_as_the_language_does(template, english, german):
    context = Context({"at": NOW, "before": NOW - timedelta(hours=2), "size": 1536})
    for language, said in (("en", english), ("de", german)):
        with translation.override(language):
            assert Template(template).render(context) == said


def test_templates_name_the_formats_of_dates_and_leave_their_order_to_the_language():
    found = {
        f"{path.relative_to(BASE)}: {form}"
        for app in APPS
        for path in (BASE / app).rglob("templates/**/*.*")
        if path.suffix in {".html", ".txt"}
        for form in NAMED.findall(path.read_text())
    }
    assert {one for one in found if one.rpartition(": ")[2] not in SAME_EVERYWHERE} == set()


@pytest.mark.parametrize(
    ("n", "said"),
    [(0, "0 dni"), (1, "1 dan"), (102, "102 dneva"), (104, "104 dnevi"), (7, "7 dni")],
)
def test_python_and_templates_know_languages_of_four_forms(n, said):
    template = (
        "{% blocktranslate count n=n %}{{ n }} day{% plural %}{{ n }} days{% endblocktranslate %}"
    )
    with translation.override("sl"):
        assert text.ngettext("{n} day", "{n} days", n).format(n=n) == said
        assert ngettext("{n} day", "{n} days", n).format(n=n) == said
        assert Template(template).render(Context({"n": n})) == said
