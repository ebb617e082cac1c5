import SeededRandom
import Statistics
import TestSupport
import Testing

@testable import Analysis
@testable import Recording

/// Which functions an explanation leads with.
struct LeadTests {
  private typealias Count = (path: [ProfiledFunction], baseline: Int, candidate: Int)

  private static func app(_ name: String, _ module: String = "App") -> ProfiledFunction {
    ProfiledFunction(name: name, module: module, kind: .app)
  }

  private static let free = ProfiledFunction(name: "_int_free", module: "libc.so", kind: .runtime)
  private static let alloc = ProfiledFunction(name: "malloc", module: "libc.so", kind: .runtime)
  private static let memmove = ProfiledFunction(
    name: "memmove", module: "libc.so", kind: .runtime)
  private static let main = app("main", "driver")

  /// Twenty pairs of samples of 0.1 ms on these paths, which swing by a few; those that are 0 on a side are not there.
  private func profiles(_ counts: [Count]) throws -> [Pair<Profile>] {
    var random = SplitMix64(seed: 9)
    return try (0..<20).map { _ in
      func side(_ samples: KeyPath<Count, Int>) throws -> Profile {
        var builder = ProfileBuilder()
        for count in counts where count[keyPath: samples] > 0 {
          builder.add(count.path, samples: count[keyPath: samples] + random.below(5))
        }
        return try builder.profile(samplePeriod: 100_000)
      }
      return Pair(baseline: try side(\.baseline), candidate: try side(\.candidate))
    }
  }

  private func explain(
    _ counts: [Count], work: Pair<CallCounts>? = nil, uncounted: String? = nil
  ) throws -> Explanation {
    try Explanation(
      story: "s", baseline: "a", candidate: "b", profiles: profiles(counts), work: work,
      uncounted: uncounted)
  }

  private func names(_ changes: [FunctionChange]) -> [String] { changes.map(\.function.name) }

