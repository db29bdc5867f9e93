"""``-m tests.config.preparing``: a start that ends when tables and static files are there."""

from __future__ import annotations

from config.local.supervisor import Supervisor


class Preparation(Supervisor):
    """Starts the database and prepares it, and none of the parts that would work with it."""

    def _launch(self) -> None:
        pass

    def _watch(self) -> None:
        pass


if __name__ == "__main__":
    Preparation().run()
