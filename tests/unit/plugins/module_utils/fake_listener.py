# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Real listeners on loopback that speak TLS, and certificates for them."""

from __future__ import annotations

import contextlib
import datetime
import ipaddress
import socket
import ssl
import threading

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

KEY = ec.generate_private_key(ec.SECP256R1())


def pem(until):
    """A key, and a certificate of its own that is valid until the moment *until*, in seconds since the epoch."""
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "kafka1")])
    address = x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))])
    one = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(KEY.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(datetime.datetime(2000, 1, 1))
        .not_valid_after(datetime.datetime.fromtimestamp(until, datetime.timezone.utc))
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .add_extension(address, critical=False)
        .sign(KEY, hashes.SHA256())
    )
    key = KEY.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    return (key + one.public_bytes(serialization.Encoding.PEM)).decode()


@contextlib.contextmanager
def listening(folder, text, required=False):
    """A port where a listener presents the certificate of *text*, and what it saw of who asked."""
    (folder / "listener.pem").write_text(text)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "listener.pem")
    if required:
        context.verify_mode = ssl.CERT_REQUIRED
        context.load_verify_locations(folder / "listener.pem")
    seen = []
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve():
            with contextlib.suppress(OSError):
                while True:
                    connection, _address = server.accept()
                    try:
                        with context.wrap_socket(connection, server_side=True) as secured:
                            secured.recv(1)
                            seen.append("fine")
                    except OSError as error:
                        seen.append(str(error))

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield server.getsockname()[1], seen
        server.shutdown(socket.SHUT_RDWR)
    thread.join(5)
