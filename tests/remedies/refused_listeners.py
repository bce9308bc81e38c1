# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The table: listeners for clients, and users of theirs, that are refused, what is told, and what a person writes then.

Each case has a listener and ports of its own, so that one inventory takes the remedies of all.
"""

from __future__ import annotations

from typing import Any, Mapping

from tests.changes.clusters import CERTIFICATES
from tests.remedies.clusters import CLUSTERS
from tests.remedies.refusals import Refusal

_ADDRESS = CLUSTERS["kraft"].addresses["k1"]
_CA = CERTIFICATES["kafka_tls_ca"]
_KEYS = "https://login.example.com/keys"
#: The one that is there without any, by which the users of the cluster go on to come in.
_CLIENT: Mapping[str, Any] = {"name": "CLIENT", "port": 9092}


def _beside(*others: Mapping[str, Any], **more: Any) -> dict[str, Any]:
    """The inputs that give these listeners beside the one of the cluster's users."""
    return {"kafka_listeners": [dict(_CLIENT), *map(dict, others)], **more}


_OF_NAMES = (
    Refusal(
        "The listener … of kafka_listeners for … has a name that",
        _beside({"name": "internal", "port": 9301}),
        "give capital letters, digits and underscores, such as INTERNAL",
        _beside({"name": "INTERNAL", "port": 9301}),
        "kraft",
    ),
    Refusal(
        "The listener … of kafka_listeners for … has the name of",
        _beside({"name": "CONTROLLER", "port": 9302}),
        "give another name",
        _beside({"name": "CONTROLLERS", "port": 9302}),
        "kraft",
    ),
    Refusal(
        "The listener … of kafka_listeners for … stands there twice",
        _beside({"name": "TWICE", "port": 9303}, {"name": "TWICE", "port": 9304}),
        "give each a name of its own",
        _beside({"name": "ONCE", "port": 9303}, {"name": "AGAIN", "port": 9304}),
        "kraft",
    ),
)
_OF_PROTOCOLS = (
    Refusal(
        "The listener … of kafka_listeners for … has the protocol …, and",
        {"kafka_listeners": [{"name": "CLIENT", "port": 9092, "protocol": "SSL"}]},
        "enable that, or give PLAINTEXT",
        {"kafka_listeners": [{"name": "CLIENT", "port": 9092, "protocol": "PLAINTEXT"}]},
    ),
    Refusal(
        "The listener … of kafka_listeners for … has the protocol …, by",
        _beside({"name": "BARE", "port": 9305, "protocol": "PLAINTEXT"}),
        "give SSL, or accept that by accept_plaintext: true",
        _beside({"name": "BARE", "port": 9305, "protocol": "SSL"}),
        "kraft",
    ),
    Refusal(
        "The listener … of kafka_listeners for … has the protocol …, by",
        _beside({"name": "ACCEPTED", "port": 9306, "protocol": "SASL_PLAINTEXT"}),
        "give SASL_SSL, or accept that by accept_plaintext: true",
        _beside({"name": "ACCEPTED", "port": 9306, "protocol": "SASL_PLAINTEXT", "accept_plaintext": True}),
        "kraft",
    ),
)
_OPEN: Mapping[str, Any] = {"protocol": "PLAINTEXT", "accept_plaintext": True}
_OF_CERTIFICATES = (
    Refusal(
        "The listener … of kafka_listeners for … asks for certificates",
        _beside({"name": "ASKING", "port": 9307, **_OPEN, "client_certificates": "required"}),
        "leave client_certificates and client_ca out, or give SSL or SASL_SSL",
        _beside({"name": "ASKING", "port": 9307, **_OPEN}),
        "kraft",
    ),
    Refusal(
        "The listener … of kafka_listeners for … asks for certificates",
        _beside({"name": "SHOWING", "port": 9308, **_OPEN, "client_ca": _CA}),
        "leave client_certificates and client_ca out, or give SSL or SASL_SSL",
        _beside({"name": "SHOWING", "port": 9308, "protocol": "SSL", "client_ca": _CA}),
        "kraft",
    ),
    Refusal(
        "The listener … of kafka_listeners for … has a client_ca that",
        _beside({"name": "PATH", "port": 9309, "protocol": "SSL", "client_ca": "{{ tls }}/ca.pem"}),
        "give the contents of the authority's file",
        _beside({"name": "PATH", "port": 9309, "protocol": "SSL", "client_ca": _CA}),
        "kraft",
    ),
    Refusal(
        "The listener … of kafka_listeners for … has a client_ca and",
        _beside({"name": "UNASKED", "port": 9310, "client_ca": _CA}),
        "give client_certificates: required, or leave it out",
        _beside({"name": "UNASKED", "port": 9310, "client_ca": _CA, "client_certificates": "required"}),
        "kraft",
    ),
)
_OF_LOGINS = (
    Refusal(
        "The listener … of kafka_listeners for … has the protocol … and no",
        _beside({"name": "NO_LOGIN", "port": 9311, "mechanisms": []}),
        "has the protocol SASL_SSL and no mechanism to log in by; give some of SCRAM-SHA-512, PLAIN, OAUTHBEARER",
        _beside({"name": "NO_LOGIN", "port": 9311, "mechanisms": ["SCRAM-SHA-512"]}),
        "kraft",
    ),
    Refusal(
        "The listener … of kafka_listeners for … has mechanisms to",
        _beside({"name": "LOGIN", "port": 9312, "protocol": "SSL", "mechanisms": ["SCRAM-SHA-512"]}),
        "leave one of them out",
        _beside({"name": "LOGIN", "port": 9312, "mechanisms": ["SCRAM-SHA-512"]}),
        "kraft",
    ),
    Refusal(
        "The listener … of kafka_listeners for … has the mechanism OAUTHBEARER",
        _beside({"name": "TOKENS", "port": 9313, "mechanisms": ["OAUTHBEARER"]}),
        f"give the provider's as oauth_jwks_url, such as {_KEYS}",
        _beside({"name": "TOKENS", "port": 9313, "mechanisms": ["OAUTHBEARER"], "oauth_jwks_url": _KEYS}),
        "kraft",
    ),
    Refusal(
        "The listener … of kafka_listeners for … has settings of OAuth",
        _beside({"name": "BOTH", "port": 9314, "mechanisms": ["SCRAM-SHA-512"], "oauth_jwks_url": _KEYS}),
        "add it to mechanisms, or leave them out",
        _beside(
            {"name": "BOTH", "port": 9314, "mechanisms": ["SCRAM-SHA-512", "OAUTHBEARER"], "oauth_jwks_url": _KEYS}
        ),
        "kraft",
    ),
)
_OF_ADDRESSES = (
    Refusal(
        "The listener … of kafka_listeners for … has the … …, which",
        _beside({"name": "BOUND", "port": 9316, "bind_address": f"tcp://{_ADDRESS}"}),
        "give a name or an address alone, an IPv6 address without brackets",
        _beside({"name": "BOUND", "port": 9316, "bind_address": _ADDRESS}),
        "kraft",
    ),
    Refusal(
        "The listener … of kafka_listeners for … has the advertised_host",
        _beside({"name": "ANYWHERE", "port": 9317, "advertised_host": "0.0.0.0"}),  # noqa: S104 refused
        "give the name or address by which clients find it",
        _beside({"name": "ANYWHERE", "port": 9317, "advertised_host": _ADDRESS}),
        "kraft",
    ),
    Refusal(
        "The listeners … and … of kafka_listeners for …",
        _beside(
            {"name": "EAST", "port": 9318, "advertised_port": 443},
            {"name": "WEST", "port": 9319, "advertised_port": 443},
        ),
        "give each an advertised_host or an advertised_port of its own",
        _beside(
            {"name": "EAST", "port": 9318, "advertised_port": 443},
            {"name": "WEST", "port": 9319, "advertised_port": 444},
        ),
        "kraft",
    ),
)


