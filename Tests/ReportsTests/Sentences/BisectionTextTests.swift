import Foundation
import Metrics
import Recording
import TestSupport
import Testing

@testable import Analysis
@testable import Reports

struct BisectionTextTests {
  private func commit(_ hash: String) -> Commit {
    Commit(hash: hash, parents: [], author: "A", authoredAt: .distantPast, subject: "s")
  }

  /// A search whose time was up when the second of two stories had this many pairs.
  private func sentence(pairs: Int) throws -> String {
    let logarithms = (0..<10).map { $0.isMultiple(of: 2) ? 0.001 : -0.001 }
    let ends = [
      "a": try EndsTest(logarithms, tests: 2),
      "b": try EndsTest(Array(logarithms.prefix(pairs)), tests: 2),
    ]
    return Headline.sentences(result(ends), in: "")[0]
  }

  private func result(_ ends: [String: EndsTest], runs: [Run] = []) -> BisectionResult {
    BisectionResult(
      ExperimentAnalysis(Replay.experiment(stories: ["a", "b"]), runs: runs), good: commit("1"),
      [commit("2")], metric: .cpuTime, probability: 0.99, story: nil, ends: ends, nil, finding: nil,
      failures: [:], isInterrupted: false, isOutOfTime: true)
  }

  @Test(
    arguments: [
      (.backToBack(.refused("they differ"), in: .realTime), true), (.gang(turn: 5_000_000), true),
      (.backToBack(.gate), false), (.duet(.init(cpu: 1, slice: 1, tick: 1)), false),
      (.load(cpu: 1, crowding: nil), false),
    ] as [(Arrangement, Bool)])
  func `how pairs were made is told if they shared no CPU, unless the metric needs that`(
    _ arrangement: Arrangement, _ isTold: Bool
  ) {
    func pair(_ story: String, _ arrangement: Arrangement) -> [Run] {
      ["checked", "unchecked"].map { build in
        var run = Replay.run(story, on: build, kind: .duet)
        run.arrangement = arrangement
        return run
      }
    }
    let shared = Arrangement.duet(.init(cpu: 0, slice: 1, tick: 1))
    let told = result([:], runs: pair("a", shared) + pair("b", arrangement)).arrangementsApart
    #expect(told == (isTold ? [.arrangement(arrangement, stories: ["b"])] : []))
  }

  @Test func `the greatest change that may exist is given only if all stories were tested`()
    throws
  {
    let opening = "The time was up before a change of CPU time was shown between 1 and 2."
    let (all, some) = (try sentence(pairs: 10), try sentence(pairs: 3))
    #expect(all.hasPrefix("\(opening) If there is one, it is smaller than about 0."), "\(all)")
    #expect(some == "\(opening) Allow more (--max-time).")
  }

  /// Everything that is said of a culprit besides its change, which is this logarithm.
  private func notes(
    change: Double, of metric: Metric = .cpuTime, layouts: Int = 1
  ) throws -> [String] {
    let culprit = Commit(
      hash: "2", parents: ["1"], author: "A", authoredAt: .distantPast, subject: "s")
    var search = Bisection(CommitGraph([culprit], after: "1"), probability: 0.99)
    search.add((0..<12).map { change + ($0.isMultiple(of: 2) ? 0.001 : -0.001) }, of: 0)
    let finding = search.conclusion
    #expect(finding.kind == .one(0))
    var experiment = Replay.experiment(
      stories: ["a"], builds: Replay.builds("1", "2"), layouts: layouts)
    experiment.decision = Decision(
      purpose: .comparison, baseline: "1", candidate: "2", rule: .standard)
    let result = BisectionResult(
      ExperimentAnalysis(experiment, runs: []), good: commit("1"), [culprit], metric: metric,
      probability: 0.99, story: "a", ends: [:], search, finding: finding, failures: [:],
      isInterrupted: false, isOutOfTime: false)
    return Array(Headline.sentences(result, in: "").dropFirst())
  }

  @Test
  func `a small change in time may be moved code, unless several layouts were measured`() throws {
    let note = "It may be where the linker put the code, which was not checked."
    #expect(try notes(change: 0.05) == [note])
    #expect(
      try notes(change: -0.05) == ["It is an improvement: the newer end takes less.", note])
    #expect(try notes(change: 0.05, layouts: 8) == [])
    #expect(try notes(change: 0.2) == [])
    #expect(try notes(change: 0.05, of: .peakMemory) == [])
  }

  @Test func `that a change may have crept in is said if it is likely`() {
    #expect(Headline.otherwise(BisectionFinding.Models(one: 0.9, two: 0.07, crept: 0.03)) == "")
    #expect(
      Headline.otherwise(BisectionFinding.Models(one: 0.5, two: 0.1, crept: 0.4))
        == " Or it crept in: many commits made a little of it (40.0 %).")
  }

  @Test func `a probability is never rounded to certainty`() {
    #expect(Headline.percent(0.999_49) == "99.9 %")
    #expect(Headline.percent(0.9995) == "> 99.9 %")
    #expect(Headline.percent(0.0004) == "< 0.1 %")
  }
}
