"""The Atom feed of the changelog for authors of clients."""

from __future__ import annotations

from datetime import UTC, datetime, time

from django.conf import settings
from django.contrib.syndication.views import Feed
from django.utils.feedgenerator import Atom1Feed

from config.developers.changes import RELEASES, Release


class ChangesFeed(Feed):  # type: ignore[type-arg]
    """One entry a version, the newest first."""

    feed_type = Atom1Feed
    title = "Chess Eleven by post: changelog of the API"
    subtitle = "What changed for clients."
    link = "/developers/changes/"

    def items(self) -> tuple[Release, ...]:
        """Return what has an entry each."""
        return RELEASES

    def item_title(self, item: Release) -> str:  # type: ignore[override]
        """Return the title of an entry."""
        return f"API {item.version}"

    def item_description(self, item: Release) -> str:  # type: ignore[override]
        """Return the text of an entry: the lines, then old and new names."""
        names = [
            f"{what}: {old} → {new}" for what, pairs in item.renamed.items() for old, new in pairs
        ]
        return "\n".join([*item.lines, *names])

    def item_link(self, item: Release) -> str:
        """Return where the changelog has it."""
        return f"{settings.SITE_URL}{self.link}#v{item.version}"

    def item_pubdate(self, item: Release) -> datetime:
        """Return when it was released."""
        return datetime.combine(item.day, time(), UTC)

    item_updateddate = item_pubdate
