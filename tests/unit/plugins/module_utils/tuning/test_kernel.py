# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import errno

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core import settings
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.tuning import kernel, live

SWAPPINESS = "/proc/sys/vm/swappiness"


def read(host, parameters, causes=None):
    """The row of the one parameter that is asked for."""
    wished = kernel.wanted(host, parameters)
    return settings.row(wished[0], kernel.read(host, wished, causes).readings[wished[0].name])


@pytest.mark.parametrize(
    ("parameters", "expected"),
    [
        ({"vm.swappiness": 1}, ("vm.swappiness", ("1",), "exact")),
        ({"vm/swappiness": "1"}, ("vm.swappiness", ("1",), "exact")),
        ({"vm.max_map_count": 262144}, ("vm.max_map_count", ("262144",), "at_least")),
        ({"vm.max_map_count": {"value": 1, "rule": "exact"}}, ("vm.max_map_count", ("1",), "exact")),
        ({"net.ipv4.tcp_rmem": [1, 2, 3]}, ("net.ipv4.tcp_rmem", ("1", "2", "3"), "at_least")),
        ({"net.core.optmem_max": 4096}, ("net.core.optmem_max", ("4096",), "exact")),
        ({"net.core.optmem_max": {"value": 4096, "rule": "at_least"}}, ("net.core.optmem_max", ("4096",), "at_least")),
        ({"net.core.somaxconn": 4096}, ("net.core.somaxconn", ("4096",), "at_least")),
        ({"fs.nr_open": 2000000}, ("fs.nr_open", ("2000000",), "at_least")),
        ({"net.core.default_qdisc": "fq"}, ("net.core.default_qdisc", ("fq",), "exact")),
    ],
)
def test_wanted(host, parameters, expected):
    host.kernel(net__core__optmem_max="128", net__core__default_qdisc="fq_codel")
    setting = kernel.wanted(host, parameters)[0]
    assert (setting.name, setting.wanted, setting.rule) == expected


def test_a_reason_stays_on_one_line(host):
    host.kernel(net__core__optmem_max="128")
    given = {"net.core.optmem_max": {"value": 1, "reason": "first\nvm.swappiness = 100"}}
    assert kernel.wanted(host, given)[0].reason == "first vm.swappiness = 100"


@pytest.mark.parametrize(
    ("parameters", "sentence"),
    [
        ({"vm.swapiness": 1}, "vm.swapiness is no kernel parameter of this host; did you mean vm.swappiness?"),
        ({"zzz.qqq": 1}, "zzz.qqq is no kernel parameter of this host; check its spelling."),
        ({"vm.swappiness": True}, "vm.swappiness: a number is needed, not the boolean true"),
        ({"vm.swappiness": {"value": True}}, "vm.swappiness: a number is needed, not the boolean true"),
        ({"vm.swappiness": {"rule": "exact"}}, "vm.swappiness: value, rule and reason can be given"),
        ({"vm.swappiness": {"value": 1, "rules": "exact"}}, "vm.swappiness: value, rule and reason can be given"),
        ({"vm.swappiness": {"value": 1, "rule": "above"}}, "the rule 'above' is none of exact, at_least, at_most"),
        ({"net.core.optmem_max": "1 2"}, "net.core.optmem_max: 1 number is needed, and 2 given"),
        ({"net.core.optmem_max": "many"}, "net.core.optmem_max: a number is needed, not 'many'"),
        ({"net.core.default_qdisc": {"value": "fq", "rule": "at_least"}}, "at_least needs numbers"),
        ({"vm.swappiness": 1, "vm/swappiness": 1}, "vm.swappiness is given twice"),
        ({"vm.dirty_ratio": 60, "vm.dirty_bytes": 1048576}, "vm.dirty_ratio and vm.dirty_bytes zero each other"),
        ({"net/../../etc/passwd": 1}, "is no name of a kernel parameter"),
        ({"vm.*": 1}, "is no name of a kernel parameter"),
        ({"": 1}, "is no name of a kernel parameter"),
    ],
)
def test_wanted_refuses(host, parameters, sentence):
    host.kernel(vm__swappiness="60", vm__dirty_bytes="0", net__core__optmem_max="128", net__core__default_qdisc="fq")
    with pytest.raises(GroundworkError) as caught:
        kernel.wanted(host, parameters)
    assert sentence in str(caught.value)


