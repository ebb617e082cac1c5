import Foundation
import Metrics
import Statistics
import TestSupport
import Testing

@testable import Analysis
@testable import Recording

struct CountedExplanationTests {
  private func profile(
    _ counts: [String: Int], types: [String: Int] = [:], lost: Int = 0
  ) throws -> Profile {
    var builder = ProfileBuilder()
    let main = ProfiledFunction(name: "main", module: "app", kind: .app)
    for (name, count) in counts.sorted(by: { $0.key < $1.key }) {
      builder.add([main, ProfiledFunction(name: name, module: "app", kind: .app)], samples: count)
    }
    for (type, count) in types.sorted(by: { $0.key < $1.key }) {
      builder.add(
        [main, ProfiledFunction(name: "make", module: "app", kind: .app)], samples: count,
        ofType: type)
    }
    return try builder.profile(in: .blocks, samplePeriod: 1, lostSamples: lost)
  }

  private func explain(
    _ baseline: [Profile], _ candidate: [Profile], names: (String, String) = ("a", "b")
  ) throws -> Explanation {
    try Explanation(
      story: "s", metric: .allocations, baseline: names.0, candidate: names.1,
      counts: zip(baseline, candidate).map { Pair(baseline: $0, candidate: $1) })
  }

  @Test
  func `if counts repeat, a function that allocates one more block is listed before its caller`()
    throws
  {
    let before = try profile(["read": 100, "draw": 50])
    let after = try profile(["read": 101, "draw": 50])
    let explanation = try explain([before, before, before], [after, after, after])
    let shown = explanation.functions.filter(\.isShown)
    #expect(shown.map(\.function.name) == ["read", "main"])
    #expect(shown[0].own.baseline == 100 && shown[0].own.candidate == 101)
    #expect(shown[0].own.difference.point == 1 && shown[1].kind == .callees)
    #expect(explanation.total.difference.point == 1 && explanation.unrepeated == 0)
    #expect(explanation.notLocated.difference.point == 0 && explanation.caveats == [])
  }

  @Test func `counts that vary are shown only if the sides are further apart than either spreads`()
    throws
  {
    let near = try explain(
      [100, 104, 102].map { try profile(["read": $0]) },
      [105, 107, 106].map { try profile(["read": $0]) })
    #expect(near.functions.allSatisfy { !$0.isShown })
    #expect(near.unrepeated == 1 && near.caveats.contains(.varies(1)))
    // Equal means of counts that vary are not equal counts.
    let mean = try explain(
      [100, 102, 101].map { try profile(["read": $0]) },
      [101, 101, 101].map { try profile(["read": $0]) })
    #expect(mean.total.difference.point == 0 && mean.caveats == [.varies(1)])
    let far = try explain(
      [100, 104, 102].map { try profile(["read": $0]) },
      [109, 111, 110].map { try profile(["read": $0]) })
    let read = try #require(far.functions.first { $0.function.name == "read" })
    // From 109 - 104 to 111 - 100.
    #expect(read.own.isShown && read.own.difference.lower == 5 && read.own.difference.upper == 11)
    #expect(read.own.difference.point == 8)
  }

  @Test func `objects are compared by type, and those of cycles per cycle`() throws {
    func cycles(_ count: Int) throws -> Profile {
      var builder = ProfileBuilder()
      builder.add(
        [ProfiledFunction(name: "open", module: "app", kind: .app)], samples: count,
        ofType: "Inventory.Session")
      return try builder.profile(in: .blocks, samplePeriod: 1 / 20)
    }
    let explanation = try explain(
      Array(repeating: profile([:]), count: 3), Array(repeating: cycles(240), count: 3))
    let type = try #require(explanation.types.first)
    #expect(type.type == "Inventory.Session" && type.change.isShown)
    #expect(abs(type.change.difference.point - 12) < 1e-9)
    #expect(explanation.functions.first?.kind == .appeared)
  }

  @Test func `a cache that has filled is not called retained without a note`() throws {
    func caveats(_ blocks: [Int64]) throws -> [Explanation.Caveat] {
      var runs: [Run] = []
      for round in 1...3 {
        for build in ["a", "b"] {
          var run = Replay.run("s", on: build, kind: .cycles, round: round)
          run.cycles = Replay.cycles()
          if build == "b" { run.cycles?.liveBlocks = blocks }
          run.profile = try profile(build == "b" ? ["open": 20] : [:])
          runs.append(run)
        }
      }
      var experiment = Replay.experiment(stories: ["s"], builds: Replay.builds("a", "b"))
      experiment.decision = Decision(
        purpose: .explanation, baseline: "a", candidate: "b", rule: .standard,
        explained: .retainedBlocks)
      let found = try ExperimentAnalysis(experiment, runs: runs).explanations
      return try #require(found.first?.explanation).caveats
    }
    #expect(try caveats((0..<25).map { Int64(100 + min($0, 10)) }) == [.notRetained(["b"])])
    #expect(try caveats((0..<25).map { Int64(100 + $0) }) == [])
  }

  @Test func `for a single build, the functions and types that allocate most come first`() throws {
    let counts = try profile(["read": 5, "draw": 50], types: ["A": 2, "B": 7])
    let explanation = try explain(
      [counts, counts, counts], [counts, counts, counts], names: ("a", "a"))
    #expect(explanation.isOfOne && explanation.caveats == [])
    #expect(explanation.functions.map(\.function.name) == ["draw", "make", "read", "main"])
    #expect(explanation.types.map(\.type) == ["B", "A"])
  }

  @Test func `a full table is reported with the number of blocks that are not in it`() throws {
    let full = try profile(["read": 5], lost: 12)
    let explanation = try explain([full, full, full], [full, full, full])
    // What is not in it may differ, so the counts are not called the same.
    #expect(explanation.caveats == [.fullTable(24)])
  }

  @Test func `services are said to be left out`() throws {
    let counts = try profile(["read": 5])
    let runs = (1...3).flatMap { round in
      ["a", "b"].map { build -> Run in
        var run = Replay.run("s", on: build, kind: .allocations, round: round)
        run.profile = counts
        return run
      }
    }
    var experiment = Replay.experiment(stories: ["s"], builds: Replay.builds("a", "b"))
    experiment.decision = Decision(
      purpose: .explanation, baseline: "a", candidate: "b", rule: .standard,
      explained: .allocations)
    experiment.scenario = """
      scenario: s
      builds: { a: { command: [./a] }, b: { command: [./b] } }
      services: { server: { command: [server, "${port}"] } }
      stories: { s: { steps: [{ ask: { for: all }, expect: { answer: "1" } }] } }
      """
    let explained = try ExperimentAnalysis(experiment, runs: runs).explanations.first
    #expect(explained?.explanation?.caveats == [.noChange, .servicesLeftOut(["server"])])
  }

  @Test func `a profile of blocks is stored and read back with its types`() throws {
    let blocks = try profile(["read": 5], types: ["A": 2])
    let again = try JSONDecoder().decode(Profile.self, from: JSONEncoder().encode(blocks))
    #expect(again == blocks && again.types == ["A": 2] && again.unit == .blocks)
  }
}
