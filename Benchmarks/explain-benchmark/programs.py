"""Two programs of 200 functions that call each other, in C and in Swift, and the tables that say at run
time how often each is called and how much it does. So a change of work needs no build; one of names
does.

A function's work is a chain of multiplications and loads from a small table, so that an iteration takes
the same time in each of them. A share of its iterations can load from all over a large table: as many
instructions, but slower.
"""
import dataclasses
import pathlib
import random
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
COUNTER = HERE.parents[1] / "Sources/System/CInstructionCounter"
COUNT = 200
# Iterations of a step on the baseline: about a quarter of a second.
WORK = 60_000_000
VERBS = ["parse", "scan", "fold", "merge", "encode", "match", "sort", "pack", "visit", "reduce"]
NOUNS = ["Header", "Order", "Row", "Token", "Frame", "Index", "Price", "Name", "Block", "Route"]


@dataclasses.dataclass
class Table:
    """Of each function how often its caller calls it, and what it does each time by itself: iterations
    near and far, and the path by which it is called."""
    calls: list
    near: list
    far: list
    parents: list

    def copy(self):
        return Table(list(self.calls), list(self.near), list(self.far), self.parents)

    def total_calls(self, index):
        """How often a step calls a function, its callers' repetitions included."""
        count = 1
        while index:
            count *= self.calls[index]
            index = self.parents[index]
        return count

    def children(self, index):
        return [child for child, parent in enumerate(self.parents) if parent == index and child]

    def work(self, index):
        """Iterations of a function and what it calls, in a step."""
        own = self.total_calls(index) * (self.near[index] + self.far[index])
        return own + sum(self.work(child) for child in self.children(index))

    def write(self, path):
        rows = zip(self.calls, self.near, self.far)
        path.write_text("".join(f"{calls} {near} {far}\n" for calls, near, far in rows))


def base(seed):
    """A tree of functions: 0 is the step; shares of the work differ by a factor of thousands, as in real
    programs. A leaf is called often, what has callees seldom."""
    chance = random.Random(seed)
    parents = [0] * COUNT
    depths = [0] * COUNT
    for index in range(1, COUNT):
        # Each has been made before those that it calls.
        candidates = [other for other in range(max(1, index // 8 - 6), index) if depths[other] < 7]
        parents[index] = 0 if index < 7 else chance.choice(candidates)
        depths[index] = depths[parents[index]] + 1
    inner = set(parents)
    calls = [1] + [chance.randint(1, 3) if index in inner else chance.randint(12, 40)
                   for index in range(1, COUNT)]
    table = Table(calls, [0] * COUNT, [0] * COUNT, parents)
    weights = [0.0] + [chance.paretovariate(0.9) for _ in range(1, COUNT)]
    # No function has more than an eighth of all.
    weights = [min(weight, sum(weights) / 8) for weight in weights]
    for index in range(1, COUNT):
        share = weights[index] / sum(weights) * WORK
        table.near[index] = max(1, round(share / table.total_calls(index)))
    return table


def names(seed):
    """Of each function a name that no other holds."""
    chance = random.Random(seed)
    return ["step"] + [f"{chance.choice(VERBS)}{chance.choice(NOUNS)}{index:03}"
                       for index in range(1, COUNT)]


C_HEAD = """\
#include "work.h"
#define ALONE __attribute__((noinline))
static inline __attribute__((always_inline)) uint64_t chain(
    const struct work *w, uint64_t x, long near, long far) {
  for (long n = 0; n < near; n++)
    x = x * 6364136223846793005u + w->memory[(x >> 33) & w->near_mask];
  for (long n = 0; n < far; n++)
    x = x * 6364136223846793005u + w->memory[(x >> 33) & w->far_mask];
  return x;
}
"""
SWIFT_HEAD = """\
typealias Work = UnsafePointer<work>
@inline(__always) func chain(_ w: Work, _ start: UInt64, _ near: Int, _ far: Int) -> UInt64 {
  var x = start
  for _ in 0..<near {
    x = x &* 6364136223846793005 &+ w.pointee.memory[Int(truncatingIfNeeded: (x >> 33) & w.pointee.near_mask)]
  }
  for _ in 0..<far {
    x = x &* 6364136223846793005 &+ w.pointee.memory[Int(truncatingIfNeeded: (x >> 33) & w.pointee.far_mask)]
  }
  return x
}
@inline(never) func applied(_ w: Work, _ y: UInt64, _ body: (Work, UInt64) -> UInt64) -> UInt64 {
  body(w, y) &+ 1
}
struct Parser { let seed: UInt64 }
final class Session { let seed: UInt64; init(_ seed: UInt64) { self.seed = seed } }
"""


def c_source(table, names):
    text = C_HEAD
    for index in reversed(range(COUNT)):
        public = "" if index == 0 else "static "
        text += f"ALONE {public}uint64_t {names[index]}(const struct work *w, uint64_t x) {{\n"
        text += f"  x = chain(w, x, w->rows[{index}].near, w->rows[{index}].far);\n"
        for child in table.children(index):
            text += f"  for (long n = 0; n < w->rows[{child}].calls; n++) x = {names[child]}(w, x);\n"
        # Something is left to do, so that no call becomes a jump.
        text += f"  return x + {index};\n}}\n"
    return text


def swift_source(table, names):
    """By turns functions, methods of structures and of classes, generic functions, and closures."""
    text = SWIFT_HEAD
    for index in range(COUNT):
        body = f"  let row = w.pointee.rows[{index}]\n  var x = chain(w, y, row.near, row.far)\n"
        for child in table.children(index):
            loop = f"for _ in 0..<w.pointee.rows[{child}].calls"
            body += f"  {loop} {{ x = {swift_call(child, names)} }}\n"
        body += f"  return x &+ {index}\n"
        name, head = names[index], "(_ w: Work, _ y: UInt64) -> UInt64"
        if index == 0:
            text += f'@inline(never) @c func step{head} {{\n{body}}}\n'
        elif index % 5 == 0:
            text += f"extension Parser {{ @inline(never) func {name}{head} {{\n{body}}} }}\n"
        elif index % 5 == 1:
            text += f"extension Session {{ @inline(never) func {name}{head} {{\n{body}}} }}\n"
        elif index % 5 == 2:
            text += (f"@inline(never) func {name}<T: FixedWidthInteger>(_ w: Work, _ z: T) -> UInt64 {{\n"
                     f"  let y = UInt64(truncatingIfNeeded: z)\n{body}}}\n")
        elif index % 5 == 3:
            text += f"@inline(never) func {name}{head} {{\n  applied(w, y) {{ w, y in\n{body}}}\n}}\n"
        else:
            text += f"@inline(never) func {name}{head} {{\n{body}}}\n"
    return text


def swift_call(index, names):
    receiver = {0: "Parser(seed: x).", 1: "Session(x)."}.get(index % 5, "")
    return f"{receiver}{names[index]}(w, x)"


def build(folder, language, table, names):
    """A driver of one language.
    Returns its path."""
    folder.mkdir(parents=True)
    program, driver = folder / f"{language}-app", folder / "driver.o"
    run("clang", "-O2", "-fno-omit-frame-pointer", "-I", HERE, "-I", COUNTER, "-c", HERE / "driver.c",
        "-o", driver)
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


def run(*words, text=None):
    """What a command writes; with a text as its input."""
    done = subprocess.run(
        [str(word) for word in words], capture_output=True, text=True, input=text)
    if done.returncode:
        raise SystemExit(f"{words[0]} failed:\n{done.stderr[-4000:]}")
    return done.stdout
