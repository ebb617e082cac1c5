"""Two programs of 150 functions that call each other, in C and in Swift, and the tables that say at run
time how often each is called and what it allocates. So a change needs no build, and how many blocks or
bytes it makes of a step is known to the unit."""
import dataclasses
import pathlib
import random
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
COUNT = 150
VERBS = ["parse", "scan", "fold", "merge", "encode", "match", "sort", "pack", "visit", "reduce"]
NOUNS = ["Header", "Order", "Row", "Token", "Frame", "Index", "Price", "Name", "Block", "Route"]


@dataclasses.dataclass
class Table:
    """Of each function how often its caller calls it, the blocks that it allocates a call and gives back, their
    size, the blocks that it keeps, and who calls it."""
    calls: list
    blocks: list
    sizes: list
    kept: list
    parents: list

    def copy(self):
        return Table(list(self.calls), list(self.blocks), list(self.sizes), list(self.kept), self.parents)

    def total_calls(self, index):
        """How often a step calls a function, its callers' repetitions included."""
        count = 1
        while index:
            count *= self.calls[index]
            index = self.parents[index]
        return count

    def children(self, index):
        return [child for child, parent in enumerate(self.parents) if parent == index and child]

    def write(self, path):
        rows = zip(self.calls, self.blocks, self.sizes, self.kept)
        path.write_text("".join(" ".join(map(str, row)) + "\n" for row in rows))


def base(seed):
    """A tree of functions: 0 is the step. A leaf is called often, what has callees seldom; every third
    allocates nothing."""
    chance = random.Random(seed)
    parents = [0] * COUNT
    depths = [0] * COUNT
    for index in range(1, COUNT):
        # Each has been made before those that it calls.
        candidates = [other for other in range(max(1, index // 8 - 6), index) if depths[other] < 7]
        parents[index] = 0 if index < 7 else chance.choice(candidates)
        depths[index] = depths[parents[index]] + 1
    inner = set(parents)
    calls = [1] + [chance.randint(1, 2) if index in inner else chance.randint(3, 12)
                   for index in range(1, COUNT)]
    blocks = [0] + [0 if index % 3 == 0 else chance.randint(1, 9) for index in range(1, COUNT)]
    sizes = [16] + [16 * chance.randint(1, 40) for _ in range(1, COUNT)]
    return Table(calls, blocks, sizes, [0] * COUNT, parents)


def names(seed):
    """Of each function a name that no other holds."""
    chance = random.Random(seed)
    return ["step"] + [f"{chance.choice(VERBS)}{chance.choice(NOUNS)}{index:03}"
                       for index in range(1, COUNT)]


C_HEAD = """\
#include <stdlib.h>

#include "work.h"
#define ALONE __attribute__((noinline))
struct kept { struct kept *next; char rest[24]; };
static struct kept *all;
// In the function that calls for it; the compiler may not leave out what it can see to be unused.
static inline __attribute__((always_inline)) void allocate(const struct row *row) {
  for (long n = 0; n < row->blocks; n++) {
    void *block = malloc(row->size);
    __asm__ volatile("" : : "r"(block) : "memory");
    free(block);
  }
  for (long n = 0; n < row->kept; n++) {
    struct kept *one = malloc(sizeof *one);
    one->next = all;
    all = one;
  }
}
"""
SWIFT_HEAD = """\
typealias Rows = UnsafePointer<row>
final class Session { let seed: UInt64; init(_ seed: UInt64) { self.seed = seed } }
final class Kept { let next: Kept?; init(_ next: Kept?) { self.next = next } }
nonisolated(unsafe) var last: Session?
nonisolated(unsafe) var bytes: [UInt8] = []
nonisolated(unsafe) var all: Kept?
@inline(__always) func sessions(_ row: row, _ x: UInt64) {
  for n in 0..<row.blocks { last = Session(x &+ UInt64(n)) }
  for _ in 0..<row.kept { all = Kept(all) }
}
@inline(__always) func arrays(_ row: row, _ x: UInt64) {
  for _ in 0..<row.blocks { bytes = [UInt8](repeating: UInt8(truncatingIfNeeded: x), count: row.size) }
  for _ in 0..<row.kept { all = Kept(all) }
}
"""


def c_source(table, names):
    text = C_HEAD
    for index in reversed(range(COUNT)):
        public = "" if index == 0 else "static "
        text += f"ALONE {public}uint64_t {names[index]}(const struct row *rows, uint64_t x) {{\n"
        text += f"  allocate(&rows[{index}]);\n"
        for child in table.children(index):
            text += f"  for (long n = 0; n < rows[{child}].calls; n++) x = {names[child]}(rows, x);\n"
        # Something is left to do, so that no call becomes a jump.
        text += f"  return x + {index};\n}}\n"
    return text


def swift_source(table, names):
    """By turns functions that make objects and such that make arrays; every fifth is generic, every fifth's
    work is in a closure."""
    text = SWIFT_HEAD
    for index in range(COUNT):
        kind = "arrays" if index % 2 else "sessions"
        body = f"  {kind}(rows[{index}], y)\n  var x = y\n"
        for child in table.children(index):
            body += f"  for _ in 0..<rows[{child}].calls {{ x = {names[child]}(rows, x) }}\n"
        body += f"  return x &+ {index}\n"
        name, head = names[index], "(_ rows: Rows, _ y: UInt64) -> UInt64"
        if index == 0:
            text += f"@inline(never) @c func step{head} {{\n{body}}}\n"
        elif index % 5 == 2:
            text += (f"@inline(never) func {name}<T: FixedWidthInteger>(_ rows: Rows, _ z: T) -> UInt64 {{\n"
                     f"  let y = UInt64(truncatingIfNeeded: z)\n{body}}}\n")
        elif index % 5 == 3:
            text += f"@inline(never) func {name}{head} {{\n  let work = {{ (y: UInt64) -> UInt64 in\n"
            text += f"{body}  }}\n  return work(y) &+ 1\n}}\n"
        else:
            text += f"@inline(never) func {name}{head} {{\n{body}}}\n"
    return text


def build(folder, language, table, names):
    """A driver of one language.
    Returns its path."""
    folder.mkdir(parents=True)
    program, driver = folder / f"{language}-app", folder / "driver.o"
    run("clang", "-O2", "-fno-omit-frame-pointer", "-I", HERE, "-c", HERE / "driver.c", "-o", driver)
    if language == "c":
        source = folder / "app.c"
        source.write_text(c_source(table, names))
        run("clang", "-O2", "-fno-omit-frame-pointer", "-I", HERE, source, driver, "-o", program)
    else:
        source = folder / "App.swift"
        source.write_text(swift_source(table, names))
        run("swiftc", "-O", "-wmo", "-parse-as-library", "-import-objc-header", HERE / "work.h",
            "-Xcc", "-fno-omit-frame-pointer", source, driver, "-o", program)
    return program


def run(*words, text=None, **options):
    """What a command writes; with a text as its input."""
    done = subprocess.run(
        [str(word) for word in words], capture_output=True, text=True, input=text, **options)
    if done.returncode:
        raise SystemExit(f"{words[0]} failed:\n{done.stderr[-4000:]}")
    return done.stdout
