"""What was found of each change, held against what was done."""
import collections

PEERS = ["perf diff, 1 run a side", "folded stacks, 1 run a side", "folded stacks, all pairs"]


def shown(document):
    """Functions that are said to be slower or faster themselves, the first first."""
    return [function for function in document["functions"]
            if function["own"]["isShown"] and function.get("change") != "moved"]


class Finding:
    """What was found of one explanation."""
    def __init__(self):
        # Aims and whether they were kept; times in ns a run: the change, and what of it is located.
        self.notes, self.amounts = [], {}

    def note(self, aim, kept):
        self.notes.append([aim, bool(kept)])

    def identical(self, document):
        """Returns a word on an explanation of a program beside itself."""
        named = any(function["isShown"] for function in document["functions"])
        self.note("A/A names nothing", not named)
        return "names a function" if named else "names none"

    def change(self, change, name, document, peers):
        """Returns words on an explanation of a change of the function that has a name."""
        if document.get("reason"):
            self.note(f"explained at all, {change.kind}", False)
            return document["reason"]
        found = shown(document)
        if change.moves:
            self.note("what moved is not called slower", not found)
            return ", ".join(f"{one['name']} {one.get('change')}" for one in found[:3]) or "nothing slower"
        places = [place for place, one in enumerate(found) if name in one["name"]]
        place = places[0] + 1 if places else None
        size = f"+{change.percent:g} %"
        self.note(f"right function first, {size}", place == 1)
        self.note(f"right function of the first three, {size}", place is not None and place <= 3)
        for peer, order in peers.items():
            self.note(f"right function first, {size}: {peer}", order and name in order[0])
        if place:
            self.note(f"kind told right, {change.kind}", found[place - 1].get("change") == change.expected)
        if change.percent >= 2:
            total = document["total"]["difference"]["estimate"]
            left = document["notLocated"]["estimate"]
            self.note("90 % accounted for one by one, +2 % and more", total and abs(left / total) <= 0.1)
            self.amounts = {"change": total, "located": total - left}
        return f"place {place}, {found[place - 1].get('change')}" if place else "not found"


class Judge:
    def __init__(self):
        self.counts = collections.defaultdict(lambda: [0, 0])
        self.amounts = collections.Counter()

    def take(self, notes, amounts):
        for aim, kept in notes:
            self.counts[aim][0] += kept
            self.counts[aim][1] += 1
        self.amounts.update(amounts)

    @property
    def accounted(self):
        """The share of all changes together that is located; None where nothing was measured."""
        change = self.amounts["change"]
        return self.amounts["located"] / change if change else None

    def show(self):
        if self.accounted is not None:
            print(f"accounted for of all changes of +2 % and more together: {100 * self.accounted:.0f} %")
        for aim, (kept, count) in sorted(self.counts.items()):
            print(f"{aim}: {kept} of {count} ({100 * kept / count:.0f} %)")

    def table(self):
        """How often the right function came first by size of the change, beside peers, as head and rows."""
        first = "right function first, "
        sizes = sorted({aim.removeprefix(first).split(":")[0] for aim in self.counts if aim.startswith(first)},
                       key=lambda size: float(size.strip("+ %")))

        def text(*aims):
            kept, count = map(sum, zip(*(self.counts[aim] for aim in aims)))
            return f"{kept} of {count}"
        rows = []
        for tool in ["rehearse explain", *PEERS]:
            aims = [first + size + ("" if tool == "rehearse explain" else f": {tool}") for size in sizes]
            rows.append([tool, *map(text, aims), text(*aims)])
        for aim in ("A/A names nothing", "what moved is not called slower"):
            rows.append([aim, *[""] * len(sizes), text(aim)])
        return ["Right function first", *sizes, "All"], rows

    def aims(self):
        """Whether all aims are reached, and each in words."""
        wanted = [("right function first, +2 %", 0.95), ("what moved is not called slower", 0.95),
                  ("A/A names nothing", 0.99)]
        reached = True
        if self.accounted is not None:
            reached = 0.9 <= self.accounted <= 1.1
            print(f"aim: 90 to 110 % of all changes together accounted for: "
                  f"{'reached' if reached else 'not reached'} ({100 * self.accounted:.0f} %)")
        for aim, share in wanted:
            kept, count = self.counts.get(aim, (0, 0))
            word = "not measured" if not count else (
                "reached" if kept >= share * count else "not reached")
            reached &= word != "not reached"
            print(f"aim: {aim}, at least {100 * share:.0f} %: {word} ({kept} of {count})")
        return reached
