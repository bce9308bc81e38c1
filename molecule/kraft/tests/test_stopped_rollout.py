# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A rollout that a broker stops by not coming back, and that goes on once the reason is mended."""

import pytest

DROP_IN = "/run/systemd/system/kafka.service.d/zz-test.conf"
PLAYBOOK = {"rolling_restart_services": ["kafka"], "rolling_restart_hold": 2}


@pytest.fixture
def order(quorum, brokers, nodes):
    """The nodes' ids in the order of a rollout: a controller alone comes first, the active one last of its kind."""
    last = quorum()["leader"]
    return [*sorted(nodes.keys() - brokers.keys()), *sorted(brokers, key=lambda number: (number == last, number))]


@pytest.fixture
def process(machine):
    """The main process of a node's service, by node id."""
    return lambda number: machine(number).check_output("systemctl show --property MainPID --value kafka")


@pytest.fixture
def broken(machine, order):
    """The second of them, which Java won't start again; what mends it."""
    host = machine(order[1])
    lines = "[Service]\nEnvironment=JAVA_TOOL_OPTIONS=-XX:+NoSuchFlag\n"
    host.check_output(f"mkdir -p $(dirname {DROP_IN}) && printf '%s' '{lines}' > {DROP_IN} && systemctl daemon-reload")

    def mend():
        host.check_output(f"rm -f {DROP_IN} && systemctl daemon-reload")

    yield mend
    mend()


def test_a_broker_that_dies_at_once_stops_the_rollout_which_goes_on_from_there(playbook, order, name, process, broken):
    first, second, *others = order
    before = {number: process(number) for number in order}

    code, said = playbook("rolling_restart", **PLAYBOOK)
    assert code != 0
    assert f"The rollout stopped at {name(second)}." in said
    assert "Unrecognized VM option 'NoSuchFlag'" in said
    assert f"Restarted before it: {name(first)}; not touched: {', '.join(map(name, others))}." in said
    stopped = {number: process(number) for number in order}
    assert stopped[first] not in {"0", before[first]}
    assert [stopped[number] for number in others] == [before[number] for number in others]

    broken()
    code, said = playbook("rolling_restart", **PLAYBOOK)
    assert code == 0, said
    assert process(first) == stopped[first]
    assert process(second) not in {"0", before[second]}
    assert all(process(number) not in {"0", before[number]} for number in others)
