"""Clients to install, made of the document that this installation serves.

They are made by code of our own. openapi-python-client takes twenty seconds, openapi-typescript
wants Node, and neither knows the stream, the retries or the check of shots. What is made when the
service is built could not know the features and the address of an installation. And the document
is regular: its types take a page of code in each language.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Final, NamedTuple

from django.conf import settings

from config.developers.packages import python, typescript
from config.http.api_docs import JSON_FORM, written

_MAKERS: Final = {"wheel": python.package, "npm": typescript.package}


class Package(NamedTuple):
    """A file to install."""

    name: str
    content: bytes


def packages() -> dict[str, Package]:
    """Return the packages of this installation, by kind."""
    return _made(settings.SITE_URL)


@cache
def _made(site: str) -> dict[str, Package]:
    document = json.loads(written(JSON_FORM))
    return {kind: Package(*make(document, site)) for kind, make in _MAKERS.items()}
