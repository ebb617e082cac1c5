#!/usr/bin/env python3
"""Hands on what `swift test` prints, and repeats at the end what failed: among thousands of lines, and in logs
that are cut, nobody finds it. Then it says which tests this run left out, by reason.

Where nothing is printed for long, a test waits for what does not come: it is told what runs and where it
stands, and the tests are ended, so that the run fails with a cause rather than by its time limit."""
import collections
import os
import re
import select
import shutil
import signal
import subprocess
import sys

SILENCE = 20 * 60
ISSUE = re.compile(r"^✘ .* recorded an issue")
SKIPPED = re.compile(r'^\S+ (Test|Suite) .* skipped(?:: "(.*)")?\.?$')


def processes():
    """Processes by number, each with its parent and its words."""
    listed = subprocess.run(["ps", "-eo", "pid=,ppid=,args="], capture_output=True, text=True).stdout
    rows = [line.split(maxsplit=2) for line in listed.splitlines()]
    return {int(row[0]): (int(row[1]), row[2]) for row in rows if len(row) == 3}


def below(parent, known):
    """All that descends from a process, itself left out, as from this one."""
    children = [pid for pid, (its, _) in known.items() if its == parent and pid != os.getpid()]
    return children + [pid for child in children for pid in below(child, known)]


def end_tests():
    print(f"Nothing was printed for {SILENCE // 60} min. What runs:", flush=True)
    subprocess.run(["ps", "-e", "-o", "pid,ppid,stat,wchan:24,etimes,args", "--forest"])
    known = processes()
    tests = below(os.getppid(), known)
    if shutil.which("gdb"):
        for pid in tests:
            if "PackageTests" in known[pid][1] and "swift-test" not in known[pid][1]:
                command = ["gdb", "-p", str(pid), "-batch", "-ex", "thread apply all backtrace 40"]
                try:
                    subprocess.run(command, stdin=subprocess.DEVNULL, timeout=300)
                except subprocess.TimeoutExpired:
                    print("gdb was ended after 5 min.", flush=True)
    for pid in tests:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass


reasons = collections.Counter()
# The lines that tell what failed, each with what is printed below it.
failures = []
is_failure = False
waiting = b""
while True:
    if not select.select([0], [], [], SILENCE)[0]:
        end_tests()
        break
    read = os.read(0, 1 << 16)
    if not read:
        break
    sys.stdout.buffer.write(read)
    sys.stdout.flush()
    *lines, waiting = (waiting + read).split(b"\n")
    for line in (line.decode(errors="replace") for line in lines):
        is_failure = bool(ISSUE.match(line)) or is_failure and line.startswith("↳")
        if is_failure:
            failures.append(line)
        if match := SKIPPED.match(line):
            # A suite that is skipped says the same once more for each of its tests.
            reasons[match[2] or "no reason given"] += match[1] == "Test"
if failures:
    print("What failed:", *failures, sep="\n")
for reason, count in sorted(reasons.items(), key=lambda item: -item[1]):
    print(f"Not tested by this run: {count} {'test' if count == 1 else 'tests'} ({reason.rstrip('.')})")
