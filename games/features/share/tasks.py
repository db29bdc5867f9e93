"""What happens to clips by the clock alone."""

from celery import shared_task

from games.features.share import kept_files


@shared_task(name="games.share.tasks.forget_old_clips")
def forget_old_clips() -> int:
    """Delete the clips that no one has asked for lately; return how many."""
    return kept_files.forget_old()
