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

  @Test func `runs of a story and round that are made at once are stored in order`() throws {
    let log = EventLog()
    let runner = Runner(
      executor: RowExecutor(log: log, lengths: [2, 1, 1]), interruption: try Interruption(),
      atOnce: 2)
    let isComplete = try runner.carryOut(RunMaking.plan(rounds: 2)) {
      log.note("store \($0.position)")
    }
    #expect(isComplete)
    #expect(
      log.events == [
        "row of 2", "store 1", "store 2", "row of 2", "store 3", "row of 1", "store 4",
      ])
  }

  @Test func `the runs of a batch are handed over in order and completely`() throws {
    let log = EventLog()
    let runner = Runner(
      executor: RowExecutor(log: log, lengths: [1, 3, 2]), interruption: try Interruption())
    var taken: [Int] = []
    #expect(runner.carryOutInBatches(RunMaking.plan()) { taken.append($0.position) })
    #expect(log.events == ["row of 6", "row of 5", "row of 2"])
    #expect(taken == [1, 2, 3, 4, 5, 6])
  }

  @Test func `no batch begins after an interrupted one`() throws {
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

  @Test func `a continued plan continues the positions`() throws {
    let log = EventLog()
    let runner = try runner(log)
    let plan = RunPlan(stories: ["list"], builds: ["a", "b"], rounds: 1, after: 6, seed: 1)
    _ = try runner.carryOut(plan) { log.note("store \($0.position)") }
    #expect(log.events == ["execute 7", "store 7", "execute 8", "store 8"])
  }

  @Test func `runs are stored with the ledger's verdict`() throws {
    let log = EventLog()
    let runner = try runner(log) { RunMaking.run($0, digests: ["\($0.position)"]) }
    var reasons: [RunFailure.Reason?] = []
    _ = try runner.carryOut(RunMaking.plan(rounds: 1)) { reasons.append($0.failure?.reason) }
    #expect(reasons == [nil, .outcomesDiffer])
  }

  /// The runs that are made where those fail that are told, and the sides that are given up.
  private func made(
    rounds: Int = 4, stories: [String] = ["list"], builds: [String] = ["a", "b"],
    keepsGoing: Bool = false, reason: RunFailure.Reason = .crashed, kind: RunKind = .solo,
    where fails: @escaping @Sendable (PlannedRun) -> Bool
  ) throws -> (runs: [String], givenUp: [String]) {
    let failure = RunFailure(reason: reason, message: "It failed.")
    let runner = Runner(
      executor: ReplayingExecutor(log: EventLog()) {
        RunMaking.run($0, ending: fails($0) ? .failed(failure) : .passed)
      }, interruption: try Interruption(), keepsGoing: keepsGoing)
    var (runs, givenUp): ([String], [String]) = ([], [])
    let plan = RunPlan(kind: kind, stories: stories, builds: builds, rounds: rounds, seed: 1)
    #expect(
      try runner.carryOut(plan) {
        givenUp.append("\($0.story) \($0.build)")
      } store: {
        runs.append("\($0.round)\($0.build)")
      })
    return (runs.sorted(), givenUp.sorted())
  }

  @Test func `a story that fails on every build is given up after one round`() throws {
    let made = try made { _ in true }
    #expect(made.runs == ["1a", "1b"] && made.givenUp == ["list a", "list b"])
  }

  @Test func `a story that fails on one build is given up there after two runs`() throws {
    let made = try made { $0.build == "b" }
    #expect(made.runs == ["1a", "1b", "2a", "2b", "3a", "4a"] && made.givenUp == ["list b"])
    let alone = try self.made(builds: ["a"]) { _ in true }
    #expect(alone.runs == ["1a", "2a"] && alone.givenUp == ["list a"])
  }

  @Test func `a story that passed once is not given up, and neither are other stories`() throws {
    let flaky = try made { $0.build == "b" && $0.round > 1 }
    #expect(flaky.runs.count == 8 && flaky.givenUp == [])
    let others = try made(rounds: 3, stories: ["list", "save"]) { $0.story == "save" }
    #expect(others.runs.count == 6 + 2 && others.givenUp == ["save a", "save b"])
  }

  @Test func `with keepsGoing every run is made`() throws {
    let made = try made(keepsGoing: true) { _ in true }
    #expect(made.runs.count == 8 && made.givenUp == [])
  }

  @Test func `a failure to measure is no reason to give up a story`() throws {
    let made = try made(reason: .notMeasured, kind: .fixedAddresses) { _ in true }
    #expect(made.runs.count == 8 && made.givenUp == [])
  }

  @Test func `after a stop no further run begins`() throws {
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

  @Test func `an interrupted run is not stored, and is the last`() throws {
    let log = EventLog()
    let failure = RunFailure(reason: .interrupted, message: "Rehearse was asked to stop.")
    let runner = try runner(log) {
      RunMaking.run($0, ending: $0.position == 3 ? .failed(failure) : .passed)
    }
    let isComplete = try runner.carryOut(RunMaking.plan()) { log.note("store \($0.position)") }
    #expect(!isComplete)
    #expect(log.events.suffix(2) == ["store 2", "execute 3"])
  }

  @Test func `a store that fails stops the runs, and its error is thrown`() throws {
    struct DiskFull: Error {}
    let log = EventLog()
    let runner = try runner(log)
    #expect(throws: DiskFull.self) {
      try runner.carryOut(RunMaking.plan()) { if $0.position == 2 { throw DiskFull() } }
    }
    #expect(log.events == ["execute 1", "execute 2"])
  }

  @Test func `a second stop changes nothing`() throws {
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
private struct ReplayingExecutor: Executor {
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

  func execute(_ batch: ArraySlice<PlannedRun>) -> [Run] {
    log.note("row of \(batch.count)")
    return batch.prefix(lengths.removeFirst()).map(run)
  }
}

private final class EventLog: Sendable {
  private let noted = Mutex<[String]>([])
  var events: [String] { noted.withLock { $0 } }
  func note(_ event: String) { noted.withLock { $0.append(event) } }
}
