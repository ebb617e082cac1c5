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

  @Test func `the function that takes longer stands first, its callers after it`() throws {
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

  @Test func `a path is shown only where its function is`() throws {
    let tree = try explain(Replay.profiles()).tree
    let shown = tree.nodes.filter(\.inclusive.isShown).map(\.function.name)
    #expect(shown == ["main", "Inventory.list(matching:)", "Inventory.sorted(_:)", "swift_retain"])
    #expect(tree.nodes.allSatisfy { $0.inclusive.isShown || $0.inclusive.pValue == nil })
    #expect(tree.nodes.indices.allSatisfy { tree.nodes[$0].parent.map { $0 < 6 } ?? true })
  }

  @Test func `equal sides show nothing, and seven pairs never do`() throws {
    let pairs = try Replay.profiles()
    let same = pairs.enumerated().map { place, pair in
      place % 2 == 0 ? pair : Pair(baseline: pair.candidate, candidate: pair.baseline)
    }
    #expect(try explain(same).functions.allSatisfy { !$0.isShown })
    #expect(try explain(Array(pairs.prefix(7))).functions.allSatisfy { !$0.isShown })
  }

  @Test func `time that moved is no regression`() throws {
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

  @Test(arguments: [
    // Calls and instructions of both sides.
    (100, 1_000, 150, 1_500, ChangeKind.calls), (100, 1_000, 100, 1_500, .work),
    (100, 1_000, 100, 1_000, .speed), (100, 1_000, 100, 990, .speed),
    (100, 1_000, 100, 1_040, .speed), (0, 1_000, 0, 1_500, .work),
  ])
  func `exact work tells calls from what each costs`(
    _ calls: Int, _ own: Int, _ callsAfter: Int, _ ownAfter: Int, _ kind: ChangeKind
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
  func `where the same work takes longer, and no longer than layouts make, the layout is suspect`(
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

  @Test func `what recursion calls is counted once`() throws {
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

  @Test func `caveats are of what was seen`() throws {
    let explanation = try explain(Replay.profiles())
    #expect(explanation.caveats == [.noWork])
    var lossy = try Replay.profiles()
    lossy[0].candidate = try Profile(
      functions: lossy[0].candidate.functions, nodes: lossy[0].candidate.nodes,
      samplePeriod: 100_000, lostSamples: 10_000)
    #expect(
      try explain(lossy).caveats.contains { if case .lostSamples = $0 { true } else { false } })
    let short = try explain(profiles([(["f"], 40, 60), (["g"], 60, 60)]))
    #expect(short.caveats.contains { if case .fewSamples(let n) = $0 { n < 200 } else { false } })
  }

  @Test func `profiles that contradict themselves are refused`() throws {
    let f = ProfiledFunction(name: "f", module: "m", kind: .app)
    #expect(throws: ProfileError(place: 0)) {
      try Profile(
        functions: [f], nodes: [.init(parent: 0, function: 0, samples: 1)], samplePeriod: 1,
        lostSamples: 0)
    }
    #expect(throws: ProfileError(place: nil)) {
      try Profile(functions: [f], nodes: [], samplePeriod: 0, lostSamples: 0)
    }
  }
}
