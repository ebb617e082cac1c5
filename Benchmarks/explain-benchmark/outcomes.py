"""What was found so far, one row an explanation, so that a suite of hours can be stopped and goes on. Only
what one and the same Rehearse has found of the same changes counts together."""
import csv
import hashlib
import json
import os

FIELDS = ["rehearse", "pairs", "seed", "item", "load", "words", "notes", "amounts"]


class Outcomes:
    def __init__(self, path, rehearse, pairs, seed):
        self.path = path
        self.suite = [hashlib.sha256(rehearse.read_bytes()).hexdigest()[:12], pairs, seed]
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            self.append(FIELDS)

    def append(self, row):
        """Stores a row before anything else is measured."""
        with open(self.path, "a", newline="") as file:
            csv.writer(file).writerow(row)
            file.flush()
            os.fsync(file.fileno())

    def known(self):
        """By item: words, notes (an aim, and whether it was kept) and amounts (ns)."""
        with open(self.path, newline="") as file:
            rows = [row for row in csv.DictReader(file)
                    if row["amounts"] and [row[name] for name in FIELDS[:3]] == self.suite]
        return {row["item"]: (row["words"], json.loads(row["notes"]), json.loads(row["amounts"]))
                for row in rows}

    def keep(self, item, words, notes, amounts):
        load = f"{os.getloadavg()[0]:.1f}"
        self.append([*self.suite, item, load, words, json.dumps(notes), json.dumps(amounts)])

    def loads(self):
        """The machine's load after each explanation."""
        with open(self.path, newline="") as file:
            return [float(row["load"]) for row in csv.DictReader(file)
                    if row["amounts"] and [row[name] for name in FIELDS[:3]] == self.suite]
