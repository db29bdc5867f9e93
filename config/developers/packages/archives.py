"""Files packed as pip and npm take them: the same bytes for the same files, without a clock."""

from __future__ import annotations

import base64
import gzip
import hashlib
import io
import tarfile
import zipfile
from typing import Final

_WHEEL: Final = (
    "Wheel-Version: 1.0\nGenerator: chess-eleven\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
)


def wheel(name: str, version: str, files: dict[str, str], metadata: str) -> tuple[str, bytes]:
    """Return the name and the bytes of a wheel that holds one package."""
    about = f"{name}-{version}.dist-info"
    held = {f"{name}/{path}": text.encode() for path, text in files.items()}
    held |= {f"{about}/METADATA": metadata.encode(), f"{about}/WHEEL": _WHEEL.encode()}
    rows = [f"{path},sha256={_digest(content)},{len(content)}" for path, content in held.items()]
    held[f"{about}/RECORD"] = "\n".join([*rows, f"{about}/RECORD,,", ""]).encode()
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in held.items():
            entry = zipfile.ZipInfo(path)
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            archive.writestr(entry, content)
    return f"{name}-{version}-py3-none-any.whl", packed.getvalue()


def npm_package(name: str, version: str, files: dict[str, str]) -> tuple[str, bytes]:
    """Return the name and the bytes of a package of npm."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        for path, text in files.items():
            content = text.encode()
            entry = tarfile.TarInfo(f"package/{path}")
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    return f"{name}-{version}.tgz", gzip.compress(packed.getvalue(), mtime=0)


def _digest(content: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")
