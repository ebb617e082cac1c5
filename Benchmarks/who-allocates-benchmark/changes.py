"""Seeded changes of what the programs allocate: what was done, to which function, and how much it makes."""
import dataclasses
import random

import programs

# What changes are called, and the metric that is to be explained.
PLAN = [
    ("more blocks", "allocations"), ("more calls", "allocations"), ("larger blocks", "allocated-bytes"),
    ("fewer blocks", "allocations"), ("moved", "allocations"), ("kept", "retained-blocks"),
]


@dataclasses.dataclass
class Change:
    kind: str
    metric: str
    # The function, and its caller where that has its blocks now; else nil.
    index: int
    caller: int | None
    table: programs.Table
    # By how much the function's own part of a step differs, in the metric's unit.
    amount: int


def change(number, table, seed):
    """The change of this number; pairs of numbers, one for each language, get the same kind."""
    chance = random.Random(f"{seed} {number}")
    kind, metric = PLAN[number // 2 % len(PLAN)]
    for index in chance.sample(range(1, programs.COUNT), programs.COUNT - 1):
        made = apply(kind, index, table)
        if made:
            break
    else:
        raise SystemExit(f"No function can have {kind}.")
    changed, amount = made
    return Change(kind, metric, index, table.parents[index] if kind == "moved" else None, changed, amount)


def apply(kind, index, table):
    """The table after a change, and by how much the function's part differs; nil where it can't be made."""
    changed, parent, calls = table.copy(), table.parents[index], table.total_calls(index)
    blocks = table.blocks[index]
    if blocks < 2 or not parent:
        return None
    if kind == "more blocks":
        changed.blocks[index] += 1
        return changed, calls
    if kind == "fewer blocks":
        changed.blocks[index] -= 1
        return changed, -calls
    if kind == "more calls":
        changed.calls[index] += 1
        # A function that calls others takes them with it; which is the reason, blocks can't tell then.
        leaf = not table.children(index)
        return (changed, blocks * calls // table.calls[index]) if leaf else None
    if kind == "larger blocks":
        changed.sizes[index] += 16
        # In Swift the others make objects, all of the same size.
        return (changed, 16 * blocks * calls) if index % 2 else None
    if kind == "kept":
        changed.kept[index] = 1
        return changed, calls
    # Its caller makes the same blocks in its place, as after an inlining.
    changed.blocks[parent] += blocks * table.calls[index]
    changed.blocks[index] = 0
    return changed, -blocks * calls
