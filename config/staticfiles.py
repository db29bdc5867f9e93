"""How static files are kept: under names that carry a hash, compressed beforehand."""

from __future__ import annotations

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedStorage(CompressedManifestStaticFilesStorage):
    """Rewrites what modules import as well: ``from "./turn.js";`` gets the hash of its file.

    The statement must end in a semicolon and its path begin with a dot or a slash.
    """

    support_js_module_import_aggregation = True
