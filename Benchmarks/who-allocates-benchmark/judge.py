"""What was found of each change, held against what was done."""
import collections


class Judge:
    def __init__(self):
        self.counts = collections.defaultdict(lambda: [0, 0])

    def note(self, aim, kept):
        self.counts[aim][0] += bool(kept)
        self.counts[aim][1] += 1

    def identical(self, found):
        """Returns words on a program beside itself."""
        self.note("a program beside itself: nothing differs", not found)
        return f"names {found[0][0]}" if found else "names none"

    def change(self, change, name, caller, repeat, found, peer):
        """Returns words on a change.
        found: functions with their difference a run, the worst first.
        peer: heaptrack's, or nil where it has no such metric."""
        expected, places = change.amount * repeat, [one for one, _ in found]
        if change.kind == "moved":
            # Both have it, one more and the other less, and nobody else.
            right = {(name, expected), (caller, -expected)} == set(found)
            self.note("moved: both functions and no other, to the block", right)
            return "both, to the block" if right else f"{found[:3]} instead of {name} {expected}"
        self.note("right function first", places[:1] == [name])
        self.note("its difference to the unit", (name, expected) in found)
        self.note("no other function", set(places) <= {name})
        if peer is not None:
            self.note("right function first, of those that heaptrack has", places[:1] == [name])
            self.note("right function first: heaptrack", peer[:1] == [name])
        place = places.index(name) + 1 if name in places else None
        return f"place {place}, {found[place - 1][1]:+} of {expected:+}" if place else f"not found: {found[:3]}"

    def show(self):
        for aim, (kept, count) in self.counts.items():
            print(f"{aim}: {kept} of {count} ({100 * kept / count:.0f} %)")

    def rows(self):
        """How often each was right, beside heaptrack where it has it."""
        peer, own = "right function first: heaptrack", "right function first, of those that heaptrack has"
        texts = {aim: f"{kept} of {count}" for aim, (kept, count) in self.counts.items()}
        return [[aim, text, texts.get(peer, "") if aim == own else ""] for aim, text in texts.items() if aim != peer]

    def is_all(self):
        """Whether all that Rehearse said is right."""
        return all(kept == count for aim, (kept, count) in self.counts.items() if "heaptrack" not in aim)
