"""Whether `rehearse explain --metric off-cpu-time` names the function that waits longer, and what it waits for.

    python3 Benchmarks/waiting-benchmark REHEARSE [CHANGES [IDENTICAL [PAIRS]]]

A program waits in five ways: for a lock, for a permit of a pool, for the disk, for a peer, and for a timer. CHANGES
times (40) one of them is made to take longer, by 5 to 100 %; IDENTICAL times (20) the program is set beside itself.
Each is explained by PAIRS pairs, or as many as explain makes by default. Prints each as it ends, then how often the
right function was first. The folder for temporary files has to be on a disk. Some 15 minutes.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from published import publish, show  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
# In the order of the driver's arguments: the function, the amount, and what the kernel calls it.
WAYS = [
    ("take_lock", 5000, "a lock or a thread"), ("get_permit", 5000, "a lock or a thread"), ("save_file", 40, "a disk"),
    ("ask_peer", 5000, "a socket"), ("back_off", 5000, "a timer")]
SIZES = [5, 10, 20, 100]
SCENARIO = """scenario: waiting
builds:
  old: {{ command: [{program}, {old}] }}
  new: {{ command: [{program}, {new}] }}
stories:
  work:
    steps: [{{ work: {{}}, expect: {{ done: true }} }}]
"""


def words(amounts):
    return ", ".join(f'"{amount}"' for amount in amounts)


class Suite:
    def __init__(self, folder, rehearse, pairs):
        self.folder, self.rehearse = folder, rehearse
        self.options = ["--pairs", pairs] if pairs else []
        self.program = folder / "driver"
        self.amounts = [amount for _, amount, _ in WAYS]
        subprocess.run(
            ["cc", "-O1", "-g", "-fno-omit-frame-pointer", "-pthread", "-o", self.program, HERE / "driver.c"], check=True)

    def explain(self, amounts):
        """The shown functions, the first first."""
        (self.folder / "waiting.yml").write_text(
            SCENARIO.format(program=self.program, old=words(self.amounts), new=words(amounts)))
        for file in self.folder.glob("store.sqlite*"):
            file.unlink()
        done = subprocess.run(
            [self.rehearse, "explain", "waiting.yml", "--metric", "off-cpu-time", *self.options, "--json", "--quiet",
             "--store", "store.sqlite"], cwd=self.folder, capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"explain: status {done.returncode}\n{done.stderr}")
        document = json.loads(done.stdout)[0]
        if document.get("reason"):
            sys.exit(f"explain: {document['reason']}")
        return [one["name"] for one in document["functions"] if one["isShown"]]

    def change(self, number):
        """Whether the right function came first of the program's, and whether the right cause came first."""
        way = number % len(WAYS)
        size = SIZES[number // len(WAYS) % len(SIZES)]
        amounts = list(self.amounts)
        amounts[way] += round(amounts[way] * size / 100)
        shown = self.explain(amounts)
        own = [name for name in shown if name in {function for function, _, _ in WAYS}]
        causes = [name for name in shown if name.startswith("[waits for ")]
        name, _, cause = WAYS[way]
        found = (own[:1] == [name], causes[:1] == [f"[waits for {cause}]"])
        print(f"{number + 1}: {name} +{size} %: {', '.join(shown[:4]) or 'nothing'}{'' if all(found) else '  <-'}",
              flush=True)
        return name, found


def main(rehearse, changes="40", identical="20", pairs=None):
    found = {name: [] for name, _, _ in WAYS}
    with tempfile.TemporaryDirectory(prefix="waiting-") as folder:
        suite = Suite(pathlib.Path(folder), pathlib.Path(rehearse).resolve(), pairs)
        for number in range(int(changes)):
            name, right = suite.change(number)
            found[name].append(right)
        named = 0
        for number in range(int(identical)):
            shown = suite.explain(suite.amounts)
            named += bool(shown)
            print(f"A/A {number + 1}: {', '.join(shown) or 'nothing'}", flush=True)
    rows = [[name, cause, of(right for right, _ in found[name]), of(right for _, right in found[name])]
            for name, _, cause in WAYS]
    everything = [one for ones in found.values() for one in ones]
    rows.append(["all", "", of(right for right, _ in everything), of(right for _, right in everything)])
    rows.append(["a program beside itself: anything named", "", f"{named} of {identical}", ""])
    head = ["Waits longer", "For", "Function first", "Cause first"]
    show([head, *rows])
    publish("waiting", head, rows)
    return 0 if all(right for right, _ in everything) and named == 0 else 1


def of(values):
    values = list(values)
    return f"{sum(values)} of {len(values)}"


sys.exit(main(*sys.argv[1:]))
