#!/usr/bin/env python3
"""The one door to the service: ``python3 manage.py up``, ``python3 manage.py test``."""

import importlib
import os
import sys

OLDEST_PYTHON = (3, 11)


def main() -> None:
    """Make sure of Python and the packages, then hand the command on."""
    if sys.version_info < OLDEST_PYTHON:
        find_newer_python()
    command = sys.argv[1] if len(sys.argv) > 1 else ""
    try:
        from config.local import bootstrap

        bootstrap.enter(sys.argv)
        if command == "up":
            # Without Django: the database, which it would ask for, is not there yet.
            from config.local import supervisor

            sys.exit(supervisor.main(sys.argv[2:]))
    except KeyboardInterrupt:
        sys.stderr.write("\nStopped before it was ready. Start it again to continue.\n")
        sys.exit(130)
    if command == "test":
        sys.exit(bootstrap.run_tests(sys.argv[2:]))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    try:
        importlib.import_module(os.environ["DJANGO_SETTINGS_MODULE"])
    except ImproperlyConfigured as reason:
        sys.exit(str(reason))
    execute_from_command_line(sys.argv)


def find_newer_python() -> None:
    """Go on in a newer Python, if the machine has one, or say that it has none."""
    import shutil
    import subprocess

    for minor in range(20, OLDEST_PYTHON[1] - 1, -1):
        path = shutil.which(f"python3.{minor}")
        # A shim may stand there for a Python that is not installed.
        if path and subprocess.call([path, "-c", ""], stderr=subprocess.DEVNULL) == 0:
            os.execv(path, [path, *sys.argv])
    wanted, found = ("{}.{}".format(*version) for version in (OLDEST_PYTHON, sys.version_info))
    sys.exit(f"This needs Python {wanted} or newer; this is {found}.")


if __name__ == "__main__":
    main()
