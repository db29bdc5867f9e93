"""Back-ends of Django and Celery: cache, SMTP, email files, beat, database, task signal."""
