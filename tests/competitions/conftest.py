"""A time in the future, so that no clock of the machine gets in the way."""

from tests.games.conftest import alice, bob, charlie, client_of, nobody, now

__all__ = ["alice", "bob", "charlie", "client_of", "nobody", "now"]
