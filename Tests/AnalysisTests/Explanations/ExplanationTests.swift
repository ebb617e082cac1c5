import SeededRandom
import Statistics
import TestSupport
import Testing

@testable import Analysis
@testable import Recording

struct ExplanationTests {
  private func explain(
    _ profiles: [Pair<Profile>], work: Pair<CallCounts>? = nil
  ) throws -> Explanation {
    try Explanation(
      story: "list", baseline: "a", candidate: "b", profiles: profiles, work: work)
  }

  /// Profiles of twenty pairs, in which functions below `main` have so many samples on either side, and
  /// swing by a few.
  private func profiles(_ counts: [(path: [String], baseline: Int, candidate: Int)]) throws
    -> [Pair<Profile>]
  {
    var random = SplitMix64(seed: 3)
    return try (0..<20).map { _ in
      func side(_ samples: KeyPath<(path: [String], baseline: Int, candidate: Int), Int>) throws
        -> Profile
      {
        var builder = ProfileBuilder()
        for count in counts where count[keyPath: samples] > 0 {
          builder.add(
            (["main"] + count.path).map { ProfiledFunction(name: $0, module: "m", kind: .app) },
            samples: count[keyPath: samples] + random.below(5))
        }
        return try builder.profile(samplePeriod: 100_000)
      }
      return Pair(baseline: try side(\.baseline), candidate: try side(\.candidate))
    }
  }

  private func kinds(_ explanation: Explanation) -> [String: ChangeKind?] {
    explanation.functions.filter(\.own.isShown).reduce(into: [:]) { $0[$1.function.name] = $1.kind }
  }

