"""Seeded changes of the programs' work: what was done, to which function, and by how much of the story."""
import dataclasses
import random

import programs

# What changes are called, and how many percent of the story they are; half of those that add work add 2 %.
PLAN = [
    ("dearer", 2), ("more calls", 2), ("moved", 2), ("slower", 2), ("dearer", 0.5), ("renamed", 0),
    ("dearer", 2), ("more calls", 5), ("inlined", 0), ("slower", 5), ("dearer", 10), ("more calls", 2),
]
# What each is to be called by `explain`; what only moves is never to be called slower.
KINDS = {"dearer": "work", "more calls": "calls", "slower": "speed"}
ONLY_MOVES = {"moved", "inlined", "renamed"}


@dataclasses.dataclass
class Change:
    kind: str
    # The function, and how many percent of the story it is to take more.
    index: int
    percent: float
    table: programs.Table
    names: list

    @property
    def moves(self):
        return self.kind in ONLY_MOVES

    @property
    def expected(self):
        return KINDS[self.kind]


def change(number, table, names, far_cost, seed):
    """The change of this number.
    far_cost: how many times as long a far iteration takes as a near one."""
    chance = random.Random(f"{seed} {number}")
    # Each round of the plan is for one language: pairs of numbers get the same kind.
    kind, percent = PLAN[number // 2 % len(PLAN)]
    order = chance.sample(range(1, programs.COUNT), programs.COUNT - 1)
    for index in order:
        changed = apply(kind, percent / 100 * table.work(0), index, table, far_cost)
        if changed:
            break
    else:
        raise SystemExit(f"No function can become {kind} by {percent} %.")
    names = list(names)
    if kind == "renamed":
        names[index] = f"other{chance.randint(0, 999)}x{names[index]}".replace(f"{index:03}", "Renamed")
    return Change(kind, index, percent, changed, names)


def apply(kind, more, index, table, far_cost):
    """The table after a change by so many iterations of the step; None where the function is too small."""
    changed, calls, parent = table.copy(), table.total_calls(index), table.parents[index]
    own = table.near[index] * calls
    each = round(more / calls)
    if kind == "dearer":
        changed.near[index] += each
        return changed if each > 0 else None
    if kind == "more calls":
        added = round(table.calls[index] * more / table.work(index))
        changed.calls[index] += added
        # Calls are whole numbers: near enough to what was asked for.
        near = abs(changed.work(0) - table.work(0) - more) < more / 5
        return changed if added > 0 and near and not table.children(index) else None
    if kind == "slower":
        far = round(more / (far_cost - 1) / calls)
        changed.near[index] -= far
        changed.far[index] += far
        return changed if far > 0 and changed.near[index] > 0 else None
    if kind == "moved":
        changed.near[index] -= each
        changed.near[parent] += each * table.calls[index]
        return changed if parent and each > 0 and changed.near[index] > 0 else None
    # What moves as a whole has to be seen: 1 % of the story or more.
    if own < table.work(0) / 100 or not parent:
        return None
    if kind == "inlined":
        if table.children(index):
            return None
        changed.near[parent] += table.calls[index] * table.near[index]
        changed.calls[index] = changed.near[index] = 0
    return changed
