"""How static files are kept: without comments, under names that carry a hash, compressed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from itertools import chain
from typing import Any, Final

import brotli
from django.conf import settings
from django.contrib.staticfiles.apps import StaticFilesConfig
from django.core.files.base import ContentFile
from rcssmin import cssmin
from rjsmin import jsmin
from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage

from config.languages import catalogues, scripts, spoken

NOT_COMPRESSED: Final[tuple[str, ...]] = (*Compressor.SKIP_COMPRESS_EXTENSIONS, "map")
"""Source maps are as big as all the rest, and only developers fetch them."""


LARGE: Final = 100_000
"""Bytes from which the best compression takes seconds: only developers fetch so much."""


class OurCompressor(Compressor):
    """Packs our own files as small as can be, and those of packages quickly."""

    @staticmethod
    def compress_brotli(data: bytes) -> bytes:
        """Return the data packed by Brotli."""
        packed: bytes = brotli.compress(data, quality=11 if len(data) < LARGE else 5)
        return packed


class OurStaticFiles(StaticFilesConfig):
    """Leaves out what no page of ours uses: each first start would pack it for nothing."""

    ignore_patterns = [*StaticFilesConfig.ignore_patterns, "rest_framework", "redoc"]


FOREIGN: Final = ("admin/", "drf_spectacular_sidecar/", "rest_framework/")
"""Files of packages, which stay as they came."""


class HashedStorage(CompressedManifestStaticFilesStorage):
    """Rewrites what modules import as well: ``from "./turn.js";`` gets the hash of its file.

    The statement must end in a semicolon and its path begin with a dot or a slash. Our own files
    are minified first: comments and layout are for readers of the source, a phone gets neither.

    Each script is also kept in every other language, with its own sentences in place of those of
    the source: so no page brings a catalogue. The copies import each other under the same names;
    their folder is named after all sentences, for a browser never asks twice for one name.
    """

    is_translated = True
    support_js_module_import_aggregation = True
    # One pass for each step in the longest chain of imports; five would do for four steps.
    max_post_process_passes = 10

    def post_process(
        self, paths: dict[str, Any], dry_run: bool = False, **options: Any
    ) -> Iterator[Any]:
        """Minify our own scripts and styles, then hash and compress everything."""
        if not dry_run:
            for name in paths:
                if name.endswith((".js", ".css")) and not name.startswith(FOREIGN):
                    self._minify(name)
                    # What is hashed is read from here, not from where it was collected.
                    paths[name] = (self, name)
        yield from super().post_process(paths, dry_run, **options)

    def _post_process(
        self, paths: dict[str, Any], adjustable_paths: list[str], hashed_files: dict[str, str]
    ) -> Iterator[Any]:
        """Search no script of a package for imports: that takes seconds, again in each pass."""
        ours = {
            name
            for name in adjustable_paths
            if not (name.startswith(FOREIGN) and name.endswith(".js"))
        }
        left = {name: paths[name] for name in paths if name in ours or name not in hashed_files}
        yield from super()._post_process(left, ours, hashed_files)

    def compress_files(self, paths: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Compress what pages link to; the same files without a hash are there for the rest."""
        yield from super().compress_files(set(paths) & set(self.hashed_files.values()))

    def post_process_with_compression(self, files: Iterator[Any]) -> Iterator[Any]:
        """Translate the scripts once they are hashed, and compress everything."""
        yield from super().post_process_with_compression(chain(files, self._translate()))

    def _translate(self) -> Iterator[Any]:
        catalogues.compile_all()
        known = list(self.hashed_files.items())
        ours = [one for one in known if one[0].endswith(".js") and not one[0].startswith(FOREIGN)]
        for language, _ in settings.LANGUAGES:
            if not scripts.sentences(language):
                continue
            folder = f"{language}-{scripts.fingerprint(language)}"
            for name, hashed in ours:
                with self.open(hashed) as file:
                    text = scripts.translated(file.read().decode(), language)
                kept = f"{folder}/{hashed}"
                self.delete(kept)
                self._save(kept, ContentFile(text.encode()))
                self.hashed_files[f"{language}/{name}"] = kept
                yield kept, kept, True
        self.save_manifest()

    def url(self, name: str, force: bool = False) -> str:
        """Return the address of a file: of a script, the one that speaks the reader's language."""
        if name.endswith(".js") and not spoken.is_default():
            own = f"{spoken.current()}/{name}"
            name = own if own in self.hashed_files else name
        address: str = super().url(name, force)
        return address

    def get_modified_time(self, name: str) -> datetime:
        """Refuse to tell: every file is collected each time.

        By their times files of another release may look older than those that are here, and the
        pages of a new release would keep the styles and scripts of the one before.
        """
        raise NotImplementedError

    def create_compressor(self, **options: Any) -> OurCompressor:
        """Return what packs a file."""
        return OurCompressor(**options)

    def _minify(self, name: str) -> None:
        with self.open(name) as file:
            text = file.read().decode()
        minified = jsmin(text) if name.endswith(".js") else cssmin(text)
        self.delete(name)
        self._save(name, ContentFile(minified.encode()))
