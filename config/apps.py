from django.apps import AppConfig


class PlatformConfig(AppConfig):
    """What every app builds on: settings, addresses, logs, probes and the operator's commands."""

    name = "config"
    label = "platform"

    def ready(self) -> None:
        # Without this, ``task.delay()`` in a web process would look for a broker of its own.
        import config.celery  # noqa: F401
        from config.features import Feature, register
        from config.observe import metrics, queues

        register(
            Feature(
                "config",
                hooks=[metrics.FIGURES.by(queues.figures)],
                enumerations={"ProblemCode": "config.http.errors.problems.KNOWN_CODES"},
            )
        )
