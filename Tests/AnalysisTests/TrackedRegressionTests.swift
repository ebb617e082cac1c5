import Foundation
import Metrics
import Recording
import Scenarios
import TestSupport
import Testing

@testable import Analysis

struct TrackedRegressionTests {
  private typealias Judged = (experiment: Experiment, judgement: Judgement)

  /// A check of ten pairs whose candidate is slower by `percent`, or by `percent` in every other pair.
  private func check(
    _ number: Int, _ percent: Double, against baseline: String = "v1", isUnsure: Bool = false,
    purpose: Decision.Purpose = .check, after ancestry: [String]? = nil,
    gate limit: Gate.Limit? = nil, machine: Environment = Replay.machine(), scenario: String = "",
    contents: String? = nil
  ) throws -> Judged {
    var experiment = Replay.experiment(
      number: Int64(number), builds: [baseline, "work tree"], rounds: 10, commit: "c\(number)",
      environment: machine)
    experiment.scenario = scenario
    experiment.stories[0].contents = contents
    experiment.builds = [(baseline, baseline), ("work tree", "c\(number)")].map {
      BuildRecord(
        name: $0.0, recipe: "swift build",
        revision: Revision(
          commit: $0.1, branch: nil, committedAt: .distantPast, isDirty: false))
    }
    experiment.decision = Decision(
      purpose: purpose, baseline: baseline, candidate: "work tree", rule: .standard)
    experiment.decision?.ancestry = ancestry ?? (1...number).map { "c\($0)" }.reversed()
    var runs: [Run] = []
    for round in 1...10 {
      let wobble = 0.001 * Double(round % 3 - 1)
      let shift = isUnsure && round.isMultiple(of: 2) ? -percent : percent
      for (build, cost) in [(baseline, 1e8), ("work tree", 1e8 * (1 + shift / 100 + wobble))] {
        runs.append(
          Replay.run("list", on: build, kind: .duet, round: round, [.cpuTime: cost]))
      }
    }
    return (
      experiment,
      try Judgement(
        ExperimentAnalysis(experiment, runs: runs), baseline: baseline, candidate: "work tree",
        gates: [Gate(metric: .cpuTime, limit: limit)])
    )
  }

  private func note(
    _ experiment: Int64, _ decision: RegressionNote.Decision, at seconds: Double = 0
  ) -> RegressionNote {
    RegressionNote(
      experiment: experiment, cell: "list/cpu-time", decision: decision,
      decidedAt: Date(timeIntervalSince1970: seconds))
  }

  private let now = Date(timeIntervalSince1970: 1_800_000_000)

  @Test func `a regression lasts from the check that finds it to the check that shows it gone`()
    throws
  {
    let checks = try [
      check(1, 0), check(2, 20), check(3, 22), check(4, 20, isUnsure: true), check(5, 0),
      check(6, 30),
    ]
    #expect(checks[3].judgement.gated.first?.outcome.verdict == .inconclusive)
    let found = TrackedRegression.all(in: checks.shuffled())
    #expect(found.map(\.name) == ["6/list/cpu-time", "2/list/cpu-time"])
    #expect(found.map(\.latest.number) == [6, 3])
    #expect(found.map { $0.state([], at: now) } == [.new, .fixed(by: 5)])
    #expect(abs(found[1].result.value.point - 1.22) < 0.001)
  }

  @Test func `a check against another baseline does not show a regression gone`() throws {
    // The commit is in main by then.
    let found = try TrackedRegression.all(
      in: [check(1, 20, against: "v1"), check(2, 0, against: "main")])
    #expect(found.map(\.name) == ["1/list/cpu-time"])
    #expect(found[0].state([], at: now).isOpen)
  }

  @Test func `of two regressions with one name, as with a budget, the open one is meant`() throws {
    let gone = try TrackedRegression.all(in: [check(1, 20), check(2, 0)])
    let open = try TrackedRegression.all(in: [check(1, 20, gate: .budget(1.05e8))])
    let name = "1/list/cpu-time"
    #expect(gone.named(name)?.gone?.number == 2)
    let meant = try #require((gone + open).named(name))
    #expect(meant.gone == nil && (gone + open).named("2/list/cpu-time") == nil)
  }

  private func states(_ checks: [Judged]) -> [TrackedRegression.Status] {
    TrackedRegression.all(in: checks.shuffled()).map { $0.state([], at: now) }
  }

