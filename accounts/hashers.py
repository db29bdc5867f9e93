"""How passwords are kept."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class LeanArgon2(Argon2PasswordHasher):
    """Argon2id with OWASP's parameters: 19 MiB, 2 passes, 1 lane.

    Django's own take 100 MiB and eight threads for each log-in, which a small machine that is asked
    to check many wrong passwords at the same time does not have.
    """

    time_cost = 2
    memory_cost = 19 * 1024
    parallelism = 1
