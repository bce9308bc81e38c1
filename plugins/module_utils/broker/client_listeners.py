# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The listeners that a broker has for clients: what an inventory gives of them, and what is refused of it. Pure.

What is not given of a listener is what the one has that is there without any: SCRAM over TLS in a secured cluster.
Source: https://kafka.apache.org/43/security/listener-configuration/.
"""

from __future__ import annotations

import re
from typing import Any, Collection, Dict, List, Mapping, NamedTuple, Sequence

from . import listener_names, login_users

SCRAM, PLAIN, OAUTHBEARER = "SCRAM-SHA-512", "PLAIN", "OAUTHBEARER"
MECHANISMS = (SCRAM, PLAIN, OAUTHBEARER)
#: Each protocol, with whether it is over TLS and whether clients log in.
PROTOCOLS = {
    "PLAINTEXT": (False, False),
    "SSL": (True, False),
    "SASL_PLAINTEXT": (False, True),
    "SASL_SSL": (True, True),
}
_CERTIFICATES = ("none", "requested", "required")
_NAME = re.compile(r"[A-Z][A-Z0-9_]*\Z")
_HOST = re.compile(r"[^\s\[\]/,]+\Z")
_EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 what a server is bound to, and nobody reaches
_URL = re.compile(r"(https?://|file:///)[^\s,]+\Z")


class ClientListener(NamedTuple):
    """One of them, by the keys of ``kafka_listeners``; *source* is what gives its port.

    An empty *advertised_host* is kafka_host, an *advertised_port* of 0 the *port* itself.
    """

    name: str
    source: str
    port: Any
    protocol: str
    mechanisms: Sequence[str]
    client_certificates: str
    client_ca: str = ""
    bind_address: str = ""
    advertised_host: str = ""
    advertised_port: Any = 0
    oauth_jwks_url: str = ""
    oauth_issuer: str = ""
    oauth_audience: Sequence[str] = ()
    accept_plaintext: bool = False

    @property
    def is_over_tls(self) -> bool:
        """Whether it presents the server's certificate."""
        return PROTOCOLS.get(self.protocol, (False, False))[0]

    @property
    def has_login(self) -> bool:
        """Whether clients log in by one of its mechanisms."""
        return PROTOCOLS.get(self.protocol, (False, False))[1]

    @property
    def key(self) -> str:
        """What begins the settings that are for it alone."""
        return f"listener.name.{self.name.lower()}."


def default(port: object, secured: bool) -> ClientListener:
    """The one that is there where the inventory gives none, at kafka_port."""
    return _complete({"name": listener_names.CLIENT, "port": port}, secured)._replace(source="kafka_port")


def parse(given: Sequence[Mapping[str, Any]], secured: bool) -> List[ClientListener]:
    """Those that an inventory gives (kafka_listeners), each complete."""
    return [_complete(one, secured) for one in given]


def _complete(given: Mapping[str, Any], secured: bool) -> ClientListener:
    name = str(given.get("name", ""))
    protocol = str(given.get("protocol") or ("SASL_SSL" if secured else "PLAINTEXT"))
    mechanisms = given.get("mechanisms")
    logs_in = PROTOCOLS.get(protocol, (False, False))[1]
    texts = ("client_ca", "bind_address", "advertised_host", "oauth_jwks_url", "oauth_issuer")
    return ClientListener(
        name=name,
        source=f"kafka_listeners.{name}.port",
        port=given.get("port"),
        protocol=protocol,
        mechanisms=[SCRAM] * logs_in if mechanisms is None else [str(one) for one in mechanisms],
        # Without a login a certificate is all that tells who a client is.
        client_certificates=str(given.get("client_certificates") or ("required" if protocol == "SSL" else "none")),
        advertised_port=given.get("advertised_port") or 0,
        oauth_audience=[str(one) for one in given.get("oauth_audience") or ()],
        accept_plaintext=str(given.get("accept_plaintext", False)).lower() in ("true", "yes", "1"),
        **{text: str(given.get(text) or "") for text in texts},
    )


def settings(one: ClientListener, truststore: str, users: Sequence[Mapping[str, Any]]) -> Dict[str, Any]:
    """The keys of server.properties that are for the listener alone.

    *truststore* is the file of its own authorities, *users* are those of PLAIN, whose passwords the file holds.
    """
    found: Dict[str, Any] = {}
    if one.is_over_tls:
        found["ssl.client.auth"] = one.client_certificates
        if one.client_ca:
            found.update({"ssl.truststore.type": "PEM", "ssl.truststore.location": truststore})
    if one.has_login:
        found["sasl.enabled.mechanisms"] = list(one.mechanisms)
        for mechanism in one.mechanisms:
            found[f"{mechanism.lower()}.sasl.jaas.config"] = login_users.jaas(_MODULES[mechanism], users)
    if OAUTHBEARER in one.mechanisms:
        found[f"{OAUTHBEARER.lower()}.sasl.server.callback.handler.class"] = _VALIDATOR
        found["sasl.oauthbearer.jwks.endpoint.url"] = one.oauth_jwks_url
        found["sasl.oauthbearer.expected.issuer"] = one.oauth_issuer or None
        found["sasl.oauthbearer.expected.audience"] = list(one.oauth_audience) or None
    return {one.key + key: value for key, value in found.items()}


_MODULES = {
    SCRAM: "org.apache.kafka.common.security.scram.ScramLoginModule",
    PLAIN: login_users.PLAIN_MODULE,
    OAUTHBEARER: "org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginModule",
}
_VALIDATOR = "org.apache.kafka.common.security.oauthbearer.OAuthBearerValidatorCallbackHandler"


