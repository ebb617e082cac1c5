import Metrics
import Recording
import Statistics
import TestSupport
import Testing

@testable import Analysis
@testable import Reports
@testable import Tables

struct ExplanationTableTests {
  private func explanation(_ profiles: [Pair<Profile>]) throws -> Explanation {
    try Explanation(story: "list", baseline: "a", candidate: "b", profiles: profiles)
  }

  @Test func `changed functions are grouped, the app's group first and the deepest function first`()
    throws
  {
    let table = try Table.explanation(explanation(Replay.profiles()))
    #expect(table.sections.map(\.heading) == ["App", "Runtime and standard library"])
    let names = table.sections.map { $0.rows.map { $0[0].content } }
    #expect(
      names == [
        [.text("Inventory.sorted(_:)"), .text("Inventory.list(matching:)"), .text("main")],
        [.text("swift_retain")],
      ])
    #expect(table.sections[1].rows[0].last?.content == .text("longer"))
    #expect(table.sections[0].rows[0].last?.content == .text("what it calls takes longer"))
    #expect(table.notes.last == "2 other functions are not shown to have changed.")
  }

  @Test func `an inlined function is marked, on the side where it is inlined`() throws {
    let profiles = try Replay.profiles().map { pair in
      // In the candidate the list has its sorting in it.
      var builder = ProfileBuilder()
      for place in pair.candidate.nodes.indices {
        let path = pair.candidate.path(to: place).map {
          ProfiledCall($0, isInlined: $0 == Replay.Functions.sort)
        }
        builder.add(calls: path, samples: pair.candidate.nodes[place].samples)
      }
      return Pair(
        baseline: pair.baseline, candidate: try builder.profile(samplePeriod: 100_000))
    }
    let table = try Table.explanation(explanation(profiles))
    let names = table.sections.flatMap(\.rows).map { $0[0].content }
    #expect(names.contains(.text("Inventory.sorted(_:) (inlined now)")))
    #expect(table.notes.last?.hasPrefix("(inlined): the compiler put the function") == true)
    let graphs = try [PairSide.baseline, .candidate].map { side in
      try FlameGraph(explanation(profiles), of: side, number: 1).piece.markup
    }
    #expect(
      graphs.map { $0.contains("Inventory.sorted(_:), Inventory, inlined: ") } == [false, true])
  }

  @Test func `if no function is shown to have changed, the table says so`() throws {
    let same = try Replay.profiles().enumerated().map { place, pair in
      place % 2 == 0 ? pair : Pair(baseline: pair.candidate, candidate: pair.baseline)
    }
    let explanation = try explanation(same)
    let table = try Table.explanation(explanation)
    #expect(table.notes.first == "No function is shown to have changed.")
    #expect(
      table.sections.flatMap(\.rows).map(\.last?.content)
        == Array(repeating: .text("not shown"), count: 3))
    let sentence = ExplanationText.sentence(explanation)
    #expect(
      sentence.hasPrefix("list: b is not shown to take more or less CPU time than a ("),
      "\(sentence)")
    #expect(
      sentence.hasSuffix(" under the profiler). No function is shown to have changed."),
      "\(sentence)")
    #expect(explanation.caveats.contains(.noChange))
  }

  @Test func `the sentence on waiting says once for what, and of which service`() throws {
    let take = ProfiledFunction(name: "take_lock", module: "program", kind: .app)
    let wait = ProfiledFunction.waiting(for: .lock)
    func profile(_ samples: Int) throws -> Profile {
      var builder = ProfileBuilder()
      builder.add([take, wait], samples: samples)
      return try builder.profile(in: .offCPUTime, samplePeriod: 1000)
    }
    let profiles = try (0..<20).map { pair in
      let (baseline, candidate) = (try profile(20_000 + pair), try profile(40_000 + 2 * pair))
      return Pair(
        baseline: try baseline.beside(baseline, of: "server"),
        candidate: try candidate.beside(candidate, of: "server"))
    }
    let sentence = ExplanationText.sentence(
      try Explanation(
        story: "list", metric: .offCPUTime, baseline: "a", candidate: "b", profiles: profiles))
    #expect(
      sentence.contains("against a, services included: take_lock +20.0"), "\(sentence)")
    #expect(
      sentence.ranges(of: " ms for a lock or a thread").count == 2
        && sentence.ranges(of: " ms for a lock or a thread (server)").count == 1
        && !sentence.contains("[waits"), "\(sentence)")
  }

  @Test(arguments: [
    // Milliseconds more, beside 20 by which the sides differ in turns; the baseline's mean number of waits, which a
    // single run may raise above the candidate's; the sentence's parts, and the title of a box.
    (
      0, 80, "list: b is not shown to wait longer or shorter than a (",
      [
        " under the profiler), but save_file waits +4 times from 80. ",
        ". Waits: for a disk +4 times from 80. ",
      ], "40 ms, itself 0 ms. No change shown."
    ),
    (
      0, 126, "list: b is not shown to wait longer or shorter than a (",
      [
        " under the profiler), but save_file waits +4 times from 126. ",
        ". Waits: for a disk +4 times from 126. ",
      ], "40 ms, itself 0 ms. No change shown."
    ),
    (
      60, 80, "list: b waits +60.0 ms a run, all threads together (",
      [
        " against a: save_file +60.0 ms with callees (waits +4 times from 80). ",
        ". Waits: +60.0 ms for a disk (+4 times from 80). ",
      ], "100 ms, itself 0 ms. Change: +60.0 ms (+47.8 to +72.2)."
    ),
  ])
  func `how often a function waits is said, with its time if that is shown to have changed`(
    _ more: Int, _ mean: Int, _ start: String, _ parts: [String], _ title: String
  ) throws {
    let save = ProfiledFunction(name: "save_file", module: "program", kind: .app)
    func profile(_ milliseconds: Int, _ waits: Int) throws -> Profile {
      var builder = ProfileBuilder()
      builder.add([save, .waiting(for: .disk)], samples: milliseconds * 1000, waits: waits)
      return try builder.profile(in: .offCPUTime, samplePeriod: 1000)
    }
    let profiles = try (0..<20).map { pair in
      let swing = pair % 2 == 0 ? 10 : -10
      return Pair(
        baseline: try profile(40 + swing, pair == 0 ? 80 + 20 * (mean - 80) : 80),
        candidate: try profile(40 - swing + more, 84))
    }
    let explanation = try Explanation(
      story: "list", metric: .offCPUTime, baseline: "a", candidate: "b", profiles: profiles)
    let sentence = ExplanationText.sentence(explanation)
    #expect(sentence.hasPrefix(start) && parts.allSatisfy { sentence.contains($0) }, "\(sentence)")
    let table = try Table.explanation(explanation)
    #expect(
      table.sections.flatMap(\.rows).map(\.last?.content)
        == Array(repeating: .text("waits +4 times from \(mean)"), count: 2))
    #expect(table.notes.contains { $0.hasPrefix("Waits: how much more or less often threads") })
    let markup = FlameGraph(explanation, of: .candidate, number: 1).piece.markup
    #expect(markup.contains("<title>save_file, program: \(title)</title>"), "\(markup)")
  }

  @Test func `the sentence names the changed functions, and the cost that is not located`() throws {
    let sentence = try ExplanationText.sentence(explanation(Replay.profiles()))
    #expect(sentence.hasPrefix("list: b takes +2.0"), "\(sentence)")
    #expect(
      sentence.contains("(+2.0 % under the profiler) against a: Inventory.sorted(_:) +2.0"),
      "\(sentence)")
    #expect(
      sentence.contains(" ms with callees (what it calls takes longer), swift_retain +2.0"),
      "\(sentence)")
    #expect(sentence.hasSuffix(" ms are not located."), "\(sentence)")
  }

  @Test func `a function that changed does not make the sentence say that the whole did`() throws {
    // sorted takes 10 ms more in each pair, other 100 ms more or less in turns.
    func profile(_ sorted: Int, _ other: Int) throws -> Profile {
      var builder = ProfileBuilder()
      for (name, samples) in [("sorted", sorted), ("other", other)] {
        builder.add(
          [ProfiledFunction(name: name, module: "program", kind: .app)], samples: samples)
      }
      return try builder.profile(samplePeriod: 100_000)
    }
    let profiles = try (0..<20).map { pair in
      let swing = pair % 2 == 0 ? 500 : -500
      return Pair(
        baseline: try profile(100, 5_000 + swing),
        candidate: try profile(200 + pair % 2, 5_000 - swing))
    }
    let explanation = try explanation(profiles)
    #expect(explanation.caveats.contains(.noChange))
    #expect(explanation.leads.map(\.function.name) == ["sorted"])
    let sentence = ExplanationText.sentence(explanation)
    #expect(
      sentence.hasPrefix("list: b is not shown to take more or less CPU time than a (")
        && sentence.contains(" under the profiler), but sorted +10"), "\(sentence)")
  }

  private func change(
    own: Double, inclusive: Double, _ kind: ChangeKind?, of module: ModuleKind = .app,
    in file: String = "program"
  ) throws -> FunctionChange {
    func cost(_ change: Double) throws -> CostChange {
      CostChange(
        baseline: 100, candidate: 100 + change,
        difference: try Estimate(
          point: change, lower: change - 1, upper: change + 1, standardError: 0.5,
          confidenceLevel: 0.95), pValue: 0.001, isShown: true)
    }
    return FunctionChange(
      function: ProfiledFunction(name: "f", module: file, kind: module), own: try cost(own),
      inclusive: try cost(inclusive), kind: kind, attributed: inclusive)
  }

  @Test func `the words describe the function's own change, or that with callees`() throws {
    func words(_ own: Double, _ inclusive: Double, _ kind: ChangeKind?) throws -> [String] {
      let change = try change(own: own, inclusive: inclusive, kind)
      return [change.words, change.wordsWithCallees]
    }
    #expect(try words(-10, 90, nil) == ["shorter", "what it calls takes longer"])
    #expect(try words(10, 90, nil) == ["longer", "what it calls takes longer"])
    #expect(try words(10, 90, .speed) == ["same work, slower", "what it calls takes longer"])
    #expect(try words(10, 90, .calls) == ["called more often", "called more often"])
    #expect(try words(-10, -90, .work) == ["cheaper per call", "cheaper per call"])
  }

  @Test(arguments: [
    (ModuleKind.app, "program", "new", "gone"),
    (.runtime, "program", "new, or inlined before", "gone, or inlined now"),
    (.runtime, "libc.so", "new", "gone"),
  ])
  func `a function is called new only if it was counted, and can't have been inlined before`(
    _ kind: ModuleKind, _ module: String, _ new: String, _ gone: String
  ) throws {
    var appeared = try change(own: 9, inclusive: 9, .appeared, of: kind, in: module)
    var vanished = try change(own: -9, inclusive: -9, .vanished, of: kind, in: module)
    #expect([appeared.words, vanished.words] == ["not seen before", "not seen now"])
    let counts = [0, 3].map {
      CallCounts.Count(function: appeared.function, own: 70 * $0, inclusive: 70 * $0, calls: $0)
    }
    appeared.work = Pair(baseline: counts[0], candidate: counts[1])
    vanished.work = Pair(baseline: counts[1], candidate: counts[0])
    #expect([appeared.words, vanished.words] == [new, gone])
  }

  @Test func `the driver's kit is left out, and the report says so`() throws {
    let kit = ProfiledFunction(name: "Server.answer(_:)", module: "DriverKit", kind: .app)
    func profile(_ profile: Profile, _ isAll: Bool) throws -> Profile {
      var builder = ProfileBuilder()
      for place in profile.nodes.indices {
        let path = profile.path(to: place)
        builder.add(
          isAll ? [path[0], kit] + path.dropFirst() : [path[0], kit],
          samples: profile.nodes[place].samples)
      }
      return try builder.profile(samplePeriod: 100_000)
    }
    func table(_ isAll: Bool) throws -> (Table, String) {
      let explanation = try explanation(
        Replay.profiles().map {
          Pair(
            baseline: try profile($0.baseline, isAll), candidate: try profile($0.candidate, isAll))
        })
      return (try Table.explanation(explanation), ExplanationText.sentence(explanation))
    }
    let (whole, sentence) = try table(true)
    #expect(
      whole.sections.flatMap(\.rows).map { $0[0].content } == [
        .text("Inventory.sorted(_:)"), .text("Inventory.list(matching:)"), .text("swift_retain"),
      ])
    #expect(
      whole.notes.contains(
        "2 functions of the driver's kit, or above it, are left out: what the app does is below them."
      ))
    #expect(sentence.contains("against a: Inventory.sorted(_:)"), "\(sentence)")
    // Where nothing but the kit changed nothing is said of the app.
    let (empty, words) = try table(false)
    #expect(empty.sections.flatMap(\.rows).isEmpty)
    let nothing = "No function of the app is shown to have changed, only its driver's kit."
    #expect(empty.notes.first == nothing && words.hasSuffix(nothing), "\(words)")
  }

  @Test(arguments: [
    ("Inventory.list(matching:)", "Inventory.list(matching:)"),
    (
      "std::__introsort_loop<__gnu_cxx::__normal_iterator<int*, std::vector<int, std::allocator<int>>>, long>",
      "std::__introsort_loop<…>"
    ),
    (
      "ns::apply<std::vector<int, std::allocator<int>>, std::vector<int, std::allocator<int>>>::run",
      "ns::apply<…>::run"
    ),
    // An operator's brackets don't match.
    (
      "Comparison.<(_:_:andSomeOtherArgumentThatHasAVeryLongLabel:andAnother:)",
      "Comparison.<(_:_:andSomeOtherArgumentTha…gLabel:andAnother:)"
    ),
    (
      String(repeating: "n", count: 200),
      "\(String(repeating: "n", count: 40))…\(String(repeating: "n", count: 19))"
    ),
  ])
  func `long function names are shortened, and the sentence names only a few`(
    _ name: String, _ short: String
  ) throws {
    #expect(ProfiledFunction(name: name, module: "m", kind: .app).shortName == short)
    // A headline names three functions at most.
    let profiles = try (0..<20).map { pair in
      func side(_ samples: Int) throws -> Profile {
        var builder = ProfileBuilder()
        for number in 0..<9 {
          builder.add(
            [
              Replay.Functions.main,
              ProfiledFunction(name: "\(name)\(number)", module: "m", kind: .app),
            ], samples: samples + pair % 3)
        }
        return try builder.profile(samplePeriod: 100_000)
      }
      return Pair(baseline: try side(100), candidate: try side(150))
    }
    let sentence = try ExplanationText.sentence(explanation(profiles))
    #expect(sentence.contains(" and 6 more") && sentence.count < 400, "\(sentence)")
  }

  @Test func `what one build keeps is not called what it allocates, nor are its digits cut`()
    throws
  {
    let nothing = try ProfileBuilder().profile(in: .blocks, samplePeriod: 1)
    let counts = Array(repeating: Pair(baseline: nothing, candidate: nothing), count: 3)
    let kept = try Explanation(
      story: "list", metric: .retainedBlocks, baseline: "a", candidate: "a", counts: counts)
    #expect(try Table.explanation(kept).notes.first == "No function adds to retained-blocks.")
    let change = try Estimate(
      point: 0, lower: -0.5, upper: 0.5, standardError: 0, confidenceLevel: 0.95)
    #expect(ExplainedUnit(.retainedBlocks).change(change) == "0 blocks (-0.5 to +0.5)")
  }

  @Test(arguments: [("a", false), ("b", true)])
  func `a picture of one build is not said to show changes`(
    _ candidate: String, _ hasChanges: Bool
  ) throws {
    let nothing = try ProfileBuilder().profile(in: .blocks, samplePeriod: 1)
    let counts = Array(repeating: Pair(baseline: nothing, candidate: nothing), count: 3)
    let explanation = try Explanation(
      story: "list", metric: .allocations, baseline: "a", candidate: candidate, counts: counts)
    let markup = FlameGraph(explanation, of: .candidate, number: 1).piece.markup
    #expect(markup.contains("grey: no change shown") == hasChanges)
    #expect(markup.contains("the functions that changed") == hasChanges)
  }

  @Test func `one more function, one more type and one pair are in the singular`() throws {
    func profile(_ more: Int) throws -> Profile {
      var builder = ProfileBuilder()
      for number in 0..<2 {
        let name = "f\(number)"
        builder.add(
          [ProfiledFunction(name: name, module: "m", kind: .app)], samples: 9 + more, ofType: name)
      }
      return try builder.profile(in: .blocks, samplePeriod: 1)
    }
    let counts = Array(
      repeating: Pair(baseline: try profile(0), candidate: try profile(1)), count: 3)
    let explanation = try Explanation(
      story: "list", metric: .allocations, baseline: "a", candidate: "b", counts: counts)
    let notes = try Table.explanation(explanation, limit: 1).notes
    #expect(notes.contains("1 more function; --json has them."), "\(notes)")
    #expect(
      try Table.types(explanation, limit: 1)?.notes.last == "1 more type; --json has them.")
    let reason = ExplanationText.words(.tooFewPairs(found: 1, needed: 8), of: "list")
    #expect(reason.hasPrefix("list has 1 profiled pair; fewer than 8"), "\(reason)")
  }

  @Test func `services whose allocations are not recorded are named`() {
    #expect(
      ExplanationText.words(.servicesLeftOut(["db", "web"]), of: "list", in: .allocations)
        == "Services of list are left out: who allocates in 'db' and 'web' is not recorded.")
  }

  @Test func `each caveat says what to do`() {
    let caveats: [Explanation.Caveat] = [
      .lostSamples(Pair(baseline: 0, candidate: 0.02)), .noSymbols(0.4, module: "libx.so"),
      .interpreter(0.9, module: "python3.12"), .noWork("the driver counts no instructions"),
      .noWork(nil), .noCallChains(0.41), .noKernel, .fewSamples(200),
      .noInlining(.noDebugInformation), .noInlining(.noTool), .noInlining(.toolFailed), .noChange,
    ]
    expectSnapshot(
      caveats.map { ExplanationText.words($0, of: "list") }, named: "caveats", stating: "2.0 %",
      "40 %", "libx.so", "python3.12", "the driver counts no instructions", "41 %",
      "-fno-omit-frame-pointer", "sudo sysctl kernel.perf_event_paranoid=1", "200 samples a run",
      "'llvm-symbolizer'", "'llvm-symbolizer' failed", "--pairs")
  }
}
