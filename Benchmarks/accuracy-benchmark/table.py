"""Errors against the truth, as tables of at most 80 columns."""
import statistics

UNITS = {"peak": ("peak memory, kB", 1024), "tree": ("tree's peak, kB", 1024),
         "cgroup": ("cgroup memory, kB", 1024),
         "cpu": ("CPU time, us", 1), "faults": ("minor faults", 1),
         "written": ("written, kB", 1024)}
LABEL, COLUMN = 25, 11
# What was measured, how often, and the worst error of each tool.
worst = []


class Errors:
    """Of one program's runs by several tools."""

    def __init__(self):
        self.runs = {}

    def note(self, tool, truth, measurements):
        self.runs.setdefault(tool, []).append((truth, measurements))

    def of(self, tool, quantity):
        """Pairs of truth and error, of the runs in which the tool has the value."""
        return [(truth[quantity], measurements[quantity] - truth[quantity])
                for truth, measurements in self.runs.get(tool, []) if quantity in measurements]

    def show(self, title, tools, quantities):
        print(f"\n{title}")
        row("", tools)
        row("runs", [len(self.runs.get(tool, [])) for tool in tools])
        for quantity in quantities:
            label, unit = UNITS[quantity]
            errors = [[error / unit for _, error in self.of(tool, quantity)] for tool in tools]
            row(label + ", median", [signed(e, statistics.median) for e in errors])
            row("  worst", [signed(e, lambda e: max(e, key=abs)) for e in errors])
            worst.append([f"{title}: {label}", str(len(self.runs.get("rehearse", []))), {
                tool: signed(e, lambda e: max(e, key=abs)) for tool, e in zip(tools, errors) if e}])

    def judge(self, tool, aim):
        errors = self.of(tool, aim.quantity)
        kept = sum(abs(error) <= aim.tolerance(truth) for truth, error in errors)
        tell(aim.text, kept, len(self.runs.get(tool, [])), measured=bool(errors))


def tell(text, kept, count, measured=True):
    if not measured:
        print(f"aim: {text}: not measured")
        return
    reached = "reached" if kept == count else "not reached"
    print(f"aim: {text}: {reached} ({kept} of {count})")


def signed(errors, statistic):
    return f"{statistic(errors):+.0f}" if errors else "-"


def row(label, cells):
    print(f"{label:{LABEL}}" + "".join(f"{cell:>{COLUMN}}" for cell in cells))