def _users(*users: Mapping[str, str]) -> list[dict[str, str]]:
    return [{"password": "planted", **one} for one in users]


_BY_PASSWORD: Mapping[str, Any] = {"name": "BY_PASSWORD", "port": 9320, "mechanisms": ["PLAIN"]}
_OF_PLAIN_USERS = (
    Refusal(
        "kafka_plain_users has users, and no listener of",
        {"kafka_plain_users": _users({"name": "a"})},
        "give both, or none of them",
        _beside(_BY_PASSWORD, kafka_plain_users=_users({"name": "a"})),
        "kraft",
    ),
    Refusal(
        "kafka_plain_users has no user, and a listener",
        _beside(_BY_PASSWORD),
        "give both, or none of them",
        _beside(_BY_PASSWORD, kafka_plain_users=_users({"name": "b"})),
        "kraft",
    ),
    Refusal(
        "kafka_plain_users has the name …; give letters,",
        _beside(_BY_PASSWORD, kafka_plain_users=_users({"name": "c c"})),
        "give letters, digits, dots, dashes and underscores alone",
        _beside(_BY_PASSWORD, kafka_plain_users=_users({"name": "c-c"})),
        "kraft",
    ),
    Refusal(
        "… stands twice in kafka_plain_users; leave one of",
        _beside(_BY_PASSWORD, kafka_plain_users=_users({"name": "d"}, {"name": "d", "password": "other"})),
        "leave one of them out",
        _beside(_BY_PASSWORD, kafka_plain_users=_users({"name": "d"})),
        "kraft",
    ),
    Refusal(
        "The password of … in kafka_plain_users is empty",
        _beside(_BY_PASSWORD, kafka_plain_users=_users({"name": "e", "password": "two\nlines"})),
        "give one line",
        _beside(_BY_PASSWORD, kafka_plain_users=_users({"name": "e"})),
        "kraft",
    ),
)
_INSIDE: Mapping[str, Any] = {"name": "INSIDE", "port": 9321, "protocol": "SSL"}
_OF_ACCESS = (
    Refusal(
        "kafka_users has users who log in by a password, and",
        {"kafka_listeners": [{"name": "CERTIFIED", "port": 9322, "protocol": "SSL"}]},
        "give one, or leave kafka_users out",
        _beside({"name": "CERTIFIED", "port": 9322, "protocol": "SSL"}),
        "kraft",
    ),
    Refusal(
        "kafka_admin_listener is …, and … has no listener of that",
        {"kafka_admin_listener": "OUTSIDE"},
        "give the name of one of its kafka_listeners, or BROKER",
        {"kafka_admin_listener": "BROKER"},
        "kraft",
    ),
    Refusal(
        "kafka_admin_listener is …, whose protocol is … on",
        {"kafka_admin_listener": "CLIENT"},
        "give one that fits the other",
        {"kafka_admin_listener": "BROKER"},
        "kraft",
    ),
    Refusal(
        "kafka_admin_listener is …, which … does not have",
        _beside(_INSIDE, kafka_admin_listener="INSIDE"),
        "run with kafka_admin_listener as it was, and then give this one",
        _beside(_INSIDE),
        "kraft",
    ),
)
CASES = (
    *_OF_NAMES,
    *_OF_PROTOCOLS,
    *_OF_CERTIFICATES,
    *_OF_LOGINS,
    *_OF_ADDRESSES,
    *_OF_PLAIN_USERS,
    *_OF_ACCESS,
)
