#!/usr/bin/python3
"""Lets one system call after another fail, and looks what Rehearse makes of it.

    faults.py BUILD [--sites] [--only COMMAND] [--verbose]

BUILD is the folder with `rehearse`, `rehearse-launcher` and `test-driver`. Every command is run
once as it is, which tells its calls; then once for each of them, in which that one alone fails. With
--sites calls that do the same to the same file (of several processes, runs and samples) count as
one, of which the first and the last fail. A call counts where it is one of CALLS and made by
Rehearse's own programs: what an app or gnuplot make of their failures is theirs, and before `main`
the loader alone can answer.

Expected of each: an end in time; a status that is no verdict, and 0 only where nothing is missing;
a message where it is not 0; a store that is sound and holds what the message says; no process and
no control group left.

The kernel itself asks before each call (seccomp's user notification, by libseccomp), so static
programs are covered as well, processes and threads are counted together, and a call costs 50 us;
with ptrace it would cost more, and strace counts the calls of each thread apart.
"""
import argparse
import collections
import concurrent.futures
import contextlib
import ctypes
import errno
import fcntl
import os
import pathlib
import re
import select
import shutil
import signal
import socket
import sqlite3
import struct
import subprocess
import sys
import tempfile
import time
import typing

import seccomp

CALLS = {
    "open": errno.EMFILE, "openat": errno.EMFILE, "read": errno.EIO, "pread64": errno.EIO,
    "write": errno.ENOSPC, "pwrite64": errno.ENOSPC, "writev": errno.ENOSPC,
    "fsync": errno.EIO, "fdatasync": errno.EIO, "ftruncate": errno.ENOSPC,
    "rename": errno.EIO, "renameat": errno.EIO, "renameat2": errno.EIO, "unlink": errno.EIO,
    "mkdir": errno.EACCES, "mmap": errno.ENOMEM,
    "clone": errno.EAGAIN, "clone3": errno.EAGAIN, "fork": errno.EAGAIN, "vfork": errno.EAGAIN,
}
PROGRAMS = {"rehearse", "rehearse-launcher", "rehearse-ticker", "rehearse-stepper"}
# Seconds after which a command hangs; its drivers have five of their own.
LIMIT = 60
# The same where none of its threads has had anything to do meanwhile, however busy the machine is.
IDLE_LIMIT = 10

# linux/seccomp.h: struct seccomp_notif with its seccomp_data, and the answer.
NOTIFICATION = struct.Struct("QIIiIQ6Q")
ANSWER = struct.Struct("QqiI")
RECEIVE, SEND, CONTINUE = 0xC0502100, 0xC0182101, 1
NAMES = {
    seccomp.resolve_syscall(seccomp.Arch(), name): name for name in [*CALLS, "execve"]
}


class Site(typing.NamedTuple):
    """What a call does to what."""
    program: str
    call: str
    subject: str

    def __str__(self):
        return f"{self.program}: {self.call} {self.subject}".rstrip()


class Fault(typing.NamedTuple):
    """The nth call of a site, from 1."""
    site: Site
    nth: int

    def __str__(self):
        return f"{self.site} #{self.nth}"


class End(typing.NamedTuple):
    status: int
    sites: collections.Counter
    was_met: bool
    hung: bool
    folders: list
    seconds: float


