# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""How podman starts a container with systemd on this machine, and removes what a label names."""

from __future__ import annotations

import functools
import resource
import subprocess

_PROCESSES = 32768  # podman gives itself so many, and what it starts can have no more


def command(image: str, *options: str, soft: int | None = None) -> list[str]:
    """What runs *image* with these *options*, and a *soft* limit of open files that leaves something to be raised.

    Without CAP_SYS_RESOURCE it can have no more than this process. RuntimeError where no container can be started.
    """
    return _command(_runtime(image), image, *options, soft=soft)


def output(command: list[str], given: str | None = None) -> str:
    """What *command* prints; RuntimeError with its last words when it fails."""
    done = subprocess.run(command, input=given, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(command[:4])} failed ({done.returncode}): {done.stderr.strip()[-500:]}")
    return done.stdout.strip()


def remove(label: str) -> None:
    """Remove the containers and networks that have *label*, also those of a run that was killed."""
    left = output(["podman", "ps", "--all", "--quiet", "--filter", f"label={label}"]).split()
    if left:
        gone = ["podman", "rm", "--force", "--time=2", *left]
        if subprocess.run(gone, capture_output=True, check=False).returncode:
            output([*gone, "--ignore"])  # one that went down by itself just then is in the way once
    networks = output(["podman", "network", "ls", "--quiet", "--filter", f"label={label}"]).split()
    if networks:
        output(["podman", "network", "rm", *networks])


@functools.lru_cache(maxsize=None)
def _runtime(image: str) -> str:
    """The container runtime that can start systemd here: crun fails on hybrid cgroups."""
    for runtime in ("crun", "runc"):
        probe = [*_command(runtime, image, "--rm", "--network=none"), "true"]
        if subprocess.run(probe, capture_output=True, check=False).returncode == 0:
            return runtime
    raise RuntimeError("neither crun nor runc can start a container here; try podman run --privileged by hand")


def _command(runtime: str, image: str, *options: str, soft: int | None = None) -> list[str]:
    files, processes = (resource.getrlimit(which)[1] for which in (resource.RLIMIT_NOFILE, resource.RLIMIT_NPROC))
    processes = _PROCESSES if processes == resource.RLIM_INFINITY else min(processes, _PROCESSES)
    limits = [f"--ulimit=nofile={soft or files}:{files}", f"--ulimit=nproc={processes}:{processes}"]
    return ["podman", "--runtime", runtime, "run", "--privileged", "--systemd=always", *limits, *options, image]
