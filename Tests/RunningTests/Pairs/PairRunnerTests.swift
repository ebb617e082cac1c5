import Recording
import Running
import Synchronization
import Testing

@Suite struct PairRunnerTests {
  @Test func `each pair is stored before the next begins`() throws {
    let executor = RecordedPairs()
    let isComplete = try runner(executor).carryOut(plan()) {
      executor.note("store \($0.baseline.round)")
    }
    #expect(isComplete)
    #expect(executor.events == ["execute 1", "store 1", "execute 2", "store 2"])
  }

  @Test func `pairs made at once are stored in their order before the next begin`() throws {
    let executor = RecordedPairs(atOnce: 2)
    let isComplete = try runner(executor).carryOut(plan(1...3)) {
      executor.note("store \($0.baseline.round)")
    }
    #expect(isComplete)
    #expect(
      executor.events == ["execute 1", "execute 2", "store 1", "store 2", "execute 3", "store 3"])
  }

  @Test func `a pair that is needed no more after those before it is not made`() throws {
    let executor = RecordedPairs(atOnce: 2)
    var stored: [Int] = []
    let isComplete = try runner(executor).carryOut(
      plan(1...5), isNeeded: { $0.round != 2 && !($0.round == 4 && stored.contains(3)) }
    ) { stored.append($0.baseline.round) }
    #expect(isComplete && stored == [1, 3, 5])
  }

  @Test func `of pairs made at once, none is stored after an interrupted one`() throws {
    let failure = RunFailure(reason: .interrupted, message: "Rehearse was asked to stop.")
    let executor = RecordedPairs(atOnce: 2) {
      RunMaking.run($0, ending: $0.round == 1 ? .failed(failure) : .passed)
    }
    var stored = 0
    #expect(try !runner(executor).carryOut(plan()) { _ in stored += 1 })
    #expect(stored == 0)
  }

  @Test func `earlier pairs are reused one by one, and the rest are made at once`() throws {
    let earlier = plan(1...1).pairs.flatMap { planned in
      [planned.run(of: .baseline, kind: .duet), planned.run(of: .candidate, kind: .duet)]
        .map { planned in
          var run = RunMaking.run(planned)
          run.kind = .duet
          return run
        }
    }
    let executor = RecordedPairs(atOnce: 2)
    var stored: [Int] = []
    #expect(
      try runner(executor).carryOut(plan(1...3), after: EarlierRuns(earlier)) {
        stored.append($0.baseline.round)
      })
    #expect(stored == [1, 2, 3] && executor.events == ["execute 2", "execute 3"])
  }

  @Test func `the outcomes of a side are remembered from one plan to the next`() throws {
    let executor = RecordedPairs { RunMaking.run($0, digests: [$0.round == 3 ? "2f" : "1f"]) }
    let runner = try runner(executor)
    var reasons: [RunFailure.Reason?] = []
    for rounds in [1...2, 3...3] {
      _ = try runner.carryOut(plan(rounds)) { reasons += $0.inOrder.map(\.failure?.reason) }
    }
    #expect(reasons == [nil, nil, nil, nil, .notRepeated, .notRepeated])
  }

  @Test func `after a stop no further pair begins`() throws {
    let executor = RecordedPairs()
    let interruption = try Interruption()
    let runner = PairRunner(executor: executor, interruption: interruption)
    #expect(try !runner.carryOut(plan()) { _ in interruption.raise() })
    #expect(executor.events == ["execute 1"])
  }

  @Test func `an interrupted pair is not stored, and is the last`() throws {
    let failure = RunFailure(reason: .interrupted, message: "Rehearse was asked to stop.")
    let executor = RecordedPairs { RunMaking.run($0, ending: .failed(failure)) }
    var stored = 0
    #expect(try !runner(executor).carryOut(plan()) { _ in stored += 1 })
    #expect(stored == 0 && executor.events == ["execute 1"])
  }

  @Test func `back to back, the first side's run is made first, and both runs have the reason`()
    throws
  {
    let log = RecordedPairs()
    let executor = BackToBackExecutor(executor: Singles(log: log), because: .oneCPU)
    for planned in plan(1...8).pairs {
      let pair = executor.execute(planned)
      #expect(pair.baseline.build == "a" && pair.candidate.build == "b")
      #expect(pair.inOrder.first == (planned.first == .baseline ? pair.baseline : pair.candidate))
      #expect(pair.inOrder.map(\.kind) == [.solo, .solo])
      #expect(pair.inOrder.map(\.arrangement) == [.backToBack(.oneCPU), .backToBack(.oneCPU)])
    }
    #expect(log.events == (1...16).map { "execute \($0)" })
  }

  @Test func `back to back, the second run does not begin after a stop`() throws {
    let failure = RunFailure(reason: .interrupted, message: "Rehearse was asked to stop.")
    let log = RecordedPairs { RunMaking.run($0, ending: .failed(failure)) }
    let pair = BackToBackExecutor(executor: Singles(log: log), because: .scenario)
      .execute(plan().pairs[0])
    #expect(log.events == ["execute 1"])
    #expect(pair.inOrder.map(\.failure?.reason) == [.interrupted, .interrupted])
    #expect(!pair.havePassed)
  }

  private func plan(_ rounds: ClosedRange<Int> = 1...2) -> PairPlan {
    PairPlan(stories: ["list"], baseline: "a", candidate: "b", rounds: rounds, seed: 1)
  }

  private func runner(_ executor: RecordedPairs) throws -> PairRunner {
    PairRunner(executor: executor, interruption: try Interruption())
  }
}

/// Makes runs without processes and notes when.
private final class RecordedPairs: PairExecutor, Sendable {
  private let noted = Mutex<[String]>([])
  private let atOnce: Int
  private let make: @Sendable (PlannedRun) -> Run

  init(
    atOnce: Int = 1, _ make: @escaping @Sendable (PlannedRun) -> Run = { RunMaking.run($0) }
  ) {
    self.atOnce = atOnce
    self.make = make
  }

  var events: [String] { noted.withLock { $0 } }
  func note(_ event: String) { noted.withLock { $0.append(event) } }
  func run(_ planned: PlannedRun) -> Run {
    note("execute \(planned.position)")
    return make(planned)
  }

  func execute(_ batch: ArraySlice<PlannedPair>) -> [Pair<Run>] {
    batch.prefix(atOnce).map(execute)
  }

  func execute(_ planned: PlannedPair) -> Pair<Run> {
    note("execute \(planned.round)")
    return Pair(
      baseline: make(planned.run(of: .baseline, kind: .duet)),
      candidate: make(planned.run(of: .candidate, kind: .duet)))
  }
}

private struct Singles: Executor {
  let log: RecordedPairs
  func execute(_ planned: PlannedRun) -> Run { log.run(planned) }
}
