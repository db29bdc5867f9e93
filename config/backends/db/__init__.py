"""Django's PostgreSQL with cheaper kept connections and cheaper times."""
