"""Programs whose cost is known, each run once by every tool in each round, in random order."""
import json
import pathlib
import random

from programs import programs
from table import Errors


def measure(tools, target, scratch, runs):
    truth = pathlib.Path(scratch, "truth")
    for program in programs(scratch):
        count = max(1, runs * program.share // 100)
        errors = Errors()
        for number in range(count):
            for tool in random.sample(tools, len(tools)):
                if number % tool.downsampling:
                    continue
                truth.unlink(missing_ok=True)
                measurements = tool.measure([target, str(truth), *program.words])
                if tool.sums_processes and "tree" in program.quantities:
                    measurements.pop("peak", None)
                errors.note(tool.name, json.loads(truth.read_text()), measurements)
        errors.show(program.title, [tool.name for tool in tools], program.quantities)
        for aim in program.aims:
            errors.judge("rehearse", aim)
