import Recording
import Running
import Synchronization
import Testing

@Suite struct RunnerTests {
  @Test func `each run is stored before the next begins`() throws {
    let log = EventLog()
    let runner = try runner(log)
    let isComplete = try runner.carryOut(RunMaking.plan(rounds: 2)) {
      log.note("store \($0.position)")
    }
    #expect(isComplete)
    #expect(
      log.events == [
        "execute 1", "store 1", "execute 2", "store 2", "execute 3", "store 3", "execute 4",
        "store 4",
      ])
  }

  @Test func `runs of a batch are handed over in their order, and none is left out`() throws {
    let log = EventLog()
    let runner = Runner(
      executor: RowExecutor(log: log, lengths: [1, 3, 2]), interruption: try Interruption())
    var taken: [Int] = []
    #expect(runner.carryOutInBatches(RunMaking.plan()) { taken.append($0.position) })
    #expect(log.events == ["row of 6", "row of 5", "row of 2"])
    #expect(taken == [1, 2, 3, 4, 5, 6])
  }

  @Test func `after a batch that was interrupted none begins`() throws {
    let log = EventLog()
    let failure = RunFailure(reason: .interrupted, message: "Rehearse was asked to stop.")
    let runner = Runner(
      executor: RowExecutor(log: log, lengths: [2, 4]) {
        RunMaking.run($0, ending: $0.position == 2 ? .failed(failure) : .passed)
      }, interruption: try Interruption())
    var taken: [Int] = []
    #expect(!runner.carryOutInBatches(RunMaking.plan()) { taken.append($0.position) })
    #expect(log.events == ["row of 6"] && taken == [1, 2])
  }

  @Test func `a plan that goes on in an experiment goes on counting positions`() throws {
    let log = EventLog()
    let runner = try runner(log)
    let plan = RunPlan(stories: ["list"], builds: ["a", "b"], rounds: 1, after: 6, seed: 1)
    _ = try runner.carryOut(plan) { log.note("store \($0.position)") }
    #expect(log.events == ["execute 7", "store 7", "execute 8", "store 8"])
  }

  @Test func `runs are stored as the ledger judged them`() throws {
    let log = EventLog()
    let runner = try runner(log) { RunMaking.run($0, digests: ["\($0.position)"]) }
    var reasons: [RunFailure.Reason?] = []
    _ = try runner.carryOut(RunMaking.plan(rounds: 1)) { reasons.append($0.failure?.reason) }
    #expect(reasons == [nil, .outcomesDiffer])
  }

  @Test func `a failed run does not stop the others`() throws {
    let log = EventLog()
    let failure = RunFailure(reason: .crashed, message: "It crashed.")
    let runner = try runner(log) { RunMaking.run($0, ending: .failed(failure)) }
    #expect(try runner.carryOut(RunMaking.plan(rounds: 2)) { _ in })
    #expect(log.events.count == 4)
  }

  @Test func `once told to stop, no further run begins`() throws {
    let log = EventLog()
    let interruption = try Interruption()
    let runner = try runner(log, interruption)
    let isComplete = try runner.carryOut(RunMaking.plan()) {
      log.note("store \($0.position)")
      if $0.position == 2 { interruption.raise() }
    }
    #expect(!isComplete)
    #expect(log.events == ["execute 1", "store 1", "execute 2", "store 2"])
  }

  @Test func `the run that was interrupted is not stored, and is the last`() throws {
    let log = EventLog()
    let failure = RunFailure(reason: .interrupted, message: "Rehearse was asked to stop.")
    let runner = try runner(log) {
      RunMaking.run($0, ending: $0.position == 3 ? .failed(failure) : .passed)
    }
    let isComplete = try runner.carryOut(RunMaking.plan()) { log.note("store \($0.position)") }
    #expect(!isComplete)
    #expect(log.events.suffix(2) == ["store 2", "execute 3"])
  }

  @Test func `a store that fails stops the runs, and its error comes through`() throws {
    struct DiskFull: Error {}
    let log = EventLog()
    let runner = try runner(log)
    #expect(throws: DiskFull.self) {
      try runner.carryOut(RunMaking.plan()) { if $0.position == 2 { throw DiskFull() } }
    }
    #expect(log.events == ["execute 1", "execute 2"])
  }

  @Test func `a stop that was asked for twice is still one`() throws {
    let interruption = try Interruption()
    #expect(!interruption.isRaised)
    interruption.raise()
    interruption.raise()
    #expect(interruption.isRaised && interruption.isRaised)
  }

  private func runner(
    _ log: EventLog, _ interruption: Interruption? = nil,
    run: @escaping @Sendable (PlannedRun) -> Run = { RunMaking.run($0) }
  ) throws -> Runner {
    Runner(
      executor: ReplayingExecutor(log: log, run: run),
      interruption: try interruption ?? Interruption())
  }
}

/// Makes runs without processes and notes when.
private struct ReplayingExecutor: SingleRunExecutor {
  let log: EventLog
  let run: @Sendable (PlannedRun) -> Run

  func execute(_ planned: PlannedRun) -> Run {
    log.note("execute \(planned.position)")
    return run(planned)
  }
}

/// Makes rows of so many runs.
private final class RowExecutor: Executor {
  private let log: EventLog
  private var lengths: [Int]
  private let run: (PlannedRun) -> Run

  init(log: EventLog, lengths: [Int], run: @escaping (PlannedRun) -> Run = { RunMaking.run($0) }) {
    self.log = log
    self.lengths = lengths
    self.run = run
  }

  func execute(_ batch: ArraySlice<PlannedRun>, whenPrepared: () -> Void) -> [Run] {
    log.note("row of \(batch.count)")
    return batch.prefix(lengths.removeFirst()).map(run)
  }
}

private final class EventLog: Sendable {
  private let noted = Mutex<[String]>([])
  var events: [String] { noted.withLock { $0 } }
  func note(_ event: String) { noted.withLock { $0.append(event) } }
}
