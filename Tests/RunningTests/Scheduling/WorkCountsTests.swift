import Recording
import Running
import TestSupport
import Testing

/// Counts of what functions do, which only inform.
@Suite struct WorkCountsTests {
  /// An executor whose runs end as it is told.
  private final class Ending: Executor {
    let failure: RunFailure
    private(set) var executed: [String] = []

    init(_ failure: RunFailure) { self.failure = failure }

    func execute(_ planned: PlannedRun) -> Run {
      executed.append(planned.story)
      var run = Replay.run(planned.story, on: planned.build, kind: .counted, round: planned.round)
      run.ending = .failed(failure)
      return run
    }
  }

  private func count(
    by executor: Ending, after earlier: [Run] = []
  ) throws -> (counts: WorkCounts, stored: [Run]) {
    let counts = WorkCounts(
      Replay.experiment(stories: ["list", "lend"], builds: Replay.builds("a", "b"), rounds: 20),
      interruption: try Interruption())
    var stored: [Run] = []
    #expect(try counts.carryOut(after: earlier, by: executor) { stored.append($0) })
    return (counts, stored)
  }

  @Test func `a driver that refuses to count is asked once, and no failed run is stored`() throws {
    var failure = RunFailure(reason: .notMeasured, message: "The kit does not count.", step: "x")
    failure.countRefusal = "the kit does not count"
    let executor = Ending(failure)
    let (counts, stored) = try count(by: executor)
    #expect(executor.executed.count == 1 && stored.isEmpty)
    #expect(counts.refusal == "the kit does not count")
  }

  @Test func `a driver that can't be started under the counter is not tried again`() throws {
    let executor = Ending(RunFailure(reason: .crashed, message: "Under callgrind it was ended."))
    let (counts, stored) = try count(by: executor)
    #expect(executor.executed.count == 1 && stored.count == 1)
    #expect(counts.refusal == "Under callgrind it was ended")
  }

  @Test func `a story that fails under the counter is given up, and the next story is counted`()
    throws
  {
    let executor = Ending(
      RunFailure(reason: .timedOut, message: "Under callgrind it took too long.", step: "x"))
    let (counts, stored) = try count(by: executor)
    #expect(Set(executor.executed) == ["list", "lend"])
    // The sides of a round are made; one that failed is not tried a second time.
    #expect(executor.executed.count <= 4 && stored.count == executor.executed.count)
    #expect(counts.refusal == nil)
  }

  @Test func `a story that failed before is not counted`() throws {
    let executor = Ending(RunFailure(reason: .timedOut, message: "It took too long.", step: "x"))
    _ = try count(
      by: executor, after: [Replay.run("list", on: "a", kind: .duet, failed: .crashed)])
    #expect(Set(executor.executed) == ["lend"])
  }
}
