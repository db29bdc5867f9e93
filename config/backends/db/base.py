"""The database backend; Django looks for it under this name."""

from __future__ import annotations

import select

from django.db.backends.postgresql import base


class DatabaseWrapper(base.DatabaseWrapper):
    """Asks the database whether it is there only where there is a sign that it is not.

    Before the first statement of each request Django asks ``SELECT 1`` of a kept connection, in
    case the database was restarted meanwhile. That is a fifth of the round trips of a turn. A
    connection that was closed has said so: then there is something to read that nobody asked for.
    """

    def is_usable(self) -> bool:
        """Return whether the connection can be used."""
        if self.connection is None or self.connection.closed:
            return False
        if self._is_quiet():
            return True
        return super().is_usable()

    def _is_quiet(self) -> bool:
        watch = select.poll()
        watch.register(self.connection.fileno(), select.POLLIN)
        return not watch.poll(0)