class Supervisor:
    """Runs a command whose calls it is asked about."""

    def __init__(self, words, folder, fault):
        self.words, self.folder, self.fault = words, folder, fault
        self.programs = {}
        self.sites = collections.Counter()
        self.folders = []
        self.was_met = self.has_begun = False

    def run(self):
        began = time.monotonic()
        main, listener = self._start()
        status, hung = None, False
        poll = select.poll()
        poll.register(listener, select.POLLIN)
        busy, before = began, None
        while True:
            events = dict(poll.poll(200)).get(listener, 0)
            if events & select.POLLIN:
                self._answer(listener)
                before = None
            elif events & select.POLLHUP:
                break
            else:
                # What has lost its parent is ours; as long as it is not waited for, it is there.
                status = self._reap(main, status)
                now = wakings()
                if now is None or now != before:
                    busy, before = time.monotonic(), now
            is_idle = before is not None and time.monotonic() - busy > IDLE_LIMIT
            if is_idle or time.monotonic() - began > LIMIT:
                hung = True
                end_descendants()
                break
        os.close(listener)
        while status is None or descendants():
            status = self._reap(main, status)
            time.sleep(0.001)
        return End(
            status, self.sites, self.was_met, hung, self.folders, time.monotonic() - began)

    def _reap(self, main, status):
        with contextlib.suppress(ChildProcessError):
            while (ended := os.waitpid(-1, os.WNOHANG))[0]:
                if ended[0] == main:
                    status = os.waitstatus_to_exitcode(ended[1])
        return status

    def _start(self):
        ours, theirs = socket.socketpair()
        child = os.fork()
        if child == 0:
            self._execute(theirs)
        theirs.close()
        _, descriptors, _, _ = socket.recv_fds(ours, 1, 1)
        ours.close()
        return child, descriptors[0]

    def _execute(self, channel):
        try:
            os.chdir(self.folder)
            os.environ.update(TMPDIR=str(self.folder / "tmp"), GITHUB_ACTIONS="")
            for number, (name, flags) in enumerate([
                    ("/dev/null", os.O_RDONLY), ("out.txt", os.O_CREAT | os.O_WRONLY),
                    ("err.txt", os.O_CREAT | os.O_WRONLY | os.O_APPEND)]):
                os.dup2(os.open(name, flags, 0o644), number)
            rules = seccomp.SyscallFilter(defaction=seccomp.ALLOW)
            for name in NAMES.values():
                rules.add_rule(seccomp.NOTIFY, name)
            rules.load()
            # Until this has arrived nobody answers, so nothing that is asked about may come before.
            socket.send_fds(channel, [b"."], [rules.get_notify_fd()])
            os.closerange(3, 64)
            os.execv(self.words[0], self.words)
        finally:
            os._exit(127)

    def _answer(self, listener):
        buffer = bytearray(NOTIFICATION.size)
        try:
            fcntl.ioctl(listener, RECEIVE, buffer)
        except OSError:
            return  # Whoever asked was ended meanwhile.
        request, thread, _, number, _, pointer, *arguments = NOTIFICATION.unpack(buffer)
        error = self._error(thread, NAMES[number], pointer, arguments)
        with contextlib.suppress(OSError):
            fcntl.ioctl(
                listener, SEND, ANSWER.pack(request, 0, -error, 0 if error else CONTINUE))

    def _error(self, thread, call, pointer, arguments):
        if call == "execve":
            self.programs.pop(thread, None)
            self.has_begun = True
        if call == "execve" or not self.has_begun:
            return 0
        program, loader = self._program(thread)
        if program not in PROGRAMS or pointer in loader:
            return 0
        path = subject(thread, call, arguments)
        if path == "anon_inode:[eventfd]":
            return 0  # A counter in the kernel, for which there is always room.
        if call == "mkdir":
            self.folders.append(path)
        site = Site(program, call, self._without_chance(path))
        self.sites[site] += 1
        if self.fault != (site, self.sites[site]):
            return 0
        self.was_met = True
        return CALLS[call]

    def _program(self, thread):
        """The name of a thread's program, and where its loader lies."""
        if thread not in self.programs:
            try:
                name = os.path.basename(os.readlink(f"/proc/{thread}/exe"))
                maps = pathlib.Path(f"/proc/{thread}/maps").read_text()
            except OSError:
                return "", range(0)
            ends = [line.split()[0].split("-") for line in maps.splitlines() if "/ld-" in line]
            loader = range(int(ends[0][0], 16), int(ends[-1][1], 16)) if ends else range(0)
            self.programs[thread] = name, loader
        return self.programs[thread]

    def _without_chance(self, path):
        path = path.replace(str(self.folder), "~")
        path = re.sub(r"\b[0-9A-F]{8}-[0-9A-F-]{27}\b", "UUID", path)
        # Names that are made up, then files that become one of a report, then numbers.
        path = re.sub(r"(/rehearse-(?:\w+-)?)\w{6}\b", r"\1X", path)
        path = re.sub(r"/\.[^/]*\.(\w+)\.\w+\.part$", r"/*.\1.part", path)
        return re.sub(r"\d+", "N", path)


def subject(thread, call, arguments):
    """What a call is about: a path, or what a descriptor names."""
    try:
        if call in ("open", "mkdir", "unlink", "rename"):
            return text(thread, arguments[0])
        if call in ("openat", "renameat", "renameat2"):
            return text(thread, arguments[1])
        if call == "mmap":
            descriptor = ctypes.c_int(arguments[4] & 0xFFFFFFFF).value
            return os.readlink(f"/proc/{thread}/fd/{descriptor}") if descriptor >= 0 else "memory"
        if "clone" in call or "fork" in call:
            return ""
        return os.readlink(f"/proc/{thread}/fd/{arguments[0]}")
    except OSError as error:
        return error.strerror


