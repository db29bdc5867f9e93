"""Compare the markup of pages, not how their templates are laid out."""

from __future__ import annotations

import re
from typing import Final

_BLOCKS: Final = (
    r"html|head|body|title|meta|link|script|main|header|footer|nav|section|article|div|p|h[1-6]|"
    r"ul|ol|li|dl|dt|dd|table|caption|thead|tbody|tr|th|td|form|fieldset|legend|details|summary|"
    r"button|dialog"
)
_AROUND: Final = re.compile(rf" ?(</?(?:{_BLOCKS})\b[^>]*>) ?")


def tight(page: str) -> str:
    """Return the page with single spaces, and none beside the tags of blocks and buttons."""
    return _AROUND.sub(r"\1", re.sub(r"[ \n]+", " ", page))