def jvm_options(given: Sequence[ClientListener]) -> List[str]:
    """The JVM's flags without which Kafka 4 asks no address for the keys of tokens."""
    urls = list(dict.fromkeys(one.oauth_jwks_url for one in given if one.oauth_jwks_url))
    return [f"-Dorg.apache.kafka.sasl.oauthbearer.allowed.urls={','.join(urls)}"] if urls else []


def with_scram(given: Sequence[ClientListener]) -> str:
    """The name of the first that takes the passwords of kafka_users over TLS; empty without one."""
    return next((one.name for one in given if one.is_over_tls and SCRAM in one.mechanisms), "")


def refusals(
    host: str, given: Sequence[ClientListener], secured: bool, users: Sequence[Mapping[str, Any]]
) -> List[str]:
    """What is wrong with what an inventory gives of *host*'s listeners beyond types and ports, a sentence each."""
    found = []
    seen: Dict[str, str] = {}
    for one in given:
        what = f"The listener {one.name or 'without a name'} of kafka_listeners for {host}"
        found += [f"{what} {words}" for words in (*wrong_name(one, seen), *_wrong(one, secured))]
        seen.setdefault(one.name, advertised(one))
    taken: Dict[str, str] = {}
    for one in given:
        other = taken.setdefault(advertised(one), one.name)
        if other != one.name:
            found.append(
                f"The listeners {other} and {one.name} of kafka_listeners for {host} are both advertised as "
                f"{advertised(one).strip(':') or 'kafka_host'}, so clients of one would come to the other; give each "
                "an advertised_host or an advertised_port of its own."
            )
    is_plain = any(PLAIN in one.mechanisms for one in given)
    return [*found, *login_users.refusals(host, users, is_plain)]


def advertised(one: ClientListener) -> str:
    """``HOST:PORT`` that clients of the listener are told; without a host of its own it is that of the broker."""
    return f"{one.advertised_host.lower()}:{one.advertised_port or one.port}"


def wrong_name(one: ClientListener, seen: Collection[str]) -> List[str]:
    """What is wrong with the name of a listener beside others with the names *seen*, as the end of a sentence."""
    if not _NAME.match(one.name):
        return ["has a name that no listener has; give capital letters, digits and underscores, such as INTERNAL."]
    if one.name in listener_names.OF_SERVERS:
        return ["has the name of one that servers have for one another; give another name."]
    return ["stands there twice; give each a name of its own."] if one.name in seen else []


def _wrong(one: ClientListener, secured: bool) -> List[str]:
    if one.protocol not in PROTOCOLS:
        return [f"has the protocol {one.protocol!r}; give one of {', '.join(PROTOCOLS)}."]
    return [*_wrong_protocol(one, secured), *_wrong_login(one), *_wrong_addresses(one)]


def _wrong_protocol(one: ClientListener, secured: bool) -> List[str]:
    if not secured and one.protocol != "PLAINTEXT":
        return [
            f"has the protocol {one.protocol}, and servers have certificates and rights with kafka_security_enabled "
            "alone; enable that, or give PLAINTEXT."
        ]
    found = []
    if secured and not one.is_over_tls and not one.accept_plaintext:
        harm = "passwords and records" if one.has_login else "records"
        found.append(
            f"has the protocol {one.protocol}, by which {harm} go over the network as plain text; give "
            f"{'SASL_SSL' if one.has_login else 'SSL'}, or accept that by accept_plaintext: true."
        )
    if one.client_certificates not in _CERTIFICATES:
        found.append(f"has client_certificates {one.client_certificates!r}; give {', '.join(_CERTIFICATES)}.")
    elif not one.is_over_tls and (one.client_certificates != "none" or one.client_ca):
        found.append(
            f"asks for certificates of clients with the protocol {one.protocol}, which has none; leave "
            "client_certificates and client_ca out, or give SSL or SASL_SSL."
        )
    elif one.client_ca and ("BEGIN CERTIFICATE" not in one.client_ca or "PRIVATE KEY" in one.client_ca):
        found.append("has a client_ca that is no certificate in PEM; give the contents of the authority's file.")
    elif one.client_ca and one.client_certificates == "none":
        found.append(
            "has a client_ca and asks for no certificate; give client_certificates: required, or leave it out."
        )
    return found


def _wrong_login(one: ClientListener) -> List[str]:
    unknown = [mechanism for mechanism in one.mechanisms if mechanism not in MECHANISMS]
    if unknown:
        return [f"has the mechanism {unknown[0]!r}; give some of {', '.join(MECHANISMS)}."]
    if one.has_login and not one.mechanisms:
        return [f"has the protocol {one.protocol} and no mechanism to log in by; give some of {', '.join(MECHANISMS)}."]
    if one.mechanisms and not one.has_login:
        return [f"has mechanisms to log in by, and its protocol {one.protocol} has no login; leave one of them out."]
    by_token = OAUTHBEARER in one.mechanisms
    if by_token and not _URL.match(one.oauth_jwks_url):
        return [
            "has the mechanism OAUTHBEARER and no address of the keys that tokens are signed with; give the provider's "
            "as oauth_jwks_url, such as https://login.example.com/keys."
        ]
    if not by_token and (one.oauth_jwks_url or one.oauth_issuer or one.oauth_audience):
        return ["has settings of OAuth without the mechanism OAUTHBEARER; add it to mechanisms, or leave them out."]
    return []


def _wrong_addresses(one: ClientListener) -> List[str]:
    found = [
        f"has the {name} {value!r}, which is none; give a name or an address alone, an IPv6 address without brackets."
        for name, value in (("bind_address", one.bind_address), ("advertised_host", one.advertised_host))
        if value and not _HOST.match(value)
    ]
    if one.advertised_host in _EVERYWHERE:
        found.append(
            f"has the advertised_host {one.advertised_host}, where no client finds a broker; give the name or address "
            "by which clients find it."
        )
    return found
