# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A rollout that stops where a broker does not come back or a host is lost, and goes on once that is mended."""

import json
import threading

import pytest

DROP_IN = "/run/systemd/system/kafka.service.d/zz-test.conf"
PLAYBOOK = {"rolling_restart_services": ["kafka"], "rolling_restart_hold": 2}


@pytest.fixture
def order(quorum, brokers):
    """Ask for the order of a rollout, of some nodes' ids: a controller alone first, the active one last of its kind."""

    def ask(numbers):
        last = quorum()["leader"]
        return sorted(numbers, key=lambda number: (number in brokers, number == last, number))

    return ask


@pytest.fixture
def process(machine):
    """The main process of a node's service, by node id."""
    return lambda number: machine(number).check_output("systemctl show --property MainPID --value kafka")


@pytest.fixture
def broken(machine, nodes, order):
    """The second node of a rollout, which Java won't start again; what mends it."""
    host = machine(order(nodes)[1])
    lines = "[Service]\nEnvironment=JAVA_TOOL_OPTIONS=-XX:+NoSuchFlag\n"
    host.check_output(f"mkdir -p $(dirname {DROP_IN}) && printf '%s' '{lines}' > {DROP_IN} && systemctl daemon-reload")

    def mend():
        host.check_output(f"rm -f {DROP_IN} && systemctl daemon-reload")

    yield mend
    mend()


@pytest.fixture
def lost(nodes, name, process, tmp_path):
    """The hosts' names; have Ansible lose one as soon as another one's process has changed; what brings it back."""
    flag, inventory, over = tmp_path / "lost", tmp_path / "lost.json", threading.Event()

    def begin(number, after):
        before = process(after)

        def wait():
            while not over.wait(0.5):
                if process(after) not in {"0", before}:
                    flag.touch()
                    return

        lost = f"{{{{ ('{flag}' is exists) | ternary('%s', '%s') }}}}"
        host = {
            "ansible_connection": lost % ("ansible.builtin.ssh", "containers.podman.podman"),
            "ansible_host": lost % (nodes[number], name(number)),  # where nothing serves ssh
        }
        inventory.write_text(json.dumps({"all": {"hosts": {name(number): host}}}))
        threading.Thread(target=wait).start()
        return f"--inventory={inventory}"

    yield name, begin, flag.unlink
    over.set()


@pytest.mark.remedy("The rollout stopped at", "….service …; mend what its journal says")
def test_a_rollout_stops_at_a_broker_that_dies_and_at_a_host_that_is_lost_and_goes_on_from_there(
    playbook, order, process, broken, lost
):
    name, begin, find = lost
    first, second, *others = order([1, 2, 3, 4])
    before = {number: process(number) for number in [first, second, *others]}

    code, said = playbook("rolling_restart", **PLAYBOOK)
    assert code == 2
    assert f"The rollout stopped at {name(second)}." in said
    assert "mend what its journal says and run again. The last" in said
    assert "Unrecognized VM option 'NoSuchFlag'" in said
    assert f"Restarted before it: {name(first)}; not touched: {', '.join(map(name, others))}." in said
    stopped = {number: process(number) for number in before}
    assert stopped[first] not in {"0", before[first]}
    assert [stopped[number] for number in others] == [before[number] for number in others]

    broken()  # from now on systemd's own next try may bring it back
    third, last = order(others)
    code, said = playbook("rolling_restart", begin(last, after=third), **PLAYBOOK)
    assert code == 2, said
    assert f"The rollout stopped at {name(last)}. The host cannot be reached (" in said
    assert f"{name(third)}; not touched: none." in said
    stopped |= {number: process(number) for number in (second, third)}
    assert not {stopped[second], stopped[third]} & {"0", before[second], before[third]}
    assert (process(first), process(last)) == (stopped[first], before[last])

    find()
    code, said = playbook("rolling_restart", **PLAYBOOK)
    assert code == 0, said
    assert [process(number) for number in (first, second, third)] == [stopped[n] for n in (first, second, third)]
    assert process(last) not in {"0", before[last]}
