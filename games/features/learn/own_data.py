"""What lessons keep of a person."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_noop as _

from accounts.kept import Kept

TABLE: Final = {
    "learn.LearnProgress": Kept(
        _("Lessons you've done."), "learn/progress.json", columns="step stars done_at"
    ),
}
