"""Back-ends of Django and Celery: cache, SMTP, mail files, beat, database, task signal."""
