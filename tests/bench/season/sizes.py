"""What a game takes in the database."""

from __future__ import annotations


def sizes(games: int) -> list[tuple[str, int, float, float]]:
    """Return tables with their rows, and bytes a game: of the rows, and with indexes."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
        cursor.execute(
            "SELECT relname, n_live_tup, pg_table_size(relid), pg_total_relation_size(relid)"
            " FROM pg_stat_user_tables WHERE n_live_tup > 0"
            " ORDER BY pg_total_relation_size(relid) DESC"
        )
        found = cursor.fetchall()
    return [(name, rows, table / games, whole / games) for name, rows, table, whole in found]


def whole_size() -> int:
    """Return the bytes of the whole database."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_database_size(current_database())")
        (found,) = cursor.fetchone()
    return int(found)