  @Test func `a looser gate does not show a regression gone, unless the stricter one would pass`()
    throws
  {
    let loose = Gate.Limit.change(0.10)
    let (found, same) = (try check(1, 5), try check(2, 5, gate: loose))
    #expect(same.judgement.gated.first?.outcome.verdict == .withinGate)
    #expect(states([found, same]) == [.new])
    #expect(try states([found, same, check(3, 5, gate: loose), check(4, 0)]) == [.fixed(by: 4)])
    // Unchanged by both gates, and improved.
    #expect(try states([found, check(2, 0, gate: loose)]) == [.fixed(by: 2)])
    #expect(try states([found, check(2, -5, gate: loose)]) == [.fixed(by: 2)])
    // 2 % is within the gate that found 5 %.
    let strict = Gate.Limit.change(0.03)
    #expect(
      try states([check(1, 5, gate: strict), check(2, 2, gate: loose)]) == [.fixed(by: 2)])
    // The interval goes beyond the 2 % up to which the strict gate calls a cell unchanged.
    let unsure = try check(2, 4, isUnsure: true, gate: loose)
    #expect(unsure.judgement.gated.first?.outcome.verdict == .unchanged)
    #expect(states([found, unsure]) == [.new])
  }

  @Test func `the strictest gate that found a regression decides whether it is gone`() throws {
    let loose = Gate.Limit.change(0.10)
    let checks = try [check(1, 20, gate: loose), check(2, 5), check(3, 5, gate: loose)]
    #expect(states(checks) == [.new])
    #expect(TrackedRegression.all(in: checks).map(\.shownBy) == [[1, 2]])
    #expect(try states([check(1, 20, gate: loose), check(2, 5, gate: loose)]) == [.fixed(by: 2)])
  }

  @Test func `a check on another kind of machine does not show a regression gone`() throws {
    let found = try check(1, 20)
    for other in [Replay.machine(processors: 64), Replay.machine(architecture: "aarch64")] {
      #expect(try states([found, check(2, 0, machine: other)]) == [.new])
      // Found there, too, it can be fixed there.
      #expect(
        try states([found, check(2, 20, machine: other), check(3, 0, machine: other)])
          == [.fixed(by: 3)])
    }
    // Both sides are measured together, so a newer kernel or a like processor is no obstacle.
    let like = Replay.machine("CPU B", kernel: "Linux 6.12")
    #expect(try states([found, check(2, 0, machine: like)]) == [.fixed(by: 2)])
    // A budget of 105 ms is kept by a faster processor, whatever the commit does.
    let budget = Gate.Limit.budget(1.05e8)
    let over = try check(1, 20, gate: budget)
    #expect(try states([over, check(2, 0, gate: budget, machine: like)]) == [.new])
    #expect(try states([over, check(2, 0, gate: budget)]) == [.fixed(by: 2)])
  }

  @Test func `an edited story does not show a regression gone, but another edit may`() throws {
    func scenario(_ steps: String, _ gates: String = "") -> String {
      """
      scenario: e
      builds: { a: { command: [driver] } }
      stories: { list: { steps: [\(steps)] } }
      \(gates)
      """
    }
    let long = "{ list: { count: 100 }, expect: { count: 100 } }"
    let short = "{ list: { count: 10 }, expect: { count: 10 } }"
    let found = try check(1, 20, scenario: scenario(long))
    #expect(try states([found, check(2, 0, scenario: scenario(short))]) == [.new])
    #expect(try states([found, check(2, 0, scenario: "nothing")]) == [.new])
    let gated = scenario(long, "gates: [{ metric: cpu-time }]")
    #expect(try states([found, check(2, 0, scenario: gated)]) == [.fixed(by: 2)])
  }

  @Test func `a check of a story on other data does not show a regression gone`() throws {
    let found = try check(1, 20, contents: "1f")
    #expect(try states([found, check(2, 0, contents: "2e")]) == [.new])
    #expect(try states([found, check(2, 0, contents: "1f")]) == [.fixed(by: 2)])
    // Found there, too, it can be fixed there.
    let again = try check(2, 20, contents: "2e")
    #expect(try states([found, again, check(3, 0, contents: "2e")]) == [.fixed(by: 3)])
  }

  @Test func `a check whose sides ran different drivers does not show a regression gone`() throws {
    func running(_ harness: HarnessFinding, _ check: Judged) -> Judged {
      var check = check
      check.experiment.decision?.harness = harness
      return check
    }
    let found = try check(1, 20)
    let own = HarnessFinding(differing: ["Performance/driver.py"])
    #expect(try states([found, running(own, check(2, 0))]) == [.new])
    #expect(try states([found, running(own, check(2, 0)), check(3, 0)]) == [.fixed(by: 3)])
    let one = HarnessFinding(source: "work-tree", commit: "4c", taken: ["Performance/driver.py"])
    #expect(try states([found, running(one, check(2, 0))]) == [.fixed(by: 2)])
  }

  @Test func `a check of a branch without the commit does not show its regression gone`()
    throws
  {
    // c1 regresses; c2 and c3 are siblings of it, c4 goes on from c1.
    let checks = try [
      check(1, 20, after: ["c1"]), check(2, 0, after: ["c2"]), check(3, 25, after: ["c3"]),
      check(4, 0, after: ["c4", "c1"]),
    ]
    let early = TrackedRegression.all(in: Array(checks.prefix(2)))
    #expect(early.map(\.name) == ["1/list/cpu-time"] && early[0].state([], at: now) == .new)
    let found = TrackedRegression.all(in: checks.shuffled())
    #expect(found.map(\.name) == ["3/list/cpu-time", "1/list/cpu-time"])
    #expect(found.map { $0.state([], at: now) } == [.new, .fixed(by: 4)])
    #expect(found.map(\.shownBy) == [[3], [1]])
  }

  @Test func `regressions of two branches are gone when a commit after their merge is fixed`()
    throws
  {
    let found = TrackedRegression.all(
      in: try [
        check(1, 20, after: ["c1"]), check(2, 20, after: ["c2"]),
        check(3, 40, after: ["c3", "c1", "c2"]), check(4, 0, after: ["c4", "c1", "c2"]),
        check(5, 0, after: ["c5", "c3", "c1", "c2"]),
      ])
    #expect(found.map(\.shownBy) == [[2, 3], [1, 3]])
    #expect(found.map { $0.state([], at: now) } == [.fixed(by: 5), .fixed(by: 5)])
  }

  @Test func `a second check of the same commit can show its regression gone`() throws {
    var again = try check(2, 0, after: ["c1"])
    again.experiment.builds[1].revision?.commit = "c1"
    let found = TrackedRegression.all(in: [try check(1, 20), again])
    #expect(found[0].state([], at: now) == .fixed(by: 2))
  }

  @Test func `a check of changed files does not show the regression of a commit gone`() throws {
    func change(_ check: Judged) -> Judged {
      var check = check
      check.experiment.revision?.isDirty = true
      check.experiment.builds[1].revision?.isDirty = true
      return check
    }
    let (found, open) = (try check(1, 20), try change(check(2, 20)))
    #expect(try states([found, change(check(2, 0))]) == [.new])
    #expect(try states([found, open, change(check(3, 0))]) == [.new])
    #expect(try states([found, open, change(check(3, 0)), check(4, 0)]) == [.fixed(by: 4)])
    // What only changed files showed is gone with them.
    #expect(try states([open, change(check(3, 0))]) == [.fixed(by: 3)])
  }

  @Test func `if the ancestry of commits is unknown, no regression is gone`() throws {
    var later = try check(2, 0)
    later.experiment.decision?.ancestry = nil
    #expect(TrackedRegression.all(in: [try check(1, 20), later])[0].state([], at: now) == .new)
  }

  @Test func `a check without a commit does not show the regression of a commit gone`() throws {
    var later = try check(2, 0)
    later.experiment.builds[1].revision = nil
    later.experiment.revision = nil
    let found = try check(1, 20)
    #expect(TrackedRegression.all(in: [found, later])[0].state([], at: now) == .new)
    // Outside of a repository time is all that orders them.
    var first = found
    first.experiment.builds[1].revision = nil
    first.experiment.revision = nil
    #expect(TrackedRegression.all(in: [first, later])[0].state([], at: now) == .fixed(by: 2))
  }

  @Test func `a comparison that is not a check starts no tracked regression`() throws {
    #expect(try TrackedRegression.all(in: [check(1, 20, purpose: .comparison)]).isEmpty)
    #expect(try TrackedRegression.all(in: [check(1, 20, purpose: .strictCheck)]).count == 1)
  }

  @Test func `an acceptance ends with its day, and a note does not reopen a fixed regression`()
    throws
  {
    let regression = try #require(TrackedRegression.all(in: [check(1, 20)]).first)
    let day = try #require(CalendarDay("2026-11-24"))
    let accepted = note(1, .accepted(until: day))
    let end = Date(timeIntervalSince1970: 1_795_564_800)
    #expect(day.end == end)
    #expect(regression.state([accepted], at: end - 1) == .accepted(until: day))
    #expect(regression.state([accepted], at: end) == .new)
    let looking = note(1, .investigating)
    #expect(regression.state([looking], at: now) == .investigating)
    let fixed = try #require(TrackedRegression.all(in: [check(1, 20), check(2, 0)]).first)
    #expect(fixed.state([looking], at: now) == .fixed(by: 2))
    #expect(!fixed.state([looking], at: now).isOpen)
  }

  @Test func `the last decision counts, on whichever check that shows the regression it was made`()
    throws
  {
    let found = try TrackedRegression.all(in: [check(1, 20), check(2, 20), check(3, 20)])
    #expect(found.map(\.shownBy) == [[1, 2, 3]])
    let notes = [
      note(1, .new, at: 5), note(2, .investigating, at: 9), note(4, .new, at: 99),
      RegressionNote(
        experiment: 1, cell: "open/cpu-time", decision: .new, decidedAt: .distantFuture),
    ]
    #expect(found[0].state(notes, at: now) == .investigating)
  }

  @Test(arguments: [
    "2026-02-29", "2026-04-31", "26-01-01", "2026-1-01", "0000-01-01", "2026-01-01 ", "",
  ])
  func `a text that is no valid day is refused`(_ text: String) {
    #expect(CalendarDay(text) == nil)
  }

  @Test func `a leap day ends when March begins`() {
    // 2028-03-01T00:00:00Z by date(1).
    #expect(CalendarDay("2028-02-29")?.end == Date(timeIntervalSince1970: 1_835_481_600))
  }
}
