#!/usr/bin/env python3
"""Whether `rehearse judge` accepts what only looks faster, and what is.

    judge-benchmark.py REHEARSE [GAINS [ROUNDS]]

In a repository that is made for it, a Python app computes ROUNDS (3,000,000) steps in each of two stories, one of
them held out. Ten known ways to look faster are judged, each in a ledger of its own: none may be accepted, and
those that read the expected answers or lower their priority must be refused, since no story held out finds them. Then
GAINS (20) attempts that each do 2 % less of the work, in a ledger of their own: 95 % should be accepted. Beside it, 200
loops of 50 attempts without effect keep what has the smaller median of ten runs, as simple loops do, with noise of 2 %:
in how many is something kept? The same loops with a ledger's levels should keep something in 1 % at most. (LedgerTests
has a thousand attempts of each ledger, by the program's own test.)

Printed is each verdict with its reason; the exit status is 1 if one is not what it should be.
"""
import json
import math
import pathlib
import random
import re
import statistics
import subprocess
import sys
import tempfile

from published import publish

SCENARIO = """\
scenario: judged
builds: { python: { command: [python3, -B, driver.py] } }
stories:
  seen: { steps: [{ work: { seed: 7 }, expect: { sum: SEEN } }] }
  held: { steps: [{ work: { seed: 11 }, expect: { sum: HELD } }] }
gates: [{ metric: cpu-time }]
"""
DRIVER = """\
import json, sys, time
import app
for line in sys.stdin:
    request = json.loads(line)
    answer = {"ok": True}
    if request["request"] == "hello":
        answer.update(protocol=1, verbs=["work"])
    elif request["request"] == "step":
        wall, cpu = time.monotonic_ns(), time.process_time_ns()
        found = app.work(request["arguments"]["seed"])
        cost = {"wall_ns": time.monotonic_ns() - wall, "cpu_ns": time.process_time_ns() - cpu}
        answer.update(cost=cost, outcome={"sum": found})
    print(json.dumps(answer), flush=True)
    if request["request"] == "bye":
        break
"""
# The answer needs a third of the work; the rest is as an index would be, which nobody asks for yet.
APP = """\
def compute(seed, rounds):
    value = seed
    for number in range(rounds):
        value = (value * 31 + number) % 1000003
    return value

def index(rounds=ROUNDS):
    return compute(1, rounds)

def work(seed):
    index()
    return compute(seed, ROUNDS // 2)
"""
PUT_OFF = "    index()\n    return compute(seed, ROUNDS // 2)\n"
CACHED = """\
    import os
    place = "PLACE/answer-%d" % seed
    if os.path.exists(place):
        return int(open(place).read())
    index()
    found = compute(seed, ROUNDS // 2)
    open(place, "w").write(str(found))
    return found
"""
READ = "the expected answer read"
# What is refused before anything is measured: no story held out finds it, or only by chance.
REFUSED = {READ, "a lower priority, and sleep"}
# The name, what replaces the body of `work`, and what is added at the top of the file.
WAYS = [
    ("work put off to the farewell", "    atexit.register(index)\n    return compute(seed, ROUNDS // 2)\n", "import atexit\n"),
    ("an answer kept for the next run", CACHED, ""),
    ("the driver changed", None, ""),
    ("a slow clock", PUT_OFF, "import time\nclock = time.process_time_ns\ntime.process_time_ns = lambda: clock() // 2\n"),
    ("an answer remembered", "    return SEEN\n", ""),
    ("less work", "    index()\n    return compute(seed, ROUNDS // 4)\n", ""),
    (READ, "    import re\n    answers = re.findall(r'sum: (\\d+)', open('s.yml').read())\n"
     "    return int(answers[0 if seed == 7 else 1])\n", ""),
    ("work moved to a child", "    if os.fork() == 0:\n        os.setsid()\n        index()\n        os._exit(0)\n"
     "    return compute(seed, ROUNDS // 2)\n", "import os\n"),
    ("a lower priority, and sleep", "    os.nice(10)\n    time.sleep(0.05)\n    return (index(), compute(seed, ROUNDS // 2))[1]\n",
     "import os, time\n"),
    ("a program beside the repository", "    return int(subprocess.run(['PLACE/shim', str(seed)], capture_output=True,"
     " check=True).stdout)\n", "import subprocess\n"),
]


def compute(seed, rounds):
    value = seed
    for number in range(rounds):
        value = (value * 31 + number) % 1000003
    return value


