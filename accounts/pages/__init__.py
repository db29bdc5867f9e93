"""Pages about keys to an account; log-in and its like are the account library's."""