def test_tabs_against_spaces_are_equal(host):
    host.kernel(net__ipv4__tcp_rmem="4096\t65536\t2048000")
    host.put(kernel.FILE, "net.ipv4.tcp_rmem = 4096 65536 2048000\n")
    assert read(host, {"net.ipv4.tcp_rmem": "4096 65536 2048000"})["status"] == "in_effect"


def test_overridden_by_a_later_file(host):
    host.kernel(vm__swappiness="1")
    host.put(kernel.FILE, "vm.swappiness = 1\n")
    host.put("/usr/lib/sysctl.d/99-z.conf", "# theirs\nvm.swappiness = 60\n")
    row = read(host, {"vm.swappiness": 1})
    assert (row["status"], row["persisted"], row["persisted_at"], row["after_boot"]) == (
        "overridden",
        "60",
        "/usr/lib/sysctl.d/99-z.conf:2",
        "60",
    )


def test_a_later_file_that_goes_beyond_is_no_fault(host):
    host.kernel(vm__max_map_count="1048576")
    host.put(kernel.FILE, "vm.max_map_count = 262144\n")
    host.put("/etc/sysctl.d/99-z.conf", "vm.max_map_count = 1048576\n")
    row = read(host, {"vm.max_map_count": 262144})
    assert (row["status"], row["persisted_at"]) == ("in_effect", "/etc/sysctl.d/99-z.conf:1")


def test_dirty_bytes_of_a_later_file_override_dirty_ratio(host):
    host.kernel(vm__dirty_ratio="60", vm__dirty_bytes="0")
    host.put(kernel.FILE, "vm.dirty_ratio = 60\n")
    host.put("/etc/sysctl.d/99-z.conf", "vm.dirty_bytes = 1048576\n")
    row = read(host, {"vm.dirty_ratio": 60})
    assert (row["status"], row["after_boot"]) == ("overridden", "0")
    assert "vm.dirty_bytes = 1048576 in /etc/sysctl.d/99-z.conf:1 is read later and zeroes it" in row["note"]


@pytest.mark.parametrize(
    ("live", "file", "expected"),
    [
        ("1", "vm.swappiness = 1\n", "in_effect"),
        ("60", "vm.swappiness = 1\n", "drifted"),
        ("1", "", "drifted"),
        ("60", "", "drifted"),
    ],
)
def test_live_and_file_must_both_be_right(host, live, file, expected):
    host.kernel(vm__swappiness=live)
    host.put(kernel.FILE, file)
    assert read(host, {"vm.swappiness": 1})["status"] == expected


def test_a_parameter_that_the_host_lacks_is_unavailable(host):
    row = read(host, {"net.core.netdev_max_backlog": 5000})
    assert (row["status"], row["effective"]) == ("unavailable", None)


@pytest.mark.parametrize(("live", "expected"), [("60", "read_only"), ("1", "in_effect")])
def test_a_read_only_proc(host, live, expected):
    host.kernel(vm__swappiness=live)
    host.put(kernel.FILE, "vm.swappiness = 1\n")
    host.sealed = ("/proc/sys/",)
    assert read(host, {"vm.swappiness": 1})["status"] == expected


@pytest.mark.parametrize("cause", ["clamped", "read_only"])
def test_what_applying_met_explains_the_value(host, cause):
    host.kernel(vm__swappiness="60")
    host.put(kernel.FILE, "vm.swappiness = 1\n")
    assert read(host, {"vm.swappiness": 1}, {"vm.swappiness": cause})["status"] == cause


