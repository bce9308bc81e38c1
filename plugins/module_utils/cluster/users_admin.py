# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Read a cluster's users over kafka-python's admin client, and carry a plan of module_utils.cluster.users out."""

from __future__ import annotations

import ssl
from dataclasses import dataclass
from typing import Any, Dict, List, Mapping, Sequence, Tuple

from ..core.errors import GroundworkError
from . import acls, acls_admin, connection, patient, scram, settling, users
from .acls import Acl
from .users import Plan, User


@dataclass(frozen=True)
class Clients:
    """Where passwords are tried: *servers* as host:port, *config* in Kafka's client format, *timeout* in seconds.

    *may_come*: nobody may listen there yet, as in check mode, where no broker is restarted to have a new listener. A
    password passes for the one that the cluster has then.
    """

    servers: Sequence[str]
    config: Mapping[str, Any]
    timeout: int
    may_come: bool = False

    def context(self) -> ssl.SSLContext:
        """How they are reached; GroundworkError where that is not over TLS."""
        found = connection.client_options(self.config).get("ssl_context")
        if not isinstance(found, ssl.SSLContext):
            raise GroundworkError(
                "client_config has no security.protocol SSL or SASL_SSL, and passwords are tried over TLS alone; set "
                "kafka_security_enabled, or leave kafka_users empty."
            )
        return found

    def accept(self, user: User) -> bool:
        """Whether the first of the servers that is reached takes the user's password."""
        context = self.context()
        reasons, nobody = [], self.may_come
        for server in self.servers:
            try:
                return scram.accepts(connection.address(server), context, user.name, user.password, self.timeout)
            except OSError as error:
                reasons.append(f"{server}: {error.strerror or error}")
                nobody = nobody and isinstance(error, ConnectionRefusedError)
        if nobody:
            return True
        raise GroundworkError(
            f"No listener for clients could be asked ({', '.join(reasons)}); start the brokers, or look at their "
            "certificates."
        )


def run(client: Any, clients: Clients, wanted: Sequence[User], check_mode: bool) -> Dict[str, Any]:
    """The result of making *wanted* so, over kafka-python's *client*."""
    if any(user.password for user in wanted):  # one that is set could not be tried afterwards
        clients.context()
    passwords, found = read(client, clients, wanted)
    planned = users.plan(wanted, passwords, found)
    if planned and not check_mode:
        apply(client, wanted, planned)
        rules = acls.Plan(planned.made, planned.deleted)
        settling.wait(lambda: _left(client, clients, wanted, rules), clients.timeout)
    return {
        "changed": bool(planned),
        "passwords": list(planned.passwords),
        "removed": list(planned.credentials),
        "acls_made": [str(acl) for acl in planned.made],
        "acls_deleted": [str(acl) for acl in planned.deleted],
        "diff": {"before": users.text(wanted, passwords, found), "after": users.after(wanted)},
    }


def read(client: Any, clients: Clients, wanted: Sequence[User]) -> Tuple[Dict[str, str], List[Acl]]:
    """What each user's password is (NONE, OTHER, SAME), and all rules of the cluster."""
    known = client.describe_user_scram_credentials()
    passwords = {}
    for user in wanted:
        mechanisms = [one["mechanism"].name for one in (known.get(user.name) or {}).get("credential_infos") or []]
        passwords[user.name] = users.NONE
        if scram.MECHANISM.replace("-", "_") in mechanisms:
            passwords[user.name] = users.SAME if user.password and clients.accept(user) else users.OTHER
    return passwords, acls_admin.read(client)


def apply(client: Any, wanted: Sequence[User], planned: Plan) -> None:
    """Do what is planned; GroundworkError for what the cluster refuses."""
    _passwords(client, {user.name: user.password for user in wanted}, planned)
    acls_admin.apply(client, acls.Plan(planned.made, planned.deleted))


def _passwords(client: Any, given: Mapping[str, str], planned: Plan) -> None:
    """Set and delete passwords.

    With ZooKeeper only the controller takes them, and another broker's refusal has no message; kafka-python's own
    method asks any broker, and takes an error without a message for success.
    """
    from kafka import admin as kafka  # noqa: PLC0415 only who asks a cluster has it
    from kafka import errors  # noqa: PLC0415

    if not (planned.passwords or planned.credentials):
        return
    mechanism = kafka.ScramMechanism.SCRAM_SHA_512
    made = [kafka.UserScramCredentialUpsertion(name, mechanism, given[name]) for name in planned.passwords]
    request = patient.scram_request(int(mechanism), planned.credentials, made)

    def failures(response: Any) -> List[Any]:
        return [errors.for_code(result.error_code) for result in response.results]

    with connection.controller_asked():
        response = client.send_to_controller(request, failures)
    for result, failure in zip(response.results, failures(response)):
        if failure is not errors.NoError:
            raise acls_admin.not_done(f"set the password of {result.user}", result.error_message or failure.__name__)


def _left(client: Any, clients: Clients, wanted: Sequence[User], rules: acls.Plan) -> List[str]:
    """What the cluster does not have yet: what was taken by one broker reaches the others a moment later."""
    left = users.plan(wanted, *read(client, clients, wanted))
    passwords = [f"the password of {name}" for name in (*left.passwords, *left.credentials)]
    return [*passwords, *acls_admin.left(client, rules, acls.Plan(left.made, left.deleted))]
