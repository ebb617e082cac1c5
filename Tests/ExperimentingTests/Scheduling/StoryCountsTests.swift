import Experimenting
import Metrics
import Recording
import Running
import Scenarios
import TestSupport
import Testing

/// Counts that a driver refuses.
@Suite struct StoryCountsTests {
  /// An executor of which every driver refuses to count.
  private final class Refusing: Executor {
    var executed = 0

    func execute(_ planned: PlannedRun) -> Run {
      executed += 1
      var failure = RunFailure(reason: .notMeasured, message: "The kit does not count.")
      failure.countRefusal = "the kit does not count"
      var run = Replay.run(planned.story, on: planned.build, kind: .counted, round: planned.round)
      run.ending = .failed(failure)
      return run
    }
  }

  /// An executor under which every driver dies, at a step or before the first.
  private final class Dying: Executor {
    let step: String?
    var executed: [String] = []

    init(at step: String?) { self.step = step }

    func execute(_ planned: PlannedRun) -> Run {
      executed.append("\(planned.story) \(planned.build)")
      var run = Replay.run(planned.story, on: planned.build, kind: .counted, round: planned.round)
      run.ending = .failed(
        RunFailure(
          reason: .crashed, message: "Under callgrind the driver was ended.",
          step: step.map { StepName($0) }))
      return run
    }
  }

  /// An executor whose counts grow by this share from one to the next.
  private final class Growing: Executor {
    let share: Double
    var executed = 0

    init(by share: Double) { self.share = share }

    func execute(_ planned: PlannedRun) -> Run {
      executed += 1
      return Replay.run(
        planned.story, on: planned.build, kind: .counted, round: planned.round,
        [.instructions: 1e9 * (1 + share * Double(executed))])
    }
  }

  /// CPU time of one story, 2 % more on the candidate.
  private static let runs: [Run] = {
    var runs: [Run] = []
    for round in 1...20 {
      let time = 1e8 * (1 + 1e-4 * Double(round % 3))
      for (build, factor) in [("a", 1.0), ("b", 1.02)] {
        runs.append(
          Replay.run(
            "list", on: build, kind: .duet, round: round, [.cpuTime: time * factor]))
      }
    }
    return runs
  }()

  private func counts(
    _ gates: [Gate], rounds: Int = 0, by executor: any Executor
  ) throws -> (counts: StoryCounts, stored: [Run]) {
    var experiment = Replay.experiment(builds: Replay.builds("a", "b"), rounds: 20)
    experiment.decision = Decision(
      purpose: .check, baseline: "a", candidate: "b", rule: .standard)
    let counts = StoryCounts(
      experiment, gates: gates, rounds: rounds, interruption: try Interruption())
    var stored: [Run] = []
    #expect(try counts.carryOut(after: Self.runs, by: executor) { stored.append($0) })
    return (counts, stored)
  }

  @Test func `a driver that can't count is asked once, and has no failed run`() throws {
    let executor = Refusing()
    let (counts, stored) = try counts([Gate(metric: .cpuTime)], by: executor)
    #expect(executor.executed == 1)
    #expect(stored.isEmpty && counts.runs.isEmpty)
    #expect(counts.refusal == "the kit does not count")
  }

  @Test(arguments: [([Metric.cpuTime, .instructions], 0), ([.cpuTime], 3)])
  func `if counts were asked for, a driver that can't count is a failure`(
    _ gated: [Metric], _ rounds: Int
  ) throws {
    let (counts, stored) = try counts(
      gated.map { Gate(metric: $0) }, rounds: rounds, by: Refusing())
    #expect(counts.refusal == nil)
    #expect(!stored.isEmpty && stored.allSatisfy { $0.countingFailure != nil })
  }

  @Test(arguments: [(nil, 1), ("list: a step", 2)])
  func `a driver that dies under the counter is not tried again, and the check goes on`(
    _ step: String?, _ executed: Int
  ) throws {
    let executor = Dying(at: step)
    let (counts, stored) = try counts([Gate(metric: .cpuTime)], by: executor)
    #expect(Set(executor.executed).count == executed && executor.executed.count == executed)
    #expect(stored.count == executed)
    #expect(
      ["a", "b"].map {
        "counting instructions failed on '\($0)': Under callgrind the driver was ended"
      }.contains(counts.refusal))
  }

  @Test(arguments: [([Metric.cpuTime], 0.01, 3), ([.cpuTime], 1e-5, 6), ([.instructions], 0.01, 6)])
  func `counting ends after the second count that differs, unless a gate is on counts`(
    _ gated: [Metric], _ share: Double, _ executed: Int
  ) throws {
    let executor = Growing(by: share)
    let (counts, stored) = try counts(gated.map { Gate(metric: $0) }, by: executor)
    #expect(executor.executed == executed && stored.count == executed)
    #expect(counts.refusal == nil)
  }

  @Test func `a gate on counts gets as many as it takes, though fewer were asked for`() throws {
    let gated = Growing(by: 0)
    _ = try counts([Gate(metric: .instructions)], rounds: 1, by: gated)
    let asked = Growing(by: 0)
    _ = try counts([Gate(metric: .cpuTime)], rounds: 1, by: asked)
    #expect([gated.executed, asked.executed] == [6, 2])
  }

  @Test func `a count with a gate on it is tried again after a failure`() throws {
    let executor = Dying(at: nil)
    let (counts, _) = try counts([Gate(metric: .instructions)], by: executor)
    #expect(executor.executed.count > 1 && counts.refusal == nil)
  }

  private func work(
    by executor: any Executor, after earlier: [Run] = []
  ) throws -> (counts: StoryCounts, stored: [Run]) {
    let counts = StoryCounts(
      Replay.experiment(stories: ["list", "lend"], builds: Replay.builds("a", "b"), rounds: 20),
      gates: [], rounds: 0, ofWork: true, interruption: try Interruption())
    var stored: [Run] = []
    #expect(try counts.carryOut(after: earlier, by: executor) { stored.append($0) })
    return (counts, stored)
  }

  @Test func `for work, a driver that can't count is asked once, and has no failed run`() throws {
    let executor = Refusing()
    let (counts, stored) = try work(by: executor)
    #expect(executor.executed == 1 && stored.isEmpty)
    #expect(counts.refusal == "the kit does not count")
  }

  @Test func `for work, a driver that dies before its first step is not tried again`() throws {
    let executor = Dying(at: nil)
    let (counts, stored) = try work(by: executor)
    #expect(executor.executed.count == 1 && stored.count == 1)
    #expect(counts.refusal == "Under callgrind the driver was ended")
  }

  @Test func `for work, a story that fails is given up, and the next one is counted`() throws {
    let executor = Dying(at: "x")
    let (counts, stored) = try work(by: executor)
    #expect(Set(executor.executed.map { $0.prefix(4) }) == ["list", "lend"])
    // The sides of a round are made; one that failed is not tried a second time.
    #expect(executor.executed.count <= 4 && stored.count == executor.executed.count)
    #expect(counts.refusal == nil)
  }

  @Test func `for work, a story that failed before is not counted`() throws {
    let executor = Dying(at: "x")
    _ = try work(
      by: executor, after: [Replay.run("list", on: "a", kind: .duet, failed: .crashed)])
    #expect(Set(executor.executed.map { $0.prefix(4) }) == ["lend"])
  }
}
