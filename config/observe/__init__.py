"""What operators see of a running service: logs, metrics, traces, probes, liveness, queues."""