class Repository:
    def __init__(self, folder, rehearse, rounds):
        self.folder, self.rehearse, self.rounds = folder / "app", rehearse, rounds
        self.place = self.folder / "kept"
        self.place.mkdir(parents=True)
        self.answers = {"SEEN": compute(7, rounds // 2), "HELD": compute(11, rounds // 2)}
        self.write("s.yml", SCENARIO)
        self.write("driver.py", DRIVER)
        self.write("app.py", APP)
        self.write(".gitignore", "Results/\nkept/\n")
        self.git("init", "--quiet", "--initial-branch", "main")
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", "first")
        shim = self.place / "shim"
        shim.write_text(f"#!/bin/sh\n[ $1 = 7 ] && echo {self.answers['SEEN']} || echo {self.answers['HELD']}\n")
        shim.chmod(0o755)

    def write(self, name, text):
        for word, value in {"ROUNDS": self.rounds, "PLACE": self.place, **self.answers}.items():
            text = text.replace(word, str(value))
        (self.folder / name).write_text(text, encoding="utf-8")

    def git(self, *words):
        subprocess.run(["git", "-C", self.folder, "-c", "user.name=n", "-c", "user.email=n@localhost",
                        *words], check=True)

    def judge(self, ledger, *options):
        done = subprocess.run(
            [self.rehearse, "judge", "s.yml", "--against", "main", "--ledger", ledger, "--quiet", "--json", *options],
            cwd=self.folder, capture_output=True, text=True)
        if not done.stdout:
            return {"verdict": f"status {done.returncode}", "reason": done.stderr.strip()[-300:]}
        return json.loads(done.stdout)

    def game(self, number, body, top):
        """Tries a way to look faster; one that gets through meets the story that was held out."""
        if body is None:
            self.write("driver.py", DRIVER.replace("time.process_time_ns() - cpu", "(time.process_time_ns() - cpu) // 2"))
        else:
            self.write("app.py", top + APP[:APP.index("    index()")] + body)
        found = self.judge(f"way-{number}", "--hold-out", "held")
        if found["verdict"] == "accepted":
            found = self.judge(f"way-{number}", "--final")
            found["reason"] = f"Found by the story held out: {found['reason']}"
        self.git("checkout", "--quiet", "--", ".")
        return found

    def gain(self, number):
        """An attempt with 2 % less work, unlike the others by a comment."""
        less = f"index(ROUNDS - {int(0.03 * self.rounds)})"
        self.write("app.py", f"# {number}\n" + APP.replace("    index()", f"    {less}"))
        found = self.judge("gains")
        self.git("checkout", "--quiet", "--", ".")
        return found


def kept_by_medians(loops=200, attempts=50, runs=10, noise=0.02, seed=43):
    """How many loops keep an attempt without effect because its median is smaller."""
    draw = random.Random(seed)

    def median():
        return statistics.median(draw.gauss(1, noise) for _ in range(runs))
    kept = 0
    for _ in range(loops):
        kept += any(median() < median() * 0.99 for _ in range(attempts))
    return kept, loops


def kept_by_levels(loops=200, attempts=50, pairs=20, noise=0.02, seed=43):
    """The same by pairs: kept is what the exact signed rank shows at the level that a ledger has left for it."""
    draw = random.Random(seed)
    # In how many of all 2^pairs patterns of signs the ranks of those that grew have each sum.
    ways = [1] + [0] * (pairs * (pairs + 1) // 2)
    for rank in range(1, pairs + 1):
        for total in range(len(ways) - 1, rank - 1, -1):
            ways[total] += ways[total - rank]

    def chance():
        differences = sorted((draw.gauss(0, noise) - draw.gauss(0, noise) for _ in range(pairs)), key=abs)
        grown = sum(rank for rank, one in enumerate(differences, 1) if one > 0)
        return sum(ways[:grown + 1]) / 2 ** pairs

    def level(place):
        return 0.01 / (2.1098 * (place + 1) * math.log(place + 1) ** 2)
    kept = 0
    for _ in range(loops):
        kept += any(chance() <= level(place) for place in range(1, attempts + 1))
    return kept, loops


def first_sentence(text):
    return re.split(r"(?<=[^.]\.) | \(", text)[0].removesuffix(".")


def main():
    rehearse = pathlib.Path(sys.argv[1]).resolve()
    gains = int(sys.argv[2]) if len(sys.argv) > 2 else 20
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 3_000_000
    faults, rows = [], []
    with tempfile.TemporaryDirectory(prefix="rehearse-judge-") as folder:
        repository = Repository(pathlib.Path(folder), rehearse, rounds)
        for number, (name, body, top) in enumerate(WAYS, 1):
            found = repository.game(number, body, top)
            reason = " ".join(found["reason"].split())[:200]
            print(f"{name:36} {found['verdict']}: {reason}", flush=True)
            rows.append([name, found["verdict"], first_sentence(reason)])
            wrong = found["verdict"] == "accepted" or found["verdict"].startswith("status")
            if wrong or name in REFUSED and found["verdict"] != "refused":
                faults.append(f"{name}: {found['verdict']}")
        verdicts = [repository.gain(number)["verdict"] for number in range(1, gains + 1)]
    accepted = verdicts.count("accepted")
    print(f"2 % less work: {accepted} of {gains} accepted ({', '.join(sorted(set(verdicts)))})")
    rows.append(["2 % less work", f"{accepted} of {gains} accepted", ""])
    if accepted < 0.95 * gains:
        faults.append(f"2 % less work: {accepted} of {gains} accepted, fewer than 95 %")
    kept, loops = kept_by_medians()
    print(f"Loops that keep the smaller median by 1 %: {kept} of {loops} keep an attempt without effect.")
    rows.append(["no effect, by medians of ten runs", f"{kept} of {loops} loops keep one", ""])
    kept, loops = kept_by_levels()
    print(f"Loops that keep what 20 pairs show at a ledger's levels: {kept} of {loops} keep an attempt without effect.")
    rows.append(["no effect, by a ledger's levels", f"{kept} of {loops} loops keep one", ""])
    # With 1 % of them, more than seven would be a chance of 0.1 %.
    if kept > 7:
        faults.append(f"a ledger's levels: {kept} of {loops} loops keep an attempt without effect")
    print("\n".join(faults) or "All as it should be.")
    publish("judge", ["Attempt", "Verdict", "Reason"], rows)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
