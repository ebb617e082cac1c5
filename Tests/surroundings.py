#!/usr/bin/python3
"""Runs Rehearse where the system refuses it something for good, and kills it, and looks what comes of it.

    surroundings.py BUILD [--only NAME] [--verbose]

BUILD is the folder with `rehearse`, `rehearse-launcher` and `test-driver`.

- A sandbox (seccomp) denies one system call to Rehearse and to all that it starts: one line of
  DENIED each. Expected: an end in time; status 0 only with every run there, else a status that is no
  verdict, and a message; no process and no control group left.
- One of two machines that make parts is denied a call that pairs need. Expected: its part is taken in,
  and the machine named, or it is refused, and the reason told.
- The project's folder lies on a read-only file system. Expected: a message that says so, no verdict.
- Rehearse is killed (SIGKILL) while a run is on. Expected: the next start removes its control groups
  and temporary folders, and every run that had ended is in the store.
"""
import argparse
import concurrent.futures
import ctypes
import errno
import functools
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

import seccomp

import faults

# What sandboxes deny: the default profiles of Docker and gVisor refuse some of these.
DENIED = [
    "waitid", "wait4", "poll", "ppoll", "clone3", "eventfd2", "epoll_create1", "perf_event_open",
    "sched_setaffinity", "personality", "setrlimit", "prlimit64", "memfd_create", "pidfd_open",
    "pidfd_send_signal", "getrandom", "setpgid", "setsid", "prctl", "flock", "fallocate",
]
CLONE_NEWNS, MS_RDONLY, MS_REMOUNT, MS_BIND, MS_REC, MS_PRIVATE = (
    0x20000, 1, 32, 4096, 16384, 1 << 18)
LIBC = ctypes.CDLL(None, use_errno=True)


def run(build, folder, words, prepare=lambda: None):
    """How a command ended (None: it hung), and what it said."""
    with open(folder / "err.txt", "wb") as errors:
        process = subprocess.Popen(
            [build / "rehearse", *words], cwd=folder, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=errors, preexec_fn=prepare,
            env={**os.environ, "TMPDIR": str(folder / "tmp"), "GITHUB_ACTIONS": ""})
        try:
            status = process.wait(faults.LIMIT)
        except subprocess.TimeoutExpired:
            status = None
            process.kill()
            process.wait()
    left = faults.descendants()
    faults.end_descendants()
    return status, left, (folder / "err.txt").read_text(errors="replace")


def judge(status, left, errors, measurements, wanted):
    """Raises a Finding where the end is not as it should be."""
    if status is None:
        raise faults.Finding(f"it hangs\n{errors}")
    if left:
        raise faults.Finding(f"processes are left: {left}\n{errors}")
    if status not in (0, 1, 3):
        raise faults.Finding(f"status {status}\n{errors[:1500]}")
    if status and not errors.strip():
        raise faults.Finding(f"status {status} without a word")
    if status == 0 and (measurements is None or measurements["runs"] != wanted):
        raise faults.Finding(f"status 0, and the store holds {measurements}")


def deny(call):
    rules = seccomp.SyscallFilter(defaction=seccomp.ALLOW)
    rules.add_rule(seccomp.ERRNO(errno.EPERM), call)
    rules.load()


def with_call_denied(call, build, folder):
    faults.COMMANDS[0].prepare(build, folder, folder)
    status, left, errors = run(
        build, folder, faults.COMMANDS[0].words, functools.partial(deny, call))
    measurements = faults.COMMANDS[0].measurements(folder)
    judge(status, left, errors, measurements, (2, 2))
    return status, errors


def as_one_of_two_parts(call, wanted, said, build, folder):
    """The second of two machines is denied a call, as by a kernel that lacks it: how merging their parts
    and deciding over them end, and what is said."""
    (folder / "tmp").mkdir()
    (folder / "s.yml").write_text(faults.COMPARED.format(driver=build / "test-driver"))
    for number, prepare in ((1, lambda: None), (2, functools.partial(deny, call))):
        status, left, errors = run(build, folder, [
            "check", "s.yml", "--part", f"{number}/2", "--pairs", "4", "--machine", f"n{number}",
            "--store", f"{number}.sqlite"], prepare)
        if status != 0 or left:
            raise faults.Finding(f"part {number} ends with {status}, {left} left: {errors}")
    for words in (["merge", "1.sqlite", "2.sqlite", "--into", "all.sqlite"],
                  ["check", "--merged", "all.sqlite"]):
        status, left, errors = run(build, folder, words)
        if status != wanted or said[words[0]] not in errors:
            raise faults.Finding(f"'{words[0]}' ends with {status} and says: {errors}")
    return status, errors


