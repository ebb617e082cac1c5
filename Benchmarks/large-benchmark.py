#!/usr/bin/env python3
"""How long Rehearse takes with thousands of stories, experiments and samples, beside its aims.

    large-benchmark.py BUILT STORE

BUILT is the folder of the built programs; STORE has one experiment with 10 million samples, made by
report-benchmark. All other inputs are made up here, the same each time. Each time is the median of three.
"""
import datetime
import http.cookiejar
import os
import pathlib
import re
import signal
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
import uuid

from published import publish

STORIES, REPORTED, EXPERIMENTS = 5_000, 1_000, 10_000


def elapsed(words, rounds=3):
    """Seconds of a command, which has to succeed."""
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        subprocess.run(words, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def write_scenario(path, is_chain):
    """Stories of two commands each, with a variable of the builds; in a chain each comes after the one before."""
    with open(path, "w") as file:
        print("scenario: large\nbuilds:", file=file)
        print("  old: { variables: { x: 1 } }\n  new: { variables: { x: 2 } }\nstories:", file=file)
        for story in range(STORIES):
            print(f"  story-{story}:", file=file)
            if is_chain and story:
                print(f"    after: [story-{story - 1}]", file=file)
            print("    steps:", file=file)
            for step in range(2):
                print(f'      - run: [awk, -f, "x${{x}}-{story}-{step}"]\n'
                      "        expect: { lines: 10, files: { a.txt: {} } }", file=file)


def write_measurements(path, stories, runs):
    with open(path, "w") as file:
        print("build,story,metric,unit,run,value", file=file)
        for build in (1, 2):
            for story in range(stories):
                for run in range(1, runs + 1):
                    cell = f"build-{build},story-{story}"
                    print(f"{cell},cpu-time,ms,{run},{100 * story + 2 * build + run * 37 % 11}", file=file)
                    print(f"{cell},peak-memory,kB,{run},{9000 + 10 * story + build + run * 13 % 7}", file=file)


def multiply(path):
    """Copies the only experiment of a store, one a day."""
    store = sqlite3.connect(path)

    def copy(table, given, condition):
        others = [row[1] for row in store.execute(f"PRAGMA table_info({table})") if row[1] not in given]
        store.execute(f"INSERT INTO {table} ({', '.join([*given, *others])}) "
                      f"SELECT {', '.join(['?'] * len(given) + others)} FROM {table} WHERE {condition}",
                      list(given.values()))

    runs = [row[0] for row in store.execute("SELECT id FROM run ORDER BY id")]
    last = runs[-1]
    for number in range(2, EXPERIMENTS + 1):
        day = datetime.date(2000, 1, 1) + datetime.timedelta(days=number)
        copy("experiment", {"number": number, "startedAt": f"{day} 00:00:00.000"}, "number = 1")
        for run in runs:
            last += 1
            copy("run", {"id": last, "uuid": str(uuid.uuid4()).upper(), "experimentNumber": number}, f"id = {run}")
            copy("measurement", {"runId": last}, f"runId = {run}")
    store.commit()
    store.close()


def pages(rehearse, store, paths):
    """Seconds of each page of a served store: when it is shown first, and later."""
    server = subprocess.Popen([rehearse, "serve", "--store", store, "--port", "0"], stdout=subprocess.PIPE, text=True)
    try:
        address = re.search(r"http://\S+", server.stdout.readline())[0]
        reader = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))
        reader.open(address).read()

        def seconds(path):
            start = time.perf_counter()
            reader.open(address.partition("?")[0].rstrip("/") + path).read()
            return time.perf_counter() - start

        first = [seconds(path) for path in paths]
        # What is judged in the background meanwhile would be measured too.
        while "data-reload" in reader.open(address.partition("?")[0]).read().decode():
            time.sleep(1)
        return list(zip(first, [statistics.median(seconds(path) for _ in range(5)) for path in paths], strict=True))
    finally:
        server.send_signal(signal.SIGINT)
        server.wait()


def installed(built, folder):
    """Megabytes of the package 'rehearse': without its companions, which have packages of their own."""
    subprocess.run(["make", "--silent", "install-built", f"BUILT={built}", f"DESTDIR={folder}", "PREFIX=/usr"],
                   check=True, stdout=subprocess.DEVNULL)
    apart = {"rehearse-serve", "rehearse-team", "rehearse-scorecard", "rehearse-users"}
    files = [file for file in pathlib.Path(folder).rglob("*") if file.is_file() and file.name not in apart]
    return sum(file.stat().st_size for file in files) / 1e6


def main():
    built, samples = sys.argv[1:]
    rehearse = os.path.realpath(f"{built}/rehearse")
    with tempfile.TemporaryDirectory() as folder:
        def path(name):
            return os.path.join(folder, name)

        rows = []

        def add(what, value, aim, digits):
            rows.append([what, f"{value:.{digits}f}", f"{aim}"])
            print(f"{what:58} {value:8.{digits}f}   aim {aim}{'' if value <= aim else '   missed'}", flush=True)

        for what, is_chain in (("", False), (", each after the one before", True)):
            write_scenario(path("large.yml"), is_chain)
            add(f"validate {STORIES:,} stories{what}, s", elapsed([rehearse, "validate", path("large.yml")]), 2, 2)
        write_measurements(path("runs.csv"), REPORTED, 20)
        subprocess.run([rehearse, "import", path("runs.csv"), "--name", "large", "--store", path("large.sqlite")],
                       check=True, stdout=subprocess.DEVNULL)
        add(f"report {REPORTED:,} stories, s", elapsed(
            [rehearse, "report", "large", "--store", path("large.sqlite"), "--output", path("report")]), 10, 2)
        add("tables of 10 million samples, s", elapsed([rehearse, "show", "latest", "--store", samples]), 0.13, 2)
        write_measurements(path("few.csv"), 1, 6)
        subprocess.run([rehearse, "import", path("few.csv"), "--name", "many", "--store", path("many.sqlite")],
                       check=True, stdout=subprocess.DEVNULL)
        multiply(path("many.sqlite"))
        served = pages(rehearse, path("many.sqlite"), ["/", "/history"])
        for what, (first, later) in zip(("list", "history"), served, strict=True):
            add(f"serve the {what} of {EXPERIMENTS:,} experiments, s", later, 0.2, 2)
            add(f"serve the {what} when it is shown first, s", first, 0.2, 2)
        add("--help, least of 200, ms", 1000 * min(elapsed([rehearse, "--help"], 1) for _ in range(200)), 3, 1)
        add("installed without companions, MB", installed(built, path("root")), 60, 0)
    publish("large", ["What", "Rehearse", "Aim, at most"], rows)


if __name__ == "__main__":
    main()
