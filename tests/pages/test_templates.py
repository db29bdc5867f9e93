"""Templates are laid out by hand: short lines, and conditions that can be read aloud."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from config.languages.catalogues import APPS, BASE

LONGEST, MOST = 120, 2
"""Characters of a line, and operators of a condition."""

OPERATOR = re.compile(r"(?<!\S)(and|or|(is )?not( in)?|in|is|==|!=|[<>]=?)(?!\S)")
FILES = sorted(path for app in APPS for path in (BASE / app).glob("**/templates/**/*.*"))


@pytest.mark.parametrize("path", FILES, ids=[path.relative_to(BASE).as_posix() for path in FILES])
def test_it_is_laid_out(path: Path) -> None:
    # What a terminal shows is kept as it is.
    source = re.sub(r"<pre\b.*?</pre>", "", path.read_text(), flags=re.S)

    assert [line for line in source.splitlines() if len(line) > LONGEST] == []
    conditions = re.findall(r"\{% (?:el)?if (.*?) %\}", source)
    assert [one for one in conditions if len(OPERATOR.findall(one)) > MOST] == []