  @Test func `the app's deepest function leads even if only its callees take longer`()
    throws
  {
    let path = [Self.main, Self.app("report()"), Self.app("rounded(_:)")]
    let explanation = try explain([
      (path, 300, 300), (path + [Self.free], 100, 140), (path + [Self.alloc], 100, 150),
      ([Self.main, Self.app("report()")], 200, 200), ([Self.main, Self.app("read()")], 400, 400),
    ])
    #expect(names(explanation.leads) == ["rounded(_:)", "malloc", "_int_free"])
    #expect(explanation.leads[0].isReportedWithCallees && explanation.leads[0].kind == .callees)
    // 90 samples of 0.1 ms.
    #expect(abs(explanation.leads[0].attributed - 9e6) < 5e5)
    #expect(abs(explanation.leads[0].inclusive.difference.point - 9e6) < 5e5)
    #expect(abs(explanation.notLocated.difference.point) < 1e6)
    // Those that call it stand after it, the nearest first.
    #expect(
      names(explanation.findings) == ["rounded(_:)", "malloc", "_int_free", "report()", "main"])
  }

  @Test func `several functions lead, each by its own part of the change`() throws {
    let explanation = try explain([
      ([Self.main, Self.app("list()")], 200, 200),
      ([Self.main, Self.app("list()"), Self.app("sort()"), Self.memmove], 200, 300),
      ([Self.main, Self.app("list()"), Self.app("draw()"), Self.memmove], 200, 260),
    ])
    #expect(names(explanation.leads) == ["sort()", "draw()", "memmove"])
    #expect(abs(explanation.leads[0].attributed - 10e6) < 5e5)
    #expect(abs(explanation.leads[1].attributed - 6e6) < 5e5)
  }

  @Test func `if the total grew, a function that became cheaper is not the first lead`() throws {
    let best = [Self.main, Self.app("best()")]
    // A library's function whose caller is not known took the place of the app's own code.
    let hypot = ProfiledFunction(name: "hypot", module: "libm.so", kind: .runtime)
    let explanation = try explain([(best, 300, 200), ([hypot], 0, 900), ([Self.main], 100, 100)])
    #expect(names(explanation.leads) == ["hypot", "best()"])
    // By more than other code did: that is what there is to tell.
    let mixed = try explain([
      (best, 300, 200), ([hypot], 100, 150), (best + [Self.app("f()")], 100, 300),
    ])
    #expect(names(mixed.leads) == ["f()", "best()", "hypot"])
  }

  @Test
  func `a function with dearer callees does not count as moved, even if its own time looks so`()
    throws
  {
    let path = [Self.main, Self.app("line()"), Self.app("rounded()")]
    let append = ProfiledFunction(name: "append", module: "Swift", kind: .runtime)
    // It took some 5 ms more itself, as much as an appending that it hardly does any more; 80 ms are below it.
    let explanation = try explain([
      (path, 100, 150), (path + [append], 52, 2), (path + [Self.alloc], 200, 1_000),
      ([Self.main], 400, 400),
    ])
    let first = try #require(explanation.leads.first)
    #expect(first.function.name == "rounded()" && first.isReportedWithCallees)
    #expect(abs(first.inclusive.difference.point - 80e6) < 1e6)
    #expect(
      explanation.functions.filter { $0.kind == .moved }.map(\.function.name) == ["append"])
  }

  @Test
  func `a function is reported with its callees only if their change belongs to no other function`()
    throws
  {
    let order = [Self.main, Self.app("order()")]
    let explanation = try explain([
      (order, 200, 160), (order + [Self.app("precedes(_:_:)")], 300, 500),
      ([Self.main], 100, 100),
    ])
    #expect(names(explanation.leads) == ["precedes(_:_:)", "order()"])
    #expect(explanation.leads.map(\.isReportedWithCallees) == [false, false])
  }

  @Test func `driver kits and functions above the measured call are left out of the findings`()
    throws
  {
    let kit = ["serve(_:)", "Server.answer(_:)", "Stopwatch.measure(_:)"].map {
      Self.app($0, "DriverKit")
    }
    let verbs = Self.app("Driver.verbs", "Driver")
    let above = [Self.app("$main()", "Driver")] + kit
    let divide = Self.app("BigUInt.divide(byWord:)", "BigInt")
    let explanation = try explain([
      (above + [verbs, divide, Self.memmove], 300, 400),
      (above, 100, 120),
      // What writes an outcome is called by the verb, which is not above anything.
      (above + [verbs, Self.app("Outcome.write(_:)", "DriverKit")], 100, 100),
    ])
    #expect(names(explanation.leads) == ["BigUInt.divide(byWord:)", "memmove"])
    #expect(
      names(explanation.findings) == ["BigUInt.divide(byWord:)", "memmove", "Driver.verbs"])
    let harness = explanation.functions.filter(\.isHarness)
    #expect(
      Set(names(harness)) == [
        "$main()", "serve(_:)", "Server.answer(_:)", "Stopwatch.measure(_:)", "Outcome.write(_:)",
      ])
    #expect(names(Array(explanation.functions.suffix(5))).sorted() == names(harness).sorted())
  }

  @Test(arguments: [
    ("-[RHReplay repeat:]", "program", true), ("_i_RHServer__step_", "program", true),
    ("serve", "rehearse_driver.py", true), ("timed", "rehearse-driver.mjs", true),
    ("Server.answer(_:)", "DriverKit", true), ("Server.answer(_:)", "MyServer", false),
    ("-[RHINO run]", "program", false), ("serve", "program", false),
  ])
  func `a driver kit is recognised by the names of its functions and modules`(
    _ name: String, _ module: String, _ isOfKit: Bool
  ) {
    #expect(Self.app(name, module).isOfKit == isOfKit)
  }

  @Test func `if no function of the app is known, other functions lead with their callees`() throws
  {
    func uv(_ name: String) -> ProfiledFunction {
      ProfiledFunction(name: name, module: "node", kind: .runtime)
    }
    var counts: [Count] = [([uv("uv_run")], 500, 500)]
    // Each too little to be shown.
    for part in 0..<60 { counts.append(([uv("uv_run"), uv("part \(part)")], 20, 21)) }
    let explanation = try explain(counts)
    #expect(names(explanation.leads) == ["uv_run"])
    #expect(explanation.leads[0].isReportedWithCallees)
  }

  @Test func `code that is split into other functions and takes as long counts as moved`() throws {
    func inside(_ names: String...) -> [ProfiledFunction] {
      [Self.main, Self.app("render()")] + names.map { Self.app($0) }
    }
    // Three levels became two, with other names: who took what is no longer to be told. Each of five has 2 samples
    // more on average.
    let cut = try explain([
      (inside("a"), 100, 0), (inside("a", "b"), 150, 0), (inside("a", "b", "c"), 90, 0),
      (inside("x"), 0, 201), (inside("x", "y"), 0, 141),
      ([Self.main, Self.app("read()")], 400, 400),
    ])
    #expect(cut.leads.isEmpty)
    #expect(
      Set(cut.functions.filter { $0.kind == .moved }.map(\.function.name)).isSuperset(
        of: ["a", "b", "c", "x", "y"]))
    // A half more in all: that is not nothing.
    let grown = try explain([
      (inside("a"), 100, 0), (inside("a", "b"), 150, 0), (inside("x"), 0, 200),
      (inside("x", "y"), 0, 180), ([Self.main, Self.app("read()")], 400, 400),
    ])
    #expect(Set(names(grown.leads)) == ["a", "b", "x", "y"])
  }

  @Test(arguments: [
    // Calls, instructions of its own and with callees, of both sides: those of Heap.siftDown.
    (14_208, 14_900_000, 29_200_000, 14_208, 22_300_000, 44_900_000, ChangeKind.work),
    (100, 1_000, 9_000, 150, 1_500, 13_500, .calls),
    (100, 1_000, 9_000, 100, 1_000, 13_500, .callees),
    // Fewer instructions, and more time.
    (100, 2_000, 18_000, 100, 1_000, 9_000, .callees),
  ])
  func `counts classify the change of a function that is shown only with its callees`(
    _ calls: Int64, _ own: Int64, _ inclusive: Int64, _ callsAfter: Int64, _ ownAfter: Int64,
    _ inclusiveAfter: Int64, _ kind: ChangeKind
  ) throws {
    let f = Self.app("siftDown()")
    func counts(_ calls: Int64, _ own: Int64, _ inclusive: Int64) -> CallCounts {
      CallCounts([
        .init(function: f, own: own, inclusive: inclusive, calls: calls),
        .init(function: Self.main, own: 1_000_000_000, inclusive: nil, calls: 0),
      ])
    }
    let explanation = try explain(
      [([Self.main, f], 100, 100), ([Self.main, f, Self.memmove], 200, 300)],
      work: Pair(
        baseline: counts(calls, own, inclusive),
        candidate: counts(callsAfter, ownAfter, inclusiveAfter)))
    #expect(explanation.leads.first?.function == f && explanation.leads.first?.kind == kind)
  }

  @Test func `an inclusive count that exceeds all instructions is dropped`() throws {
    let f = Self.app("day(of:)")
    let counts = CallCounts([
      .init(function: f, own: 300, inclusive: 1_190_000_000_000, calls: 72_048)
    ])
    let explanation = try explain(
      [([Self.main, f], 100, 200), ([Self.main], 100, 100)],
      work: Pair(baseline: counts, candidate: counts))
    #expect(explanation.leads.first?.work?.candidate.own == 300)
    #expect(explanation.leads.first?.work?.candidate.inclusive == nil)
  }

  @Test func `the explanation says why nothing was counted`() throws {
    let counts: [Count] = [([Self.main, Self.app("f()")], 100, 200)]
    #expect(
      try explain(counts, uncounted: "Valgrind is not installed").caveats.contains(
        .noWork("Valgrind is not installed")))
  }

  @Test func `C functions without a visible caller count as lacking frame pointers`() throws {
    func c(_ name: String, _ module: String = "program") -> ProfiledFunction {
      Self.app(name, module)
    }
    let start = ProfiledFunction(
      name: "__libc_start_call_main", module: "libc.so", kind: .runtime)
    func share(_ paths: [[ProfiledFunction]]) throws -> Double {
      let counts: [Count] = paths.map { ($0, 1_000, 1_000) }
      return try explain(counts).flatShare
    }
    let flat = try share([[c("index_of")], [Self.memmove], [start, c("main"), c("index_of")]])
    #expect(abs(flat - 1.0 / 3) < 0.01)
    #expect(try share([[start, c("main"), c("f")], [c("_start"), c("main")]]) == 0)
    // Asynchronous functions of Swift are called by nobody.
    #expect(try share([[c("day(of:)", "App")]]) == 0)
    #expect(try share([[.service("web"), c("answer", "web: program")]]) == 1)
    #expect(
      try explain([([c("index_of")], 1_000, 1_000)]).caveats.contains(.noCallChains(1)))
  }
}