def text(thread, address):
    """The text at an address of another process."""
    with open(f"/proc/{thread}/mem", "rb", 0) as memory:
        memory.seek(address)
        part = memory.read(4096 - address % 4096)
        if b"\0" not in part:
            part += memory.read(4096)
    return part.split(b"\0")[0].decode(errors="replace")


def descendants():
    """The processes below this one that have not ended."""
    parents = {}
    for folder in pathlib.Path("/proc").iterdir():
        if folder.name.isdecimal():
            with contextlib.suppress(OSError):
                fields = (folder / "stat").read_text().rpartition(")")[2].split()
                parents[int(folder.name)] = int(fields[1])
    found, pending = [], [os.getpid()]
    while pending:
        above = pending.pop()
        below = [pid for pid, parent in parents.items() if parent == above]
        found += below
        pending += below
    return found


def wakings():
    """How often each thread below this process has gone to sleep; None where one is at work."""
    found = {}
    for process in descendants():
        with contextlib.suppress(OSError):
            for thread in pathlib.Path(f"/proc/{process}/task").iterdir():
                status = (thread / "status").read_text()
                if re.search(r"^State:\s+[RD]", status, re.M):
                    return None
                found[thread.name] = re.findall(r"ctxt_switches:\s+(\d+)", status)
    return found


def end_descendants():
    for process in descendants():
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)


SCENARIO = """
scenario: sample
builds: {{ a: {{ command: ["{driver}"] }} }}
runs: 2
time-limit: 5 s
stories: {{ s: {{ steps: [{{ count: {{ to: 3 }}, expect: {{ count: 3 }} }}] }} }}
gates: [{{ metric: cpu-time, at-most: +90% }}]
"""
# Far more than chance makes of two pairs.
COMPARED = """
scenario: compared
builds: {{ a: {{ command: ["{driver}"] }}, b: {{ command: ["{driver}"] }} }}
time-limit: 5 s
stories: {{ s: {{ steps: [{{ count: {{ to: 3 }}, expect: {{ count: 3 }} }}] }} }}
gates: [{{ metric: cpu-time, at-most: +9900% }}]
"""

SERVED = """
scenario: served
builds: {{ a: {{ command: ["{driver}"] }} }}
runs: 1
time-limit: 5 s
services:
  files: {{ command: [sh, -c, "touch up; exec sleep 1000"], ready: {{ file: up }} }}
  server: {{ command: ["{driver}", --serve, "${{port}}"] }}
stories: {{ s: {{ steps: [{{ ask: {{ for: touch 3 }}, expect: {{ answer: "3" }} }}] }} }}
gates: [{{ metric: server.cpu-time, at-most: +90% }}]
"""


