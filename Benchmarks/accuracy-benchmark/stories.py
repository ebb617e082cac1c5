"""Steps whose cost is known, in a driver: the peak of each, and nothing of the step before."""
import json
import pathlib
import subprocess

from programs import CPU, PEAK
from table import Errors

SCENARIO = """
scenario: accuracy
builds:
  driver: {{ command: ["{driver}"] }}
fixture: {{ truth: "{truth}" }}
runs: {runs}
stories:
  spike:
    steps:
      - spike: {{ megabytes: 64, milliseconds: 1 }}
        expect: {{ count: 64 }}
  calm:
    after: [spike]
    steps:
      - burn: {{ milliseconds: 50, threads: 1 }}
        expect: {{ count: 50 }}
"""
STORIES = {"spike": ("A step that holds 64 MB for 1 ms, in a driver", ["peak", "cpu"], [PEAK]),
           "calm": ("The step after it, 50 ms of CPU time", ["peak", "cpu"], [PEAK, CPU])}


def measure(rehearse, driver, scratch, runs):
    folder = pathlib.Path(scratch)
    truth, scenario, store = (folder / name for name in ("steps", "accuracy.yml", "store.sqlite"))
    scenario.write_text(SCENARIO.format(driver=driver, truth=truth, runs=runs))
    call([rehearse, "run", scenario, "--quiet", "--no-report", "--json", "--store", store])
    lines = [json.loads(line) for line in truth.read_text().splitlines()]
    for story, (title, quantities, aims) in STORIES.items():
        shown = call([rehearse, "show", "1", "--story", story, "--json", "--store", store])
        errors = Errors()
        for run in shown:
            # A driver's last step is the story's own.
            own = [line for line in lines if line["pid"] == run["pid"]][-1]
            measurements = run["measurements"]
            errors.note("rehearse", own,
                        {"peak": measurements["peak-memory"], "cpu": measurements["cpu-time"] / 1000})
        errors.show(title, ["rehearse"], quantities)
        for aim in aims:
            errors.judge("rehearse", aim)


def call(words):
    text = subprocess.run(words, check=True, stdout=subprocess.PIPE).stdout
    return json.loads(text)
