"""What puzzles add: an email with the puzzle of the day, for players who ask for it."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.features import Feature
from games.features.puzzles import choosing, wording
from games.features.puzzles.attempts import attempt_of, streak_of
from games.features.puzzles.drawing import to_png
from games.features.puzzles.models import Puzzle
from notifications.digests.letter import letter, link
from notifications.message.picture import WIDTH
from notifications.message.written import PicturedMail
from notifications.models import Digest, Notification
from notifications.preferences import read_preferences
from notifications.vocabulary.clock_mail import CLOCK_MAILS, ClockMail

logger = logging.getLogger(__name__)


class PuzzleOfDay(NamedTuple):
    """What an email says of the puzzle of the day."""

    puzzle_id: str
    kind: str
    asked: str
    streak: str
    """On how many days in a row the reader has solved one; empty for none."""
    picture: bytes | None


def gather(digest: Digest, now: datetime) -> PuzzleOfDay | None:
    """Return what there is to show; ``None`` where the reader has it already or wants none."""
    user = digest.user
    if not read_preferences(user).daily_puzzle or _has_been_sent(digest, now):
        return None
    puzzle = choosing.daily_puzzle(now)
    if puzzle is None:
        return None
    mine = attempt_of(user.pk, puzzle)
    if mine is not None and (mine.solved or mine.shown):
        return None
    streak = streak_of(user, now)
    return PuzzleOfDay(
        puzzle.pk,
        wording.name_of(puzzle.kind),
        wording.asked(puzzle),
        wording.streak_words(streak) if streak else "",
        _drawn(puzzle),
    )


class PuzzleMail(ClockMail):
    """Brings the puzzle of the day."""

    name = template = "puzzle"
    label = gettext_lazy("Puzzle of the day")
    wish = "daily_puzzle"

    def write(
        self, digest: Digest, rows: Sequence[Notification], address: str, now: datetime
    ) -> PicturedMail | None:
        daily = gather(digest, now)
        if daily is None:
            return None
        title = _("Puzzle of the day: {kind}").format(kind=daily.kind)
        shown = {"puzzle": daily, "link": link(reverse("puzzle", args=[daily.puzzle_id]))}
        return letter(self, title, shown, digest, address, daily.picture)


FEATURE = Feature("notifications.puzzles", hooks=[CLOCK_MAILS.by(PuzzleMail())])


def _has_been_sent(digest: Digest, now: datetime) -> bool:
    """Return whether the puzzle of this day was mailed: the hour may have been changed since."""
    day = now.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    sent = Digest.objects.filter(
        user=digest.user_id,
        period=PuzzleMail.name,
        status=Digest.Status.SENT,
        settled_at__gte=day,
    )
    return sent.exclude(pk=digest.pk).exists()


def _drawn(puzzle: Puzzle) -> bytes | None:
    """Return the position; a picture that cannot be drawn is left out."""
    try:
        return to_png(puzzle, WIDTH)
    except Exception:
        logger.exception("puzzle %s could not be drawn", puzzle.pk)
        return None
