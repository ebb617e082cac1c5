import Foundation
import Profiling
import SystemPackage
import TestSupport
import Testing

/// Programs of a real compiler.
@Suite struct ChangedFunctionsTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// A program with a choice among many, texts, numbers, tables, calls within it and to the C library.
  private static let source = """
    #include <stdio.h>
    #include <stdlib.h>
    #define APART __attribute__((noinline, noclone, noipa))
    static const int weights[] = { 3, 1, 4, 1, 5, 9, 2, 6 };
    static int (*const handlers[])(const char *) = { puts, atoi };
    APART int first(int x) { return x + 1; }
    APART int choose(int x) {
      switch (x) {
      case 0: return puts("none"); case 1: return puts("one"); case 2: return first(x);
      case 3: return x * 77; case 4: return puts("four"); case 5: return x - 9; default: return 3;
      }
    }
    APART int weigh(int x) { int sum = 0; for (int i = 0; i < 8; i++) sum += weights[i] * x; return sum; }
    APART double scale(double x) { return x * 2.5 + 0.125; }
    APART int handle(int x) { return handlers[x & 1]("12"); }
    APART int say(int x) { return printf("said %d\\n", x); }
    int main(int count, char **words) {
      return choose(count) + weigh(count) + (int)scale(count) + handle(count) + say(count);
    }

    """

  private func code(_ source: String, _ options: String...) throws -> ProgramCode? {
    let name = UUID().uuidString
    try folder.add("\(name).c", source)
    let made = try Completion.of(
      ["cc", "-O2"] + options + ["-o", folder.file(name), folder.file("\(name).c")])
    try #require(made.status == 0, "\(made.errors)")
    return try ProgramCode([UInt8](Data(contentsOf: URL(filePath: folder.file(name)))))
  }

  private func changes(
    _ old: String, _ new: String, _ options: String
  ) throws -> [String] {
    let changed = Self.source.replacing(old, with: new)
    try #require(changed != Self.source)
    let (before, after) = (try code(Self.source, options), try code(changed, options))
    return ChangedFunctions(from: try #require(before), to: try #require(after)).symbols
  }

  @Test(
    arguments: [
      // The code grows, and all that follows lies elsewhere.
      ("return x + 1;", "return x % 7 + x / 3 + 1;", "first"),
      ("x * 77", "x * 78", "choose"),
      (#"puts("four")"#, #"puts("five")"#, "choose"),
      (#""one""#, #""one, and many more of them""#, "choose"),
      ("4, 1, 5", "4, 1, 7", "weigh"),
      ("x * 2.5", "x * 3.5", "scale"),
      ("puts, atoi", "puts, remove", "handle"),
      ("said %d", "told %d", "say"),
      ("return printf(", "return x > 1 ? 0 : printf(", "say"),
    ], ["-fpie", "-no-pie"])
  func `only a changed function is reported, even if others moved`(
    _ change: (old: String, new: String, function: String), _ options: String
  ) throws {
    #expect(try changes(change.old, change.new, options) == [change.function])
  }

  @Test func `a new function is reported as changed, and so is its caller`() throws {
    let added = "int more(int x) { return x * 31; }\n"
    let changed = try changes(
      "int main(int count, char **words) {\n  return ",
      "APART \(added)int main(int count, char **words) {\n  return more(count) + ", "-fpie")
    #expect(changed == ["main", "more"])
  }

  @Test func `the same program made twice has no changes`() throws {
    let (one, other) = (try code(Self.source, "-fpie"), try code(Self.source, "-fpie"))
    #expect(ChangedFunctions(from: try #require(one), to: try #require(other)).symbols == [])
  }

  @Test func `a stripped program gives no functions`() throws {
    #expect(try code(Self.source, "-s") == nil)
  }

  @Test func `executed places are matched with the ranges of changed code`() throws {
    let changed = Self.source.replacing("x * 77", with: "x * 78")
    let (before, after) = (try code(Self.source), try code(changed))
    let functions = ChangedFunctions(from: try #require(before), to: try #require(after))
    let range = try #require(functions.ranges.first)
    #expect(functions.ranges.count == 1)
    #expect(functions.hasRun(at: [0, range.lowerBound]))
    #expect(functions.hasRun(at: [range.upperBound - 1]))
    #expect(!functions.hasRun(at: [range.upperBound, range.lowerBound - 1]))
    #expect(!functions.hasRun(at: []))
  }
}
