"""What other tools find of a server in a block of some seconds: the median and the 99th percentile of latencies, in ms.

wrk has no rate: it sends as fast as its 2 connections get answers. hey and Locust send RATE requests a second, from 1
connection, since several of theirs begin at once, and would wait for each other. All are closed loops: the next request
waits for the last answer. So a slow server gets fewer requests, and what they would have waited is not counted.

hey rounds to 0.1 ms. Locust's summary rounds to 1 ms, so its percentiles are of the times that it tells a listener.
"""
import json
import pathlib
import re
import shutil
import statistics
import subprocess

RATE = 150
LOCUSTFILE = pathlib.Path(__file__).resolve().parent / "locustfile.py"


def wrk(url, seconds):
    told = output("wrk", "-t", "1", "-c", "2", "-d", f"{seconds}s", "--latency", url)
    found = dict(re.findall(r"^ +(50|99)% +(\S+)$", told, re.M))
    return {f"latency-p{share}": milliseconds(text) for share, text in found.items()}


def hey(url, seconds):
    told = output("hey", "-z", f"{seconds}s", "-c", "1", "-q", str(RATE), url)
    found = dict(re.findall(r"^ +(50|99)% in ([0-9.]+) secs$", told, re.M))
    return {f"latency-p{share}": 1e3 * float(text) for share, text in found.items()}


def locust(url, seconds):
    told = output(
        "locust", "--headless", "--users", "1", "--run-time", f"{seconds}s", "--only-summary", "--locustfile",
        LOCUSTFILE, "--host", url)
    shares = statistics.quantiles(json.loads(told.splitlines()[-1]), n=100)
    return {f"latency-p{share}": shares[share - 1] for share in (50, 99)}


def output(*words):
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout


def milliseconds(text):
    number, unit = re.fullmatch(r"([0-9.]+)(us|ms|s)", text).groups()
    return float(number) * {"us": 1e-3, "ms": 1, "s": 1e3}[unit]


ALL = {"wrk": wrk, "hey": hey, "Locust": locust}
INSTALLED = {name: tool for name, tool in ALL.items() if shutil.which(tool.__name__)}