class Command:
    """A command that is tried, what it needs, and what it has to leave."""

    def __init__(self, name, *words, stored=False, prints=False, files=(), beyond=None):
        self.name, self.words, self.stored = name, words, stored
        # An earlier command: with --sites those sites that it has, too, are left out.
        self.beyond = beyond
        # Whether what it prints is all there is of it.
        self.prints = prints
        self.files = files

    def prepare(self, build, folder, template):
        (folder / "tmp").mkdir()
        driver = build / "test-driver"
        (folder / "s.yml").write_text(SCENARIO.format(driver=driver))
        (folder / "c.yml").write_text(COMPARED.format(driver=driver))
        (folder / "v.yml").write_text(SERVED.format(driver=driver))
        if self.stored:
            shutil.copytree(template / "Results", folder / "Results")

    def measurements(self, folder):
        """What a store holds: how many runs passed, and which measurements there are of how many."""
        path = folder / "Results/rehearse.sqlite"
        if not path.exists():
            return None
        with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as store:
            damage = store.execute("PRAGMA integrity_check").fetchone()[0]
            if damage != "ok":
                raise Finding(f"the store is damaged: {damage}")
            tables = {row[0] for row in store.execute("SELECT name FROM sqlite_schema")}
            if not {"run", "experiment", "measurement"} <= tables:
                return None
            runs = store.execute(
                "SELECT count(*), count(iif(failure IS NULL, 1, NULL)) FROM run").fetchone()
            complete = store.execute(
                "SELECT count(*), count(completedAt) FROM experiment").fetchone()
            metrics = dict(store.execute(
                "SELECT metric, count(*) FROM measurement GROUP BY metric"))
            reasons = [row[0] for row in store.execute(
                "SELECT failure || ': ' || message FROM run WHERE failure IS NOT NULL")]
        return {"runs": runs, "experiments": complete, "metrics": metrics, "reasons": reasons}

    def judge(self, build, folder, end, reference, fault):
        """Raises a Finding where the end is not as it should be; gives what is worth a look."""
        errors = (folder / "err.txt").read_text(errors="replace")
        output = (folder / "out.txt").read_text(errors="replace")
        measurements = self.measurements(folder)
        if end.hung:
            raise Finding(f"it hangs; processes were left\n{errors}")
        # A command that can't be started has the status that shells give it.
        allowed = (0, 1, 3, 127) if self.name == "measure" else (0, 1, 3)
        if end.status not in allowed:
            raise Finding(f"status {end.status}\n{errors[:1500]}")
        for word in ("Fatal error", "Error Domain", "Optional("):
            if word in errors:
                raise Finding(f"the message holds '{word}': {errors}")
        left = [path for path in end.folders if "/cgroup/" in path and os.path.exists(path)]
        if left:
            raise Finding(f"control groups are left: {left}")
        # What can't be said on standard error can't be found there.
        is_mute = fault.site.subject == "~/err.txt"
        if end.status and not errors.strip() and not is_mute:
            raise Finding(f"status {end.status} without a word")
        told = re.search(r"(\d+) runs? (?:is|are) stored", errors)
        if told and (measurements is None or measurements["runs"][0] < int(told[1])):
            raise Finding(f"it says '{told[0]}', and the store holds {measurements}")
        reasons = measurements["reasons"] if measurements else []
        # Only calls of our own programs fail here, so nothing is the app's fault. That a pipe can't be
        # read happens in no kernel, and looks like its end.
        blamed = [reason for reason in reasons if not reason.startswith(OURS)]
        if blamed and fault.site[1:] != ("read", "pipe:[N]"):
            raise Finding(f"the app is blamed: {blamed}")
        if end.status == 3 and not reasons and "not-" not in errors:
            raise Finding(f"status 3, and no run has failed: {errors}")
        if end.status == 0:
            self._expect_whole(folder, output, errors, measurements, reference)
        listing = subprocess.run(
            [build / "rehearse", "list"], cwd=folder, capture_output=True, text=True, check=False)
        if listing.returncode != 0 and "There is no store" not in listing.stderr:
            raise Finding(f"afterwards: {listing.stderr}")
        return (errors.strip().splitlines() or [""])[-1], reasons

    def _expect_whole(self, folder, output, errors, measurements, reference):
        known = reference["measurements"]
        if measurements and known:
            for key in ("runs", "experiments"):
                if measurements[key] != known[key]:
                    raise Finding(f"status 0 with {key} {measurements[key]}, not {known[key]}\n{errors}")
            lost = {
                name for name, count in known["metrics"].items()
                if measurements["metrics"].get(name, 0) < count
                and name.split(".")[-1] not in OPTIONAL}
            if lost := sorted(lost):
                raise Finding(f"status 0 without a word, though {lost} are missing")
        elif known:
            raise Finding("status 0 without a store")
        if len(output.splitlines()) < (reference["lines"] if self.prints else 1):
            raise Finding(f"status 0 with an output of {len(output.splitlines())} lines, "
                          f"not {reference['lines']}\n{output}\n{errors}")
        for pattern in self.files:
            if len(list(folder.glob(pattern))) < len(reference["files"][pattern]):
                raise Finding(f"status 0 without all of {pattern}\n{errors}")


# Reasons that say that it was not the app.
OURS = ("not-measured:", "interrupted:", "twin-failed:")


class Finding(Exception):
    """What should not be."""


# Of a run that hardly lasts these come and go by themselves; or they are what a system may refuse
# (a control group, /proc/PID/io), which is why a missing one is a dash and no failure.
OPTIONAL = {
    "peak-cpu", "lowest-cpu", "other-cpu", "lowest-memory", "other-memory", "throughput", "storage-read",
    "storage-written", "tree-cpu-time", "tree-peak-memory", "tree-peak-cgroup-memory", "tree-peak-proportional-memory", "tree-processes",
    "peak-heap", "peak-slack", "peak-files", "peak-stacks", "latency-p50", "latency-p90", "latency-p95", "latency-p99",
    "latency-p999",
}

HANGS = object()

# Libraries that end the process where they can't go on, or wait: what is called, of what, and their
# words.
KNOWN = [
    # swift-subprocess 1.0: /dev/null can't be opened, and a pipe is dropped that was not closed.
    ("openat", "/dev/null", "Subprocess/Configuration.swift"),
    # libdispatch: a worker's state can't be read.
    ("openat", "/proc/N/stat", "_dispatch"),
    ("read", "/proc/N/stat", "_dispatch"),
    # libdispatch: a worker that is refused once (itself, or its stack) is not asked for again, and
    # what was to be done waits for ever. Threads of ours are Sampling's SystemThread.
    ("clone3", "", HANGS), ("mmap", "memory", HANGS),
]

