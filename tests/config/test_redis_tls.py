"""Redis over TLS: all of the service looks at the certificate, by a real socket."""

from __future__ import annotations

import datetime
import ipaddress
import socketserver
import ssl
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from django.core.cache.backends.redis import RedisCache
from kombu import Connection
from redis import Redis

from config import environment as env


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    """A certificate for this machine that no one has signed, with its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "redis")])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(hours=1))
        .not_valid_after(now + datetime.timedelta(hours=1))
        .add_extension(
            x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]), False
        )
        .sign(key, hashes.SHA256())
    )
    path = tmp_path / "redis.pem"
    path.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
        + made.public_bytes(serialization.Encoding.PEM)
    )
    return path


class Answers(socketserver.StreamRequestHandler):
    """Answers a PING, and anything else that a client begins with."""

    def handle(self) -> None:
        """Answer until the client goes."""
        while head := self.rfile.readline():
            words = []
            for _ in range(int(head[1:])):
                self.rfile.readline()
                words.append(self.rfile.readline().strip().upper())
            if words[0] == b"HELLO":
                self.wfile.write(b"%1\r\n$5\r\nproto\r\n:3\r\n")
            else:
                self.wfile.write(b"+PONG\r\n" if words[0] == b"PING" else b"+OK\r\n")


class Server(socketserver.ThreadingTCPServer):
    """A Redis behind TLS."""

    daemon_threads = True
    allow_reuse_address = True

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing of clients that refuse the certificate."""


@pytest.fixture
def port(certificate: Path) -> Iterator[int]:
    """The port of a Redis with that certificate."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    with Server(("127.0.0.1", 0), Answers) as server:
        server.socket = context.wrap_socket(
            server.socket, server_side=True, do_handshake_on_connect=False
        )
        thread = threading.Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        yield server.server_address[1]
        server.shutdown()
        thread.join()


def ask_as_celery(address: str) -> object:
    with Connection(env.broker_address(address)) as connection:
        return connection.channel().client.ping()


def ask_as_the_cache(address: str) -> object:
    client = RedisCache(env.redis_address(address, 1), {})._cache.get_client()
    return client.ping()


def ask_as_the_streams(address: str) -> object:
    with Redis.from_url(env.redis_address(address, 0)) as client:
        return client.ping()


ALL = [ask_as_celery, ask_as_the_cache, ask_as_the_streams]


@pytest.mark.parametrize("ask", ALL)
def test_a_certificate_that_is_not_trusted_is_refused(
    ask: Callable[[str], object], port: int
) -> None:
    with pytest.raises(Exception, match=r"CERTIFICATE_VERIFY_FAILED|certificate verify failed"):
        ask(f"rediss://127.0.0.1:{port}")


@pytest.mark.parametrize("ask", ALL)
def test_a_certificate_that_the_address_names_is_trusted(
    ask: Callable[[str], object], port: int, certificate: Path
) -> None:
    assert ask(f"rediss://127.0.0.1:{port}/?ssl_ca_certs={certificate}")


@pytest.mark.parametrize("ask", ALL)
def test_the_certificate_of_another_host_is_refused(
    ask: Callable[[str], object], port: int, certificate: Path
) -> None:
    with pytest.raises(Exception, match=r"CERTIFICATE_VERIFY_FAILED|certificate verify failed"):
        ask(f"rediss://localhost:{port}/?ssl_ca_certs={certificate}")
