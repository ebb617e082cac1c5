#!/usr/bin/env python3
"""How exact latencies of many users are, beside the times at which the kernel handed over their packets.

    python3 Benchmarks/users-benchmark/accuracy.py REHEARSE

A server computes a little for each request. At each rate Rehearse lets users arrive for 5 s, while tcpdump records the
loopback: there a request takes from its own packet until the last one of its answer. Rehearse counts from when it was
due until the answer was read, so what comes on top is its own: a late start, and the way to and from libcurl. "Busy"
is the share of one CPU that what sends the requests took itself. As root.
"""
import collections
import csv
import io
import os
import pathlib
import signal
import struct
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from published import publish, show  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
SECONDS = 5
RATES = [200, 1000, 2000, 5000]
SCENARIO = """\
scenario: accuracy
builds: {{ one: {{}} }}
services:
  server: {{ command: ["{server}", "${{port}}", "15000", "0"] }}
stories:
  ask:
    steps:
      - http: GET /
        expect: {{ text: ok }}
  many:
    users: {{ arrivals: {rate}/s, for: {seconds} s, stories: {{ ask: 1 }} }}
"""


def packets(file):
    """Time, source port, destination port and content of each packet, in ns; the loopback's header is Ethernet's."""
    head = file.read(24)
    scale = {0xa1b23c4d: 1, 0xa1b2c3d4: 1000}[struct.unpack("<I", head[:4])[0]]
    while record := file.read(16):
        seconds, part, size, _ = struct.unpack("<IIII", record)
        data = file.read(size)
        tcp = 14 + (data[14] & 15) * 4
        content = data[tcp + (data[tcp + 12] >> 4) * 4:14 + struct.unpack(">H", data[16:18])[0]]
        source, target = struct.unpack(">HH", data[tcp:tcp + 4])
        yield seconds * 1_000_000_000 + part * scale, source, target, content


def latencies(path):
    asked, found = collections.defaultdict(list), []
    with open(path, "rb") as file:
        for time, source, target, content in packets(file):
            if content.startswith(b"GET "):
                asked[source, target].append(time)
            elif content.startswith(b"HTTP/1.1 ") and asked[target, source]:
                found.append(time - asked[target, source].pop(0))
    return sorted(found)


def percentile(times, share):
    return times[-(-len(times) * share // 100) - 1]


def measure(rehearse, folder, rate):
    """A row: the rate, how many answers the kernel saw, both percentiles by both in µs, and the sender's own share."""
    (folder / "users.yml").write_text(
        SCENARIO.format(server=folder / "server", rate=rate, seconds=SECONDS))
    record = subprocess.Popen(
        ["tcpdump", "-i", "lo", "-w", folder / "packets", "-s", "200", "-B", "65536", "--immediate-mode",
         "--time-stamp-precision=nano", "tcp"], stderr=subprocess.PIPE, text=True)
    while "listening on" not in record.stderr.readline():
        pass
    done = subprocess.run(
        [rehearse, "run", "users.yml", "--story", "many", "--runs", "1", "--quiet", "--store", "store.sqlite"],
        cwd=folder, capture_output=True, text=True)
    record.send_signal(signal.SIGINT)
    record.communicate()
    if done.returncode:
        return [str(rate), *["–"] * 5, "too busy" if "busy itself" in done.stdout + done.stderr else "failed"]
    told = subprocess.run(
        [rehearse, "export", "latest", "--store", "store.sqlite"], cwd=folder, check=True, capture_output=True,
        text=True).stdout
    values = {row["metric"]: float(row["value"]) for row in csv.DictReader(io.StringIO(told)) if not row["step"]}
    kernel = latencies(folder / "packets")
    return [
        str(rate), str(len(kernel)),
        *(f"{value / 1000:.0f}" for share in (50, 99)
          for value in (values[f"latency-p{share}"], percentile(kernel, share))),
        f"{100 * values['cpu-time'] / SECONDS / 1e9:.0f} %"]


def main():
    rehearse = os.path.realpath(sys.argv[1])
    rows = []
    with tempfile.TemporaryDirectory(prefix="users-") as name:
        folder = pathlib.Path(name)
        subprocess.run(["cc", "-O2", "-pthread", "-o", folder / "server", HERE / "server.c"], check=True)
        for rate in RATES:
            rows.append(measure(rehearse, folder, rate))
            print(*rows[-1], sep=", ", flush=True)
    head = ["Users a second", "Answers", "p50, µs", "the kernel's", "p99, µs", "the kernel's", "Busy"]
    show([head, *rows])
    publish("users-accuracy", head, rows)


if __name__ == "__main__":
    main()