  @Test func `the function that takes longer comes first, followed by its callers`() throws {
    let explanation = try explain(Replay.profiles())
    let first = try #require(explanation.functions.first)
    #expect(first.function == Replay.Functions.retain && first.own.isShown)
    // 20 samples of 0.1 ms, whatever the swings.
    #expect(first.own.difference.lower < 2e6 && first.own.difference.upper > 2e6)
    #expect(explanation.functions.filter(\.own.isShown).count == 1)
    #expect(
      Set(explanation.functions.filter(\.isShown).map(\.function.name)) == [
        "swift_retain", "Inventory.sorted(_:)", "Inventory.list(matching:)", "main",
      ])
    #expect(explanation.functions[1].kind == .callees)
    #expect(abs(explanation.notLocated.difference.point) < 2e5)
    #expect(explanation.total.baseline == 20_000_000_000 / 200)
  }

  @Test func `a path is shown only if its function is shown`() throws {
    let tree = try explain(Replay.profiles()).tree
    let shown = tree.nodes.filter(\.inclusive.isShown).map(\.function.name)
    #expect(shown == ["main", "Inventory.list(matching:)", "Inventory.sorted(_:)", "swift_retain"])
    #expect(tree.nodes.allSatisfy { $0.inclusive.isShown || $0.inclusive.pValue == nil })
    #expect(tree.nodes.indices.allSatisfy { tree.nodes[$0].parent.map { $0 < 6 } ?? true })
  }

  @Test func `no function is shown if the sides are equal, or with only seven pairs`() throws {
    let pairs = try Replay.profiles()
    let same = pairs.enumerated().map { place, pair in
      place % 2 == 0 ? pair : Pair(baseline: pair.candidate, candidate: pair.baseline)
    }
    #expect(try explain(same).functions.allSatisfy { !$0.isShown })
    #expect(try explain(Array(pairs.prefix(7))).functions.allSatisfy { !$0.isShown })
  }

  @Test func `p values are adjusted for all stories, so that the same level shows a change`()
    throws
  {
    func changes(of stories: Int) throws -> [String: CostChange] {
      let explanation = try Explanation(
        story: "list", baseline: "a", candidate: "b", profiles: Replay.profiles(),
        stories: stories)
      return explanation.functions.reduce(into: [:]) { $0[$1.function.name] = $1.own }
    }
    let (alone, together) = (try changes(of: 1), try changes(of: 30))
    #expect(together["swift_retain"]?.isShown == true)
    for (name, change) in together {
      let p = try #require(change.pValue)
      let single = try #require(alone[name]?.pValue)
      #expect(abs(p - min(1, 30 * single)) < 1e-9, "\(name)")
      #expect(change.isShown == (p <= Explanation.alpha), "\(name)")
    }
  }

  @Test func `time that only moved between functions is no regression`() throws {
    // Renamed, inlined into its caller, and moved into a new helper.
    let renamed = try explain(profiles([(["old"], 300, 0), (["new"], 0, 300), (["f"], 500, 500)]))
    #expect(kinds(renamed) == ["old": .moved, "new": .moved])
    let inlined = try explain(
      profiles([(["f", "g"], 200, 0), (["f"], 300, 500), (["h"], 400, 400)]))
    #expect(kinds(inlined) == ["f": .moved, "g": .moved])
    // Twice as much as was lost is no move.
    let grown = try explain(profiles([(["old"], 300, 0), (["new"], 0, 600), (["f"], 500, 500)]))
    #expect(kinds(grown) == ["old": .vanished, "new": .appeared])
    // Far from each other in the calls, it is another thing.
    let far = try explain(
      profiles([(["a", "old"], 300, 0), (["b", "new"], 0, 300), (["a"], 90, 90), (["b"], 90, 90)]))
    #expect(kinds(far) == ["old": .vanished, "new": .appeared])
  }

  @Test func `a sum of functions counts as changed at the same level as a single function`() throws
  {
    // 0 lost 10, its caller 1 gained 10 and a half, of which scipy's permutation_test says p = 0.015.
    let swings = (0..<20).map { $0 % 2 == 0 ? 0.8 : -0.8 }
    let differences = [swings.map { -10 + $0 / 10 }, swings.map { 10.5 + $0 * 0.9 }]
    let changes = try differences.enumerated().map { number, series in
      (
        number,
        CostChange(
          baseline: 50, candidate: 50, difference: try PairedDifference.estimate(series), pValue: 0,
          isShown: true)
      )
    }
    for (alpha, moved) in [(0.05, []), (0.001, [0, 1])] {
      let time = try MovedTime(
        Dictionary(uniqueKeysWithValues: changes), differences: differences, callers: [[1], []],
        alpha: alpha)
      #expect(time.functions == Set(moved))
    }
  }

  @Test(arguments: [
    // Calls and instructions of both sides.
    (100, 1_000, 150, 1_500, Optional(ChangeKind.calls)), (100, 1_000, 100, 1_500, .work),
    (100, 1_000, 100, 1_000, .speed), (100, 1_000, 100, 990, .speed),
    (100, 1_000, 100, 1_040, .speed), (0, 1_000, 0, 1_500, .work),
    // More work, but not enough for the time: a call is costlier, and few more calls are not the reason.
    (100, 1_000, 100, 1_100, .work), (100, 1_000, 110, 1_100, nil),
    // Less work in more time.
    (100, 1_000, 100, 800, nil), (100, 1_000, 50, 800, nil),
  ])
  func `exact counts distinguish more calls, more work per call and slower work`(
    _ calls: Int, _ own: Int, _ callsAfter: Int, _ ownAfter: Int, _ kind: ChangeKind?
  ) throws {
    let function = ProfiledFunction(name: "f", module: "m", kind: .library)
    func counts(_ calls: Int, _ own: Int) -> CallCounts {
      CallCounts([
        .init(function: function, own: Int64(own), inclusive: Int64(own), calls: Int64(calls))
      ])
    }
    let explanation = try explain(
      profiles([(["f"], 400, 600), (["g"], 600, 600)]),
      work: Pair(baseline: counts(calls, own), candidate: counts(callsAfter, ownAfter)))
    #expect(kinds(explanation) == ["f": kind])
    #expect(explanation.functions[0].work?.candidate.calls == Int64(callsAfter))
  }

  @Test(arguments: [
    // Samples and instructions of the function on the other side, and in how many layouts.
    (430, 1_000, 1, true), (430, 1_040, 1, false), (430, 1_000, 8, false), (900, 1_000, 1, false),
  ])
  func `if the same work takes longer, within what layouts can cause, the layout is suspect`(
    _ samples: Int, _ own: Int, _ layouts: Int, _ isSuspect: Bool
  ) throws {
    let function = ProfiledFunction(name: "f", module: "m", kind: .library)
    func counts(_ own: Int) -> CallCounts {
      CallCounts([.init(function: function, own: Int64(own), inclusive: Int64(own), calls: 1)])
    }
    let explanation = try Explanation(
      story: "s", baseline: "a", candidate: "b",
      profiles: profiles([(["f"], 400, samples), (["g"], 600, 600)]),
      work: Pair(baseline: counts(1_000), candidate: counts(own)), layouts: layouts)
    #expect(explanation.functions[0].own.isShown)
    #expect(explanation.caveats.contains(.layoutSuspect) == isSuspect)
  }

  /// Profiles in which `f` has some samples, and `g` within it others, called or inlined.
  private func profiles(
    f: (Int, Int), g: (Int, Int), inlinedIn sides: (Bool, Bool),
    inlining: (Profile.Inlining?, Profile.Inlining?) = (.told, .told)
  ) throws -> [Pair<Profile>] {
    var random = SplitMix64(seed: 5)
    return try (0..<20).map { _ in
      func side(
        _ f: Int, _ g: Int, _ isInlined: Bool, _ inlining: Profile.Inlining?
      ) throws -> Profile {
        var builder = ProfileBuilder()
        let path = [ProfiledCall(ProfiledFunction(name: "f", module: "m", kind: .app))]
        let inner = ProfiledCall(
          ProfiledFunction(name: "g", module: "m", kind: .app), isInlined: isInlined)
        builder.add(calls: path, samples: f + random.below(5))
        if g > 0 { builder.add(calls: path + [inner], samples: g + random.below(5)) }
        return try builder.profile(samplePeriod: 100_000, inlining: inlining)
      }
      return Pair(
        baseline: try side(f.0, g.0, sides.0, inlining.0),
        candidate: try side(f.1, g.1, sides.1, inlining.1))
    }
  }

  /// Counts by symbol.
  private func counts(_ counts: [String: (calls: Int64, own: Int64)]) -> CallCounts {
    CallCounts(
      counts.map { name, count in
        .init(
          function: ProfiledFunction(name: name, module: "m", kind: .app), own: count.own,
          inclusive: count.own, calls: count.calls)
      })
  }

  @Test func `a function counts as the same function whether it is called or inlined`() throws {
    let same = try explain(profiles(f: (300, 300), g: (600, 600), inlinedIn: (false, true)))
    #expect(same.functions.allSatisfy { !$0.isShown })
    let slower = try explain(profiles(f: (300, 300), g: (600, 700), inlinedIn: (false, true)))
    #expect(Array(kinds(slower).keys) == ["g"])
    let g = try #require(slower.functions.first)
    #expect(g.function.name == "g" && g.isInlined == Pair(baseline: false, candidate: true))
    let node = try #require(slower.tree.nodes.last)
    #expect(node.function.name == "g" && node.isInlined == Pair(baseline: false, candidate: true))
    #expect(slower.inlining == .told)
  }

  @Test func `a function that moved below another caller makes neither of them slower`() throws {
    // A function without a frame pointer hides its caller f; inlined into it, it does not.
    let seen = try explain(
      profiles([(["g"], 600, 0), (["f", "g"], 0, 600), (["f"], 60, 60), (["h"], 400, 400)]))
    #expect(kinds(seen).isEmpty)
    let f = try #require(seen.functions.first { $0.function.name == "f" })
    #expect(f.inclusive.isShown && f.kind == .moved)
    // Where g takes longer as well, f is slower by what it calls.
    let slower = try explain(
      profiles([(["g"], 600, 0), (["f", "g"], 0, 900), (["f"], 60, 60), (["h"], 400, 400)]))
    #expect(kinds(slower) == ["g": nil])
    #expect(slower.functions.first { $0.function.name == "f" }?.kind == .callees)
  }

  @Test
  func `if one side lacks inlining information, inlined time counts for the caller on both sides`()
    throws
  {
    // All of g is in f's time on the side without debug information.
    let explanation = try explain(
      profiles(
        f: (300, 900), g: (600, 0), inlinedIn: (true, false),
        inlining: (.told, .noDebugInformation)))
    #expect(explanation.functions.map(\.function.name) == ["f"])
    #expect(explanation.functions.allSatisfy { !$0.isShown })
    #expect(explanation.caveats.contains(.noInlining(.noDebugInformation)))
    // A run that never saw the app says nothing about that.
    let told = try explain(
      profiles(f: (300, 300), g: (600, 600), inlinedIn: (true, true), inlining: (.told, nil)))
    #expect(told.inlining == .told && told.functions.count == 2)
  }

  @Test func `a service's functions are kept apart from its driver's`() throws {
    let f = ProfiledFunction(name: "f", module: "libc.so", kind: .runtime)
    func profile(_ samples: Int, _ inlining: Profile.Inlining?, lost: Int) throws -> Profile {
      var builder = ProfileBuilder()
      builder.add(calls: [ProfiledCall(f), ProfiledCall(f, isInlined: true)], samples: samples)
      return try builder.profile(samplePeriod: 10, lostSamples: lost, inlining: inlining)
    }
    let both = try profile(3, .told, lost: 1).beside(profile(5, nil, lost: 2), of: "server")
    let own = ProfiledFunction(name: "f", module: "server: libc.so", kind: .runtime)
    #expect(both.functions == [f, .service("server"), own])
    #expect(both.nodes.map(\.samples) == [0, 3, 0, 0, 5])
    #expect(both.nodes.map(\.parent) == [nil, 0, nil, 2, 3])
    #expect(both.nodes.map(\.isInlined) == [false, true, false, false, true])
    #expect(both.lostSamples == 3 && both.inlining == .told && both.samplePeriod == 10)
    #expect(own.ownModule == "libc.so" && both.functions[1].isService && !own.isService)
  }

  @Test func `an inlined function has no exact counts, since they are per symbol`() throws {
    // f with g inlined: half as much again in g, so half of the symbol's instructions.
    let work = Pair(
      baseline: counts(["f": (10, 1_200)]), candidate: counts(["f": (10, 1_800)]))
    let inlined = try explain(
      profiles(f: (600, 600), g: (600, 1_200), inlinedIn: (true, true)), work: work)
    #expect(kinds(inlined) == ["g": nil])
    #expect(inlined.functions.first?.work == nil)
    #expect(!inlined.caveats.contains(.noWork(nil)))
    // f itself changed: its time with what was inlined into it is what was counted.
    let host = try explain(
      profiles(f: (600, 1_200), g: (600, 600), inlinedIn: (true, true)), work: work)
    #expect(kinds(host) == ["f": .work])
    #expect(host.functions.first?.work?.candidate.own == 1_800)
    // Both did, so nobody knows whose the instructions are.
    let both = try explain(
      profiles(f: (600, 1_200), g: (600, 1_200), inlinedIn: (true, true)), work: work)
    #expect(kinds(both) == ["f": nil, "g": nil])
  }

  @Test(arguments: [
    // Calls and instructions of the side without a sample, and of the other.
    (1, 50, 1_000, 50_000, Optional(ChangeKind.calls)), (1, 50, 1, 50_000, .work),
    (7, 50_000, 7, 50_000, .speed), (0, 0, 1_000, 50_000, .appeared), (1, 50, 0, 0, nil),
  ])
  func `a function is new only if the other side is not counted to run it`(
    _ calls: Int64, _ own: Int64, _ callsAfter: Int64, _ ownAfter: Int64, _ kind: ChangeKind?
  ) throws {
    let (few, many) = (counts(["f": (calls, own)]), counts(["f": (callsAfter, ownAfter)]))
    let grown = try explain(
      profiles([(["f"], 0, 200), (["g"], 600, 600)]), work: Pair(baseline: few, candidate: many))
    #expect(kinds(grown) == ["f": kind])
    let shrunk = try explain(
      profiles([(["f"], 200, 0), (["g"], 600, 600)]), work: Pair(baseline: many, candidate: few))
    #expect(kinds(shrunk) == ["f": kind == .appeared ? .vanished : kind])
  }

  @Test(arguments: [(false, true), (true, false)])
  func `the layout is not suspect if what takes longer is a service's, which is not counted`(
    _ isOfService: Bool, _ isSuspect: Bool
  ) throws {
    // g, inlined into f, takes longer; the driver does the same work on both sides.
    let slower = try profiles(f: (600, 600), g: (600, 660), inlinedIn: (true, true))
    let driver = try profiles(f: (400, 400), g: (0, 0), inlinedIn: (false, false))
    let beside = try zip(driver, slower).map { driver, service in
      Pair(
        baseline: try driver.baseline.beside(service.baseline, of: "server"),
        candidate: try driver.candidate.beside(service.candidate, of: "server"))
    }
    let work = Pair(baseline: counts(["f": (1, 1_000)]), candidate: counts(["f": (1, 1_000)]))
    let explanation = try explain(isOfService ? beside : slower, work: work)
    #expect(Array(kinds(explanation).keys) == ["g"])
    #expect(explanation.caveats.contains(.layoutSuspect) == isSuspect)
  }

  @Test func `time in recursive calls is counted once`() throws {
    var builder = ProfileBuilder()
    let (f, g) = (
      ProfiledFunction(name: "f", module: "m", kind: .app),
      ProfiledFunction(name: "g", module: "m", kind: .app)
    )
    builder.add([f, g, f, g], samples: 5)
    let profile = try builder.profile(samplePeriod: 1)
    let joint = JointProfile([Pair(baseline: profile, candidate: profile)])
    #expect(joint.times.map(\.inclusive.baseline) == [[5], [5]])
    #expect(joint.times.map(\.own.baseline) == [[0], [5]])
  }

  @Test func `caveats name lost samples, missing symbols, an interpreter and too few samples`()
    throws
  {
    let explanation = try explain(Replay.profiles())
    #expect(explanation.caveats == [.noWork(nil)])
    var lossy = try Replay.profiles()
    lossy[0].candidate = try Profile(
      functions: lossy[0].candidate.functions, nodes: lossy[0].candidate.nodes,
      samplePeriod: 100_000, lostSamples: 10_000)
    #expect(
      try explain(lossy).caveats.contains {
        if case .lostSamples(let lost) = $0 {
          lost.baseline == 0 && lost.candidate > 0
        } else {
          false
        }
      })
    func caveats(
      _ kind: ModuleKind, _ module: String, below callers: ProfiledFunction...
    ) throws -> [Explanation.Caveat] {
      var builder = ProfileBuilder()
      builder.add(
        callers + [ProfiledFunction(name: "f", module: module, kind: kind)], samples: 2_000)
      let profile = try builder.profile(samplePeriod: 100_000)
      return try explain(
        (0..<20).map { _ in Pair(baseline: profile, candidate: profile) }
      ).caveats
    }
    // A stripped program, and an interpreter.
    #expect(try caveats(.unknown, "program").contains(.noSymbols(1, module: "program")))
    for kind in [ModuleKind.runtime, .unknown] {
      let told = try caveats(kind, "python3.11")
      #expect(told.contains(.interpreter(1, module: "python3.11")), "\(told)")
      #expect(!told.contains(.noSymbols(1, module: "python3.11")))
      // It names what it runs, be it the app's or its own.
      for module in ["shop.py", "<frozen posixpath>"] {
        let named = ProfiledFunction(name: "g", module: module, kind: .runtime)
        let told = try caveats(kind, "python3.12", below: named)
        #expect(!told.contains(.interpreter(1, module: "python3.12")), "\(told)")
      }
    }
    // A stripped service, not Node.
    let exporter = try caveats(.unknown, "node_exporter")
    #expect(exporter.contains(.noSymbols(1, module: "node_exporter")))
    let short = try explain(profiles([(["f"], 40, 60), (["g"], 60, 60)]))
    #expect(short.caveats.contains { if case .fewSamples(let n) = $0 { n < 200 } else { false } })
  }

  @Test func `a profile that contradicts itself is refused`() throws {
    let f = ProfiledFunction(name: "f", module: "m", kind: .app)
    #expect(throws: RecordingError.damagedProfile(node: 0)) {
      try Profile(
        functions: [f], nodes: [.init(parent: 0, function: 0, samples: 1)], samplePeriod: 1,
        lostSamples: 0)
    }
    #expect(throws: RecordingError.damagedProfile(node: nil)) {
      try Profile(functions: [f], nodes: [], samplePeriod: 0, lostSamples: 0)
    }
  }
}