def test_plan_of_an_untouched_host(host):
    host.kernel(vm__swappiness="60", net__ipv4__tcp_wmem="4096\t16384\t4194304")
    wished = kernel.wanted(host, {"vm.swappiness": 1, "net.ipv4.tcp_wmem": "4096 65536 2048000"})
    pokes, files = kernel.plan(wished, kernel.read(host, wished))
    assert [(poke.name, poke.after) for poke in pokes] == [
        ("vm.swappiness", ("1",)),
        ("net.ipv4.tcp_wmem", ("4096", "65536", "4194304")),
    ]
    assert [line for line in files[0].after.splitlines() if line and not line.startswith("#")] == [
        "vm.swappiness = 1",
        "net.ipv4.tcp_wmem = 4096 65536 4194304",
    ]


def test_plan_of_a_tuned_host_is_empty(host):
    host.kernel(vm__swappiness="60")
    wished = kernel.wanted(host, {"vm.swappiness": 1})
    _pokes, files = kernel.plan(wished, kernel.read(host, wished))
    host.put(kernel.FILE, files[0].after)
    host.kernel(vm__swappiness="1")
    assert kernel.plan(wished, kernel.read(host, wished)) == ([], [])


def test_a_value_that_nobody_asks_for_leaves_the_file(host):
    host.put(kernel.FILE, "vm.swappiness = 1\n")
    _pokes, files = kernel.plan([], kernel.read(host, []))
    assert files[0].after is None


def test_a_poke_is_undone(host):
    host.kernel(vm__swappiness="60")
    wished = kernel.wanted(host, {"vm.swappiness": 1})
    poke = kernel.plan(wished, kernel.read(host, wished))[0][0]
    poke.do(host)
    assert host.live("vm.swappiness") == "1"
    poke.undo(host)
    assert host.live("vm.swappiness") == "60"


def test_undoing_dirty_ratio_brings_dirty_bytes_back(host):
    host.kernel(vm__dirty_ratio="0", vm__dirty_bytes="1048576")
    wished = kernel.wanted(host, {"vm.dirty_ratio": 60})
    poke = kernel.plan(wished, kernel.read(host, wished))[0][0]
    poke.do(host)
    assert (host.live("vm.dirty_ratio"), host.live("vm.dirty_bytes")) == ("60", "0")
    poke.undo(host)
    assert (host.live("vm.dirty_ratio"), host.live("vm.dirty_bytes")) == ("0", "1048576")


@pytest.mark.parametrize("number", [errno.EINVAL, errno.ERANGE, errno.EPERM])
def test_a_value_that_the_kernel_refuses(host, number):
    host.kernel(vm__swappiness="60")
    host.refused[SWAPPINESS + " 1000"] = OSError(number, "as the kernel says")
    poke = live.Poke("vm.swappiness", SWAPPINESS, ("60",), ("1000",), (SWAPPINESS, "60"))
    with pytest.raises(
        GroundworkError, match=r"vm\.swappiness: the kernel refused the value 1000 \(as the kernel says\)"
    ):
        poke.do(host)


@pytest.mark.parametrize("number", [errno.EROFS, errno.EACCES])
def test_a_denied_write_is_no_failure(host, number):
    host.kernel(vm__swappiness="60")
    host.refused[SWAPPINESS + " 1"] = OSError(number, "denied")
    poke = live.Poke("vm.swappiness", SWAPPINESS, ("60",), ("1",), (SWAPPINESS, "60"))
    poke.do(host)
    assert poke.cause == "read_only"
    poke.undo(host)
    assert host.pokes == [(SWAPPINESS, "1")]


def test_of_several_numbers_the_first_are_taken_back_when_a_later_one_is_refused(host, monkeypatch):
    """As the kernel does: it stores each number before it looks at the next."""
    host.kernel(net__ipv4__tcp_wmem="4096\t16384\t4194304")
    poke = host.poke

    def partly(path, text):
        first, second, third = text.split()
        poke(path, " ".join([first, second, "4194304"]) + "\n")
        if int(third) > 2**31 - 1:
            raise OSError(errno.EINVAL, "Invalid argument")

    monkeypatch.setattr(host, "poke", partly)
    wished = kernel.wanted(host, {"net.ipv4.tcp_wmem": "8192 65536 99999999999"})
    with pytest.raises(GroundworkError, match="the kernel refused the value 8192 65536 99999999999"):
        kernel.plan(wished, kernel.read(host, wished))[0][0].do(host)
    assert host.live("net.ipv4.tcp_wmem").split() == ["4096", "16384", "4194304"]


