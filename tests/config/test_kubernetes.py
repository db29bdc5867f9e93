"""The manifests in ``config/deploy/kubernetes``: valid, and with every part of ``compose.yaml``."""

from __future__ import annotations

from typing import Any

import kubernetes_validate
import pytest
import yaml
from django.conf import settings

from tests.config.service import BASE
from tests.topology import compose

FOLDER = BASE / "config" / "deploy" / "kubernetes"
RELEASE = "1.33"
"""Of Kubernetes, supported when this was written; the newest the package knows is newer."""
OTHERS = ("postgresql.cnpg.io/v1",)
"""Kinds that Kubernetes itself does not have, and has no schema of."""


def documents(name: str) -> list[dict[str, Any]]:
    return [one for one in yaml.safe_load_all((FOLDER / name).read_text()) if one]


COMPOSE = compose()["services"]
KUSTOMIZATION = documents("kustomization.yaml")[0]


def merged(kept: Any, patch: Any) -> Any:
    """Return a manifest with a strategic merge patch: lists of named things merge by name."""
    if isinstance(kept, dict) and isinstance(patch, dict):
        return {
            **kept,
            **{name: merged(kept[name], it) if name in kept else it for name, it in patch.items()},
        }
    if isinstance(kept, list) and isinstance(patch, list) and all("name" in it for it in kept):
        by_name = {it["name"]: it for it in kept}
        for it in patch:
            by_name[it["name"]] = merged(by_name.get(it["name"], {}), it)
        return list(by_name.values())
    return patch


def applied() -> dict[tuple[str, str], dict[str, Any]]:
    """Return what is applied, by kind and name."""
    found = {}
    (patch,) = documents("part.yaml")
    for name in KUSTOMIZATION["resources"]:
        for it in documents(name):
            key = it["kind"], it["metadata"]["name"]
            changed = merged(it, patch) if it["kind"] == "Deployment" else it
            found[key] = {**changed, "metadata": it["metadata"]}
    return found


APPLIED = applied()
PARTS = {name: it for (kind, name), it in APPLIED.items() if kind == "Deployment"}


def container(manifest: dict[str, Any]) -> dict[str, Any]:
    return next(
        one for one in manifest["spec"]["template"]["spec"]["containers"] if one["name"] == "chess"
    )


def test_every_manifest_is_valid_and_applied() -> None:
    named = {*KUSTOMIZATION["resources"], "kustomization.yaml", "part.yaml"}
    assert named == {path.name for path in FOLDER.iterdir()}
    for manifest in APPLIED.values():
        if manifest["apiVersion"] not in OTHERS:
            kubernetes_validate.validate(manifest, RELEASE, strict=True)


def test_every_part_runs_as_it_does_in_compose() -> None:
    ours = {
        name: service
        for name, service in COMPOSE.items()
        if service.get("image") == "chess-eleven" and "profiles" not in service
    }
    preparing = ours.pop("prepare")["command"]

    assert PARTS.keys() == ours.keys()
    for name, service in ours.items():
        assert container(PARTS[name]).get("command") == service.get("command"), name
        pod = PARTS[name]["spec"]["template"]["spec"]
        grace = service.get("stop_grace_period", "10s").rstrip("s")
        assert pod["terminationGracePeriodSeconds"] >= int(grace), name
    job = container(APPLIED["Job", "prepare"])["command"]
    assert job == [word for word in preparing if word != "--backup"]
    database = APPLIED["Cluster", "database"]["spec"]["postgresql"]["parameters"]
    for name in ("checkpoint_timeout", "wal_compression"):
        assert f"{name}={database[name]}" in COMPOSE["database"]["command"]


def test_every_queue_has_a_worker_and_grows_one() -> None:
    commands = {name: container(part).get("command", []) for name, part in PARTS.items()}
    takers = {
        queue: name
        for name, command in commands.items()
        if "-Q" in command
        for queue in command[command.index("-Q") + 1].split(",")
    }
    assert takers.keys() == settings.CELERY_TASK_QUEUES.keys()

    scaled = {name: it["spec"] for (kind, name), it in APPLIED.items() if "Autoscaler" in kind}
    assert scaled.keys() == {"web", *takers.values()}
    for name, spec in scaled.items():
        assert spec["scaleTargetRef"]["name"] == name
        assert spec["minReplicas"] == PARTS[name]["spec"]["replicas"]
        for metric in (one["external"]["metric"] for one in spec["metrics"] if "external" in one):
            assert metric["name"] == "chess_queue_length"
            assert takers[metric["selector"]["matchLabels"]["queue"]] == name


@pytest.mark.parametrize("kind", ["Deployment", "Job", "StatefulSet"])
def test_pods_may_do_no_more_than_they_need(kind: str) -> None:
    for manifest in (it for (one, _), it in APPLIED.items() if one == kind):
        pod = manifest["spec"]["template"]["spec"]
        assert pod["securityContext"]["runAsNonRoot"]
        assert not pod["automountServiceAccountToken"]
        for each in (*pod["containers"], *pod.get("initContainers", [])):
            assert each["securityContext"]["readOnlyRootFilesystem"]
            assert each["securityContext"]["capabilities"] == {"drop": ["ALL"]}
            assert each["image"] in {"chess-eleven", COMPOSE["redis"]["image"]}
