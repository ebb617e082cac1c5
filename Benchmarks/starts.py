"""Starts of programs."""
import os
import sys
import time

NOWHERE = os.open(os.devnull, os.O_WRONLY)


def started(words):
    """Seconds from the start of a program to its end, and its use of the machine, as wait4 says it. It is started as
    it stands, without a shell, and what it prints goes to /dev/null."""
    began = time.perf_counter()
    process = os.posix_spawn(words[0], words, os.environ, file_actions=[(os.POSIX_SPAWN_DUP2, NOWHERE, 1)])
    _, status, usage = os.wait4(process, 0)
    elapsed = time.perf_counter() - began
    if status:
        sys.exit(f"Error: {words[0]} has status {os.waitstatus_to_exitcode(status)}.")
    return elapsed, usage
