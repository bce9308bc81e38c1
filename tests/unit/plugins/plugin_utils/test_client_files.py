# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.plugin_utils.client_files import inlined


def block(kind, text):
    return f"-----BEGIN {kind}-----\n{text}\n-----END {kind}-----"


OWN, ISSUER = block("CERTIFICATE", "own"), block("CERTIFICATE", "issuer")


@pytest.mark.parametrize("kind", ["PRIVATE KEY", "ENCRYPTED PRIVATE KEY"])
@pytest.mark.parametrize("key_first", [True, False])
def test_the_contents_stand_in_the_place_of_the_paths(tmp_path, kind, key_first) -> None:
    key = block(kind, "secret")
    store, trusted = tmp_path / "keystore.pem", tmp_path / "ca.pem"
    store.write_text("\n".join([key, OWN, ISSUER] if key_first else [OWN, ISSUER, key]) + "\n")
    trusted.write_text(ISSUER)
    given = {
        "security.protocol": "SSL",
        "ssl.keystore.type": "PEM",
        "ssl.keystore.location": str(store),
        "ssl.truststore.type": "PEM",
        "ssl.truststore.location": str(trusted),
        "ssl.key.password": None,
    }
    assert inlined(given) == {
        "security.protocol": "SSL",
        "ssl.keystore.type": "PEM",
        "ssl.keystore.key": key,
        "ssl.keystore.certificate.chain": f"{OWN}\n{ISSUER}",
        "ssl.truststore.type": "PEM",
        "ssl.truststore.certificates": ISSUER,
    }
    assert given["ssl.keystore.location"] == str(store)


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"ssl.keystore.key": "a key", "ssl.truststore.certificates": "an authority"},
        {"ssl.truststore.location": "/a/store.jks"},
        {"ssl.truststore.type": "PKCS12", "ssl.truststore.location": "/a/store.p12"},
    ],
)
def test_the_rest_stays(given) -> None:
    assert inlined(given) == given


def test_of_a_file_to_trust_certificates_alone_are_sent_and_no_comment(tmp_path) -> None:
    trusted = tmp_path / "all.pem"
    trusted.write_text(f"# Zertifizierungsstelle für alle\n{ISSUER}\n{block('PRIVATE KEY', 'secret')}\n{OWN}\n")
    given = {"ssl.truststore.type": "PEM", "ssl.truststore.location": str(trusted)}
    assert inlined(given)["ssl.truststore.certificates"] == f"{ISSUER}\n{OWN}"


def test_a_file_that_is_not_pem_is_told(tmp_path) -> None:
    store = tmp_path / "store"
    store.write_bytes(b"\xfe\xed\xfe\xed")
    with pytest.raises(
        GroundworkError, match=r"ssl\.keystore\.location .*store could not be read .* \(it is not PEM\)"
    ):
        inlined({"ssl.keystore.type": "PEM", "ssl.keystore.location": str(store)})