def on_read_only_files(build, folder):
    def mount():
        path = str(folder).encode()
        for source, flags in [
                (None, MS_REC | MS_PRIVATE), (path, MS_BIND),
                (None, MS_BIND | MS_REMOUNT | MS_RDONLY)]:
            target = b"/" if flags & MS_PRIVATE else path
            if LIBC.mount(source, target, None, flags, None) != 0:
                raise OSError(ctypes.get_errno(), "mount")

    def unshare_and_mount():
        if LIBC.unshare(CLONE_NEWNS) != 0:
            raise OSError(ctypes.get_errno(), "unshare")
        mount()
        os.chdir(folder)

    faults.COMMANDS[0].prepare(build, folder, folder)
    status, left, errors = run(build, folder, faults.COMMANDS[0].words, unshare_and_mount)
    judge(status, left, errors, None, None)
    if not re.search("read.only", errors):
        raise faults.Finding(f"the message does not say that it is read-only: {errors}")
    return status, errors


def after_a_kill(build, folder):
    """The second run of the first command is killed while it is at work; then comes another."""
    faults.COMMANDS[0].prepare(build, folder, folder)
    (folder / "s.yml").write_text(
        faults.SCENARIO.format(driver=build / "test-driver").replace("runs: 2", "runs: 500"))
    before = control_groups()
    process = subprocess.Popen(
        [build / "rehearse", *faults.COMMANDS[0].words], cwd=folder, stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        env={**os.environ, "TMPDIR": str(folder / "tmp"), "GITHUB_ACTIONS": ""})
    deadline = time.monotonic() + faults.LIMIT
    stored = 0
    while stored < 3:
        measurements = faults.COMMANDS[0].measurements(folder)
        stored = measurements["runs"][0] if measurements else 0
        if time.monotonic() > deadline or process.poll() is not None:
            raise faults.Finding(f"no three runs were stored in {faults.LIMIT} s")
    process.kill()
    process.wait()
    groups = control_groups() - before
    folders = list((folder / "tmp").glob("rehearse-*"))
    (folder / "s.yml").write_text(faults.SCENARIO.format(driver=build / "test-driver"))
    status, left, errors = run(build, folder, faults.COMMANDS[0].words)
    kept = faults.COMMANDS[0].measurements(folder)
    judge(status, left, errors, kept, (kept["runs"][0], kept["runs"][0]))
    if kept["runs"][0] < stored + 2:
        raise faults.Finding(f"{stored} runs were stored before, {kept['runs'][0]} are after")
    if still := [path for path in [*groups, *folders] if path.exists()]:
        raise faults.Finding(f"the next start has left {still}")
    return status, f"{len(groups)} groups and {len(folders)} folders were left, and are removed"


def control_groups():
    """Those that any Rehearse has made."""
    return {
        pathlib.Path(path) for path, _, _ in os.walk("/sys/fs/cgroup")
        if os.path.basename(path).startswith("rehearse-")}


TRIALS = {
    **{f"{call} denied": functools.partial(with_call_denied, call) for call in DENIED},
    # Linux before 6.12, and containers.
    "a machine without fine slices": functools.partial(
        as_one_of_two_parts, "sched_setattr", 0,
        {"merge": "note: The kernel of 'n2' gave no fine time slices (Linux 6.12 and newer do)",
         "check": "The pairs of 's' on 'n2' ran at once"}),
    "a machine without CPUs of its own": functools.partial(
        as_one_of_two_parts, "sched_setaffinity", 5,
        {"merge": "pairs of 's' were made one after the other", "check": "part 2 of 2 is missing"}),
    "read-only file system": on_read_only_files,
    "killed": after_a_kill,
}


def attempt(task):
    name, build = task
    # Ours is what loses its parent, in this process of the pool.
    LIBC.prctl(36, 1, 0, 0, 0)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="rehearse-surroundings-"))
    began = time.monotonic()
    try:
        try:
            status, words = TRIALS[name](build, folder)
            is_good = True
        except faults.Finding as finding:
            status, words, is_good = None, str(finding), False
        return name, is_good, status, words.strip(), time.monotonic() - began
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--only", choices=TRIALS, help="one trial")
    parser.add_argument("--verbose", action="store_true", help="what came of each trial")
    options = parser.parse_args()
    names = [options.only] if options.only else list(TRIALS)
    bad = 0
    with concurrent.futures.ProcessPoolExecutor(os.cpu_count()) as pool:
        tasks = [(name, options.build.resolve()) for name in names]
        for name, is_good, status, words, seconds in pool.map(attempt, tasks):
            bad += not is_good
            if options.verbose or not is_good:
                print(f"{name}: {'good' if is_good else 'finding'}, status {status}, "
                      f"{seconds:.1f} s: {words}", flush=True)
    print(f"{len(names) - bad} passed, {bad} failed")
    sys.exit(bad > 0)


if __name__ == "__main__":
    main()