def test_nothing_is_planned_for_what_cannot_be_written(host):
    """Higher in a file of others than in force, and enough in both, behind a read-only /proc/sys."""
    host.kernel(vm__max_map_count="262144")
    host.put("/etc/sysctl.d/10-theirs.conf", "vm.max_map_count = 1048576\n")
    host.sealed = ("/proc/sys/",)
    wished = kernel.wanted(host, {"vm.max_map_count": 262144})
    assert kernel.plan(wished, kernel.read(host, wished))[0] == []


def test_the_line_that_zeroes_a_parameter_is_the_one_that_wins(host):
    host.kernel(vm__dirty_ratio="60", vm__dirty_bytes="0")
    host.put(kernel.FILE, "vm.dirty_ratio = 60\n")
    host.put("/etc/sysctl.d/99-z.conf", "vm.dirty_bytes = 1048576\n")
    row = read(host, {"vm.dirty_ratio": 60})
    assert (row["persisted"], row["persisted_at"]) == ("0", "/etc/sysctl.d/99-z.conf:1")


def test_a_negative_number_is_the_kernels_to_judge_where_the_catalogue_does_not_know_it(host):
    host.kernel(kernel__sched_rt_runtime_us="950000")
    assert kernel.wanted(host, {"kernel.sched_rt_runtime_us": -1})[0].wanted == ("-1",)
    with pytest.raises(GroundworkError, match="-1 is negative"):
        kernel.wanted(host, {"vm.swappiness": -1})


def test_a_comment_that_somebody_spoilt_tells_nothing(host):
    host.kernel(vm__max_map_count="262144")
    host.put(kernel.FILE, "# wanted: at least plenty\nvm.max_map_count = 262144\n")
    wished = kernel.wanted(host, {"vm.max_map_count": 262144})
    assert kernel.plan(wished, kernel.read(host, wished))[0] == []


def test_partners_are_one_setting_to_the_reader(host):
    host.kernel(vm__dirty_ratio="0", vm__dirty_bytes="1048576")
    row = read(host, {"vm.dirty_ratio": 60})
    assert (row["status"], row["effective"], row["note"]) == (
        "drifted",
        "0",
        "vm.dirty_bytes = 1048576 is in force instead",
    )


def test_partners_of_which_one_is_zero_are_one_wish(host):
    host.kernel(vm__dirty_ratio="60", vm__dirty_bytes="0")
    names = [setting.name for setting in kernel.wanted(host, {"vm.dirty_ratio": 60, "vm.dirty_bytes": 0})]
    assert names == ["vm.dirty_ratio", "vm.dirty_bytes"]


def test_where_no_file_sets_it_the_command_line_does_and_else_the_kernel(host):
    host.kernel(vm__swappiness="40", vm__dirty_ratio="20")
    host.put("/proc/cmdline", "quiet sysctl.vm.swappiness=40\n")
    row = read(host, {"vm.swappiness": 1})
    assert (row["after_boot"], row["persisted_at"], row["note"]) == (
        "40",
        "/proc/cmdline:1",
        "set by the kernel's command line",
    )
    assert read(host, {"vm.dirty_ratio": 60})["after_boot"] == "kernel default"


def tune(host, reapply):
    host.put("/etc/tuned/active_profile", "throughput-performance\n")
    host.put("/usr/lib/tuned/throughput-performance/tuned.conf", "[main]\nsummary=x\n[sysctl]\nvm.swappiness=10\n")
    host.put("/etc/tuned/tuned-main.conf", f"daemon = 1\nreapply_sysctl = {reapply}\n")


def test_tuned_wins_over_the_files_where_it_does_not_apply_them_again(host):
    tune(host, 0)
    host.enable("tuned")
    host.kernel(vm__swappiness="1")
    host.put(kernel.FILE, "vm.swappiness = 1\n")
    row = read(host, {"vm.swappiness": 1})
    assert (row["status"], row["after_boot"], row["persisted_at"], row["note"]) == (
        "overridden",
        "10",
        "/usr/lib/tuned/throughput-performance/tuned.conf:4",
        "set by tuned (profile throughput-performance)",
    )


