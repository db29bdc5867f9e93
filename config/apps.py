from django.apps import AppConfig
from django.conf import settings


class PlatformConfig(AppConfig):
    """What every app builds on: settings, addresses, logs, probes and the operator's commands."""

    name = "config"
    label = "platform"

    def ready(self) -> None:
        # Without this, ``task.delay()`` in a web process would look for a broker of its own.
        import config.celery  # noqa: F401
        from config.backends import beat
        from config.features import Feature, register
        from config.observe import counts, errors, liveness, metrics, parts, queues

        errors.begin(settings.SENTRY_DSN, settings.SPECTACULAR_SETTINGS["VERSION"])

        register(
            Feature(
                "config",
                hooks=[
                    beat.ROUND.by(liveness.Beats()),
                    metrics.FIGURES.by(queues.figures),
                    metrics.FIGURES.by(parts.figures),
                    metrics.FIGURES.by(counts.figures),
                    counts.COUNTS.by(counts.TASKS),
                    counts.COUNTS.by(counts.TASK_SECONDS),
                ],
                enumerations={"ProblemCode": "config.http.errors.problems.KNOWN_CODES"},
            )
        )
