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

  /// The changed functions of a program in which a text is replaced; nil if anything else differs.
  private func changes(
    _ old: String, _ new: String, _ options: String, in source: String = Self.source
  ) throws -> [String]? {
    let changed = source.replacing(old, with: new)
    try #require(changed != source)
    let (before, after) = (try code(source, options), try code(changed, options))
    return ChangedFunctions(from: try #require(before), to: try #require(after))?.symbols
  }

  @Test(
    arguments: [
      // The code grows, and all that follows lies elsewhere.
      ("return x + 1;", "return x % 7 + x / 3 + 1;", "first"),
      // Far enough to move the cases of `choose`, which a table in the data leads to.
      (
        "return x + 1;",
        "return x % 7 + x / 3 + x % 11 + x / 13 + x % 17 + x / 19 + x % 23 + x / 29;", "first"
      ),
      ("x * 77", "x * 78", "choose"),
      ("return printf(", "return x > 1 ? 0 : printf(", "say"),
      // The table of the function itself leads elsewhere.
      (#"1: return puts("one")"#, #"1: puts("one"); return puts("one")"#, "choose"),
    ], ["-fpie", "-no-pie"])
  func `only a changed function is reported, even if others moved`(
    _ change: (old: String, new: String, function: String), _ options: String
  ) throws {
    #expect(try changes(change.old, change.new, options) == [change.function])
  }

  @Test(
    arguments: [
      (#"puts("four")"#, #"puts("five")"#),
      (#""one""#, #""one, and many more of them""#),
      ("x * 2.5", "x * 3.5"),
      ("puts, atoi", "puts, remove"),
      ("said %d", "told %d"),
      // The table of a function that differs itself, and a text besides.
      (#"1: return puts("one")"#, #"1: puts("two"); return puts("two")"#),
    ], ["-fpie", "-no-pie"])
  func `nothing is claimed if data differ, because any function may use them`(
    _ change: (old: String, new: String), _ options: String
  ) throws {
    #expect(try changes(change.old, change.new, options) == nil)
  }

  /// A program that reads numbers through a pointer in other data, and copies a long array without a name.
  private static let readers = """
    #include <stdio.h>
    #define APART __attribute__((noinline, noclone, noipa))
    static const int small[] = { 1, 2, 3 };
    struct table { const int *values; int count; };
    const struct table tables[] = { { small, 3 } };
    APART int add(const int *numbers, int count) {
      int sum = 0;
      for (int i = 0; i < count; i++) sum += numbers[i];
      return sum;
    }
    APART int walk(const struct table *table) { return add(table->values, table->count); }
    APART int copy(void) {
      int numbers[200] = { \((0..<200).map { "\($0 * 7 + 3)" }.joined(separator: ", ")) };
      return add(numbers, 200);
    }
    APART int export_rows(int n) { return n * 3; }
    int main(int count, char **words) {
      return count > 1 ? export_rows(count) : printf("%d\\n", walk(tables) + copy());
    }

    """

  @Test(arguments: ["-fpie", "-no-pie"])
  func `nothing is claimed if data differ that a function reaches through other data`(
    _ options: String
  ) throws {
    let more = "n * 3 / (n % 7 + 9);"
    #expect(try changes("n * 3;", more, options, in: Self.readers) == ["export_rows"])
    #expect(try changes("{ 1, 2, 3 }", "{ 77, 2, 3 }", options, in: Self.readers) == nil)
    let (before, after) = (
      try code(Self.readers, options),
      try code(
        Self.readers.replacing("n * 3;", with: more).replacing("{ 1, 2, 3 }", with: "{ 77, 2, 3 }"),
        options)
    )
    #expect(ChangedFunctions(from: try #require(before), to: try #require(after)) == nil)
  }

  @Test(arguments: ["-fpie", "-no-pie"])
  func `nothing is claimed if a constant without a name differs far from its start`(
    _ options: String
  ) throws {
    let grown = Self.readers.replacing("n * 3;", with: "n * 3 / (n % 7 + 9);")
    // Number 150 of 200.
    let (before, after) = (
      try code(Self.readers, options), try code(grown.replacing(" 1053,", with: " 1054,"), options)
    )
    #expect(ChangedFunctions(from: try #require(before), to: try #require(after)) == nil)
  }

  @Test func `a call that leads elsewhere at the same distance is a change`() throws {
    let source = """
      #define APART __attribute__((noinline, noclone, noipa))
      APART int one(int x) { return x * 77; }
      APART int two(int x) { return x * 78; }
      APART int main(int count, char **words) { return one(count); }

      """
    // Without `one`, `two` may be in its place.
    let changed = source.replacing("APART int one(int x) { return x * 77; }\n", with: "")
      .replacing("one(count)", with: "two(count)")
    let (before, after) = (try code(source), try code(changed))
    let functions = ChangedFunctions(from: try #require(before), to: try #require(after))
    #expect(functions?.symbols == ["main"])
  }

  /// Literal numbers that would lead to the start of the program, if they were distances.
  private static let lookalikes = """
    #define APART __attribute__((noinline, noclone, noipa))
    APART int grow(int x) { return x * 77; }
    APART int add(int x) { __asm__("movl %0, %%eax; addl $-0x90, %%eax; movl %%eax, %0" : "+r"(x) : : "eax"); return x; }
    APART int compare(int x) {
      int below;
      __asm__("movl %1, %%eax; cmpl $-0x90, %%eax; setb %%al; movzbl %%al, %0" : "=r"(below) : "r"(x) : "eax");
      return below;
    }
    int main(int count, char **words) { return add(count) + compare(count) + grow(count); }

    """

  @Test(arguments: ["-fpie", "-no-pie"])
  func `a number that looks like an address is none`(_ options: String) throws {
    // Far enough that whatever is behind lies elsewhere.
    let more = "x * 77 + x / 3 + x % 11 + x / 13 + x % 17 + x / 19 + x % 23 + x / 29;"
    #expect(try changes("x * 77;", more, options, in: Self.lookalikes) == ["grow"])
  }

  /// A function with the table of a `switch`, behind another that grows by `GAP`, and a number that is the distance
  /// to a case as long as the gap is 16.
  private static let routes = """
    __asm__(
      ".set GAP, 16; .text; .type pad, @function; pad: .fill GAP, 1, 0x90; ret; .size pad, . - pad;"
      ".balign 16; .globl route; .type route, @function;"
      "route: leaq table(%rip), %rdx; movslq (%rdx, %rdi, 4), %rax; addq %rdx, %rax; jmp *%rax;"
      ".balign 16; c0: movl $1, %eax; ret; .balign 16; c1: movl $2, %eax; ret;"
      ".balign 16; c2: movl $3, %eax; ret; .balign 16; c3: movl $4, %eax; ret;"
      ".size route, . - route; .section .rodata; .balign 4; .globl number;"
      "table: .long c0 - table, c1 - table, c2 - table, c3 - table;"
      "number: .long c1 - number + 16 - GAP; .text");
    extern const int number;
    int route(long which);
    int main(int count, char **words) { return route(count & 3) + number; }

    """

  @Test func `a number is no distance, but the table of a switch has them`() throws {
    #expect(try changes("GAP, 16", "GAP, 32", "-fpie", in: Self.routes) == ["pad"])
    // Each case is as much earlier as the function is later.
    let rerouted = Self.routes.replacing("GAP, 16", with: "GAP, 32")
      .replacing("c1 - table", with: "c1 - table - 16").replacing(
        "c2 - table", with: "c2 - table - 16")
    let (before, after) = (try code(Self.routes, "-fpie"), try code(rerouted, "-fpie"))
    #expect(ChangedFunctions(from: try #require(before), to: try #require(after)) == nil)
  }

  @Test func `the table of a changed function ends where that of another begins`() throws {
    // Counted from the first table, the second one's entries lead into the first one's function.
    let source = """
      __asm__(
        ".text; .globl one; .type one, @function;"
        "one: leaq t1(%rip), %rdx; movslq (%rdx, %rdi, 4), %rax; addq %rdx, %rax; jmp *%rax;"
        ".fill 100, 1, 0x90; c: movl $77, %eax; ret; .size one, . - one;"
        ".globl two; .type two, @function;"
        "two: leaq t2(%rip), %rdx; movslq (%rdx, %rdi, 4), %rax; addq %rdx, %rax; jmp *%rax;"
        "d0: movl $1, %eax; ret; d1: movl $2, %eax; ret; .size two, . - two;"
        ".section .rodata; .balign 4; t1: .rept 20; .long c - t1; .endr;"
        "t2: .long d0 - t2, d1 - t2, d0 - t2, d1 - t2; .text");
      int one(long which), two(long which);
      int main(int count, char **words) { return one(count & 3) + two(count & 3); }

      """
    let grown = source.replacing("$77", with: "$78")
    let rerouted = grown.replacing("d0 - t2, d1 - t2;", with: "d0 - t2, d0 - t2;")
    let (before, after) = (try code(source, "-fpie"), try code(rerouted, "-fpie"))
    #expect(try changes("$77", "$78", "-fpie", in: source) == ["one"])
    #expect(ChangedFunctions(from: try #require(before), to: try #require(after)) == nil)
  }

  @Test(
    arguments: [
      ("", 3), ("ret;", 1), (".balign 32, 0x90;", 3), ("ud2; .balign 32, 0x90;", 1),
      ("jmp middle;", 1), ("je middle;", 3),
    ])
  func `code that runs on into a changed function counts with it`(
    _ end: String, _ count: Int
  ) throws {
    let source = """
      __asm__(
        ".text; ud2; .type first, @function; first: movl $2, %eax; .size first, . - first;"
        ".type middle, @function; middle: addl $1, %eax; \(end) .size middle, . - middle;"
        ".type last, @function; last: addl $77, %eax; ret; .size last, . - last;"
        ".globl own; .type own, @function; own: call first; jmp middle; .size own, . - own;");
      int own(void);
      int main(int count, char **words) { return own(); }

      """
    let (before, after) = (
      try code(source), try code(source.replacing("$77", with: "$78"))
    )
    let found = ChangedFunctions(from: try #require(before), to: try #require(after))
    let functions = try #require(found)
    #expect(functions.symbols == ["last"] && functions.ranges.count == count)
  }

  @Test func `the table of a changed function is data for another that reads it`() throws {
    let source = """
      __asm__(
        ".set GAP, 16; .text; .globl one; .type one, @function;"
        "one: leaq t(%rip), %rdx; movslq (%rdx, %rdi, 4), %rax; addq %rdx, %rax; jmp *%rax;"
        ".fill GAP, 1, 0x90; c0: movl $1, %eax; ret; c1: movl $2, %eax; ret;"
        "c2: movl $3, %eax; ret; c3: movl $4, %eax; ret; .size one, . - one;"
        ".globl two; .type two, @function;"
        "two: leaq t(%rip), %rdx; READ .size two, . - two;"
        ".section .rodata; .balign 4; t: .long c0 - t, c1 - t, c2 - t, c3 - t; .text");
      int one(long which), two(long which);
      int main(int count, char **words) { return one(count & 3) + two(count & 3); }

      """
    let reading = source.replacing("READ", with: "movl (%rdx), %eax; ret;")
    #expect(try changes("GAP, 16", "GAP, 32", "-fpie", in: reading) == nil)
    let other = source.replacing("leaq t(%rip), %rdx; READ", with: "xorl %eax, %eax; ret;")
    #expect(try changes("GAP, 16", "GAP, 32", "-fpie", in: other) == ["one"])
  }

  @Test func `a function that reads a number in a changed one is changed, too`() throws {
    let source = """
      __asm__(
        ".text; .globl holder; .type holder, @function;"
        "holder: movl $77, %eax; ret; inner: .long 5; .size holder, . - holder;"
        ".globl reader; .type reader, @function;"
        "reader: movl inner(%rip), %eax; ret; .size reader, . - reader;");
      int holder(void), reader(void);
      int main(int count, char **words) { return holder() + reader(); }

      """
    #expect(try changes(".long 5", ".long 6", "-fpie", in: source) == ["holder", "reader"])
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
    #expect(ChangedFunctions(from: try #require(one), to: try #require(other))?.symbols == [])
  }

  @Test func `a stripped program gives no functions`() throws {
    #expect(try code(Self.source, "-s") == nil)
  }

  @Test(
    arguments: [
      ("x + 1", "x + 9", false),
      // It is not called, and what is changed has no new instruction.
      ("x + 2", "x + 9", true),
    ])
  func `a changed function with instructions that Valgrind lacks may run elsewhere`(
    _ old: String, _ new: String, _ depends: Bool
  ) throws {
    let source = """
      #define APART __attribute__((noinline, noclone, noipa))
      APART int plain(int x) { return x + 1; }
      APART int wide(int x) { __asm__ volatile("vpxord %%zmm1, %%zmm1, %%zmm1" : : : "xmm1"); return x + 2; }
      int main(int count, char **words) { return plain(count) + (count > 9 ? wide(count) : 0); }

      """
    #expect(try dependOnProcessor(old, new, in: source) == depends)
  }

  @Test(
    arguments: [
      "x", #"x + (__builtin_cpu_supports("avx2") ? 1 : 2)"#,
      #"({ int a = 0, b, c = 0, d; __asm__ volatile("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d)); x + a; })"#,
      "chosen(x)",
    ])
  func `in a file that asks for the processor all changed functions may run`(
    _ expression: String
  ) throws {
    let source = """
      static int any(int x) { return x * 5; }
      __attribute__((unused)) static void *choose(void) { return any; }
      \(expression == "chosen(x)" ? #"int chosen(int) __attribute__((ifunc("choose")));"# : "")
      #define APART __attribute__((noinline, noclone, noipa))
      APART int plain(int x) { return x + 1; }
      APART int ask(int x) { return \(expression); }
      int main(int count, char **words) { return plain(count) + ask(count); }

      """
    #expect(try dependOnProcessor("x + 1;", "x + 9;", in: source) == (expression != "x"))
  }

  /// Whether the functions that differ if a text is replaced depend on the processor.
  private func dependOnProcessor(_ old: String, _ new: String, in source: String) throws -> Bool? {
    let (before, after) = (try code(source), try code(source.replacing(old, with: new)))
    return ChangedFunctions(from: try #require(before), to: try #require(after))?.dependOnProcessor
  }

  @Test func `executed places are matched with the ranges of changed code`() throws {
    let changed = Self.source.replacing("x * 77", with: "x * 78")
    let (before, after) = (try code(Self.source), try code(changed))
    let found = ChangedFunctions(from: try #require(before), to: try #require(after))
    let functions = try #require(found)
    let range = try #require(functions.ranges.first)
    #expect(functions.ranges.count == 1)
    #expect(functions.hasRun(at: [0, range.lowerBound]))
    #expect(functions.hasRun(at: [range.upperBound - 1]))
    #expect(!functions.hasRun(at: [range.upperBound, range.lowerBound - 1]))
    #expect(!functions.hasRun(at: []))
  }
}