def test_what_only_tuned_can_work_out_is_unknown(host):
    tune(host, 0)
    host.put("/usr/lib/tuned/throughput-performance/tuned.conf", "[sysctl]\nvm.swappiness=${f:exec:x}\n")
    host.enable("tuned")
    host.kernel(vm__swappiness="1")
    host.put(kernel.FILE, "vm.swappiness = 1\n")
    row = read(host, {"vm.swappiness": 1})
    assert (row["status"], row["persisted"], row["after_boot"], row["note"]) == (
        "overridden",
        "${f:exec:x}",
        "unknown",
        "only tuned can work the value out; set by tuned (profile throughput-performance)",
    )


def test_tuned_is_named_where_the_files_win(host):
    tune(host, 1)
    host.enable("tuned")
    host.kernel(vm__swappiness="1")
    host.put(kernel.FILE, "vm.swappiness = 1\n")
    row = read(host, {"vm.swappiness": 1})
    assert (row["status"], row["after_boot"], row["persisted_at"]) == ("in_effect", "1", kernel.FILE + ":1")
    assert row["note"] == (
        "tuned (profile throughput-performance) sets it to 10 in "
        "/usr/lib/tuned/throughput-performance/tuned.conf:4, before the files of /etc"
    )


@pytest.mark.parametrize("cause", [None, "clamped", "read_only"])
@pytest.mark.parametrize(("live", "file"), [("60", "vm.swappiness = 1\n"), ("60", ""), ("1", ""), ("1", "x = 1\n")])
def test_a_kernel_value_never_waits_for_a_restart(host, live, file, cause):
    host.kernel(vm__swappiness=live)
    host.put(kernel.FILE, file)
    causes = {"vm.swappiness": cause} if cause else None
    assert read(host, {"vm.swappiness": 1}, causes)["status"] in {"drifted", "clamped", "read_only"}


@pytest.mark.parametrize(
    ("given", "text", "after_boot"),
    [
        ({"vm.swappiness": 1}, "1 # why", "1"),
        ({"vm.swappiness": 1}, "1 2", "1"),
        ({"vm.swappiness": 1}, "0x1", "1"),
        ({"vm.swappiness": 1}, "1# why", "kernel default"),
        ({"vm.swappiness": 1}, "low", "kernel default"),
        ({"vm.swappiness": 1}, "", "kernel default"),
        ({"net.ipv4.tcp_rmem": "1 2 3"}, "1 2 3 # why", "1 2 3"),
        ({"net.ipv4.tcp_rmem": "1 2 3"}, "1 2 3 4", "1 2 3"),
        ({"net.ipv4.tcp_rmem": "1 2 3"}, "1,2,3", "kernel default"),
        ({"net.ipv4.tcp_rmem": "1 2 3"}, "4 5", "4 5"),
    ],
)
def test_what_the_kernel_takes_of_a_line(host, given, text, after_boot):
    """As Linux 6.18 took each of these in a network namespace."""
    host.kernel(vm__swappiness="1", net__ipv4__tcp_rmem="1 2 3")
    host.put("/etc/sysctl.d/50-theirs.conf", "\n".join(f"{name} = {text}" for name in given) + "\n")
    assert read(host, given)["after_boot"] == after_boot


def test_a_value_that_the_kernel_refuses_is_said_to_be(host):
    host.kernel(vm__swappiness="1")
    host.put(kernel.FILE, "vm.swappiness = 1\n")
    host.put("/etc/sysctl.d/99-z.conf", "vm.swappiness = low\n")
    row = read(host, {"vm.swappiness": 1})
    assert (row["status"], row["persisted"], row["persisted_at"], row["note"]) == (
        "overridden",
        "low",
        "/etc/sysctl.d/99-z.conf:1",
        "the kernel refuses it, and keeps its default",
    )