COMMANDS = [
    Command("run", "run", "s.yml", "--no-report"),
    Command("services", "run", "v.yml", "--no-report", beyond="run"),
    Command("check", "check", "c.yml", "--pairs", "2", beyond="run"),
    Command("measure", "measure", "-n", "2", "--warmup", "0", "--store", "Results/rehearse.sqlite",
            "--", "/bin/true"),
    Command("export", "export", "latest", stored=True, prints=True),
    Command("junit", "export", "latest", "--format", "junit", stored=True, prints=True),
    Command("report", "report", "latest", "--output", "r", stored=True,
            files=("r/*.md", "r/*.html", "r/tables/*", "r/charts/*")),
]


def attempt(task):
    """Tries one fault; with None for it, the command as it is."""
    command, build, template, fault = task
    # Ours is what loses its parent, in this process of the pool.
    ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="rehearse-faults-"))
    try:
        command.prepare(build, folder, template)
        words = [str(build / "rehearse"), *command.words]
        end = Supervisor(words, folder, fault).run()
        if fault is None:
            errors = (folder / "err.txt").read_text()
            if end.status != 0:
                raise SystemExit(f"{command.name} fails by itself ({end.status}): {errors}")
            reference = {
                "measurements": command.measurements(folder),
                "lines": len((folder / "out.txt").read_text().splitlines()),
                "files": {
                    pattern: sorted(path.name for path in folder.glob(pattern))
                    for pattern in command.files}}
            return end, reference
        if not end.was_met:
            return fault, "not met", end, None
        try:
            words = command.judge(build, folder, end, REFERENCES[command.name], fault)
        except Finding as finding:
            errors = (folder / "err.txt").read_text(errors="replace")
            is_known = end.status < 0 and any(
                fault.site[1:] == known[:2]
                and (end.hung if known[2] is HANGS else known[2] in errors) for known in KNOWN)
            return fault, "known" if is_known else "finding", end, str(finding)
        return fault, "good", end, words
    finally:
        shutil.rmtree(folder, ignore_errors=True)


# What each command does where nothing fails, by its name.
REFERENCES = {}
SITES = {}


def chosen(sites, only_sites):
    for site, count in sorted(sites.items()):
        ends = {1, count} if only_sites else range(1, count + 1)
        yield from (Fault(site, nth) for nth in ends)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--sites", action="store_true", help="the ends of each site alone")
    parser.add_argument("--only", help="one command", choices=[each.name for each in COMMANDS])
    parser.add_argument("--verbose", action="store_true", help="what came of each fault")
    options = parser.parse_args()
    build = options.build.resolve()
    template = pathlib.Path(tempfile.mkdtemp(prefix="rehearse-faults-"))
    findings = 0
    try:
        COMMANDS[0].prepare(build, template, template)
        subprocess.run(
            [build / "rehearse", *COMMANDS[0].words], cwd=template, check=True,
            capture_output=True)
        for command in COMMANDS:
            if options.only in (None, command.name):
                findings += try_all(command, build, template, options)
    finally:
        shutil.rmtree(template, ignore_errors=True)
    sys.exit(1 if findings else 0)


def try_all(command, build, template, options):
    began = time.monotonic()
    end, REFERENCES[command.name] = attempt((command, build, template, None))
    SITES[command.name] = end.sites
    known = SITES.get(command.beyond, {}) if options.sites else {}
    faults = list(chosen(
        {site: count for site, count in end.sites.items() if site not in known}, options.sites))
    kinds, statuses = collections.Counter(), collections.Counter()
    # Processes that are forked now know the reference.
    with concurrent.futures.ProcessPoolExecutor(os.cpu_count()) as pool:
        tasks = [(command, build, template, fault) for fault in faults]
        for fault, kind, end, words in pool.map(attempt, tasks):
            kinds[kind] += 1
            statuses[end.status] += kind == "good"
            if kind == "finding" or options.verbose:
                print(f"{command.name}: {kind}: {fault} -> {end.status} in {end.seconds:.1f} s: "
                      f"{words}", flush=True)
    print(f"{command.name}: {len(faults)} faults at {len(set(f.site for f in faults))} sites in "
          f"{time.monotonic() - began:.0f} s: {dict(kinds)}, statuses {dict(statuses)}", flush=True)
    return kinds["finding"]


if __name__ == "__main__":
    main()
