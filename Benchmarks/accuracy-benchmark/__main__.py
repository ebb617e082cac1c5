"""How right the measurements are: programs whose cost is known, by Rehearse and other tools.

    python3 Benchmarks/accuracy-benchmark BUILD [RUNS [PEERS]]

BUILD is the folder of the built programs, as .build/release; RUNS, 100 by default, is
how often the shortest program runs, the others less often in proportion; PEERS is the virtual
environment that psrecord is installed in.

A program tells at its end what it did: memory that the kernel adds up page by page (smaps_rollup)
and what it touched on top, getrusage, bytes written. Errors are measurements less this truth.
"""
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

import commands
import harness_floor
import stories
import table
import tools
from published import publish


def main(build, runs="100", peers=".build/peers"):
    build = pathlib.Path(build).resolve()
    target, driver, harness = (str(build / f"accuracy-{name}")
                               for name in ("target", "driver", "harness"))
    # Not in /tmp, which may be memory: nothing is written to a disk there.
    with tempfile.TemporaryDirectory(dir=build) as scratch:
        print("Errors: a tool's value less the truth; '-' where it has none.")
        found = tools.found(build, peers, scratch)
        commands.measure(found, target, scratch, int(runs))
        stories.measure(str(build / "rehearse"), driver, scratch, int(runs))
        harness_floor.measure(harness, target, scratch, max(1, int(runs) // 5))
    names = [tool.name for tool in found]
    publish("accuracy", ["Program of a known cost, and what is measured", "Runs", *names], [
        [title, count, *(errors.get(name, "") for name in names)] for title, count, errors in table.worst])


main(*sys.argv[1:])
