import Recording
import Running
import TestSupport
import Testing

/// What becomes of runs that were disturbed.
@Suite struct RepeatedRunTests {
  /// Carries out a plan of one story on `a` and `b`. `disturbed` are the runs that are disturbed,
  /// by their place in the order.
  private func carryOut(
    rounds: Int = 1, repeats: Int, disturbed: Set<Int> = [],
    interruptAfter last: Int? = nil
  ) throws -> (runs: [Run], done: [Int], isComplete: Bool) {
    let interruption = try Interruption()
    let executor = DisturbedExecutor(disturbed: disturbed)
    let runner = Runner(
      executor: executor, interruption: interruption, policy: RerunPolicy(repeats: repeats))
    var runs: [Run] = []
    var progress = PlanProgress()
    var done: [Int] = []
    let isComplete = try runner.carryOut(RunMaking.plan(rounds: rounds)) { run in
      runs.append(run)
      progress.count(run)
      done.append(progress.done)
      if runs.count == last { interruption.raise() }
    }
    return (runs, done, isComplete)
  }

  private func words(_ runs: [Run]) -> [String] {
    runs.map { "\($0.position): round \($0.round), try \($0.attempt)" }
  }

  @Test func `with 0 repeats no run is repeated`() throws {
    let made = try carryOut(repeats: 0, disturbed: [1, 2])
    #expect(made.runs.map(\.attempt) == [1, 1] && made.isComplete)
  }

  @Test func `a disturbed run is repeated at once, together with the other run of its round`()
    throws
  {
    let made = try carryOut(rounds: 2, repeats: 2, disturbed: [2])
    #expect(
      words(made.runs) == [
        "1: round 1, try 1", "2: round 1, try 1", "3: round 1, try 2", "4: round 1, try 2",
        "5: round 2, try 1", "6: round 2, try 1",
      ])
    #expect(made.runs[2...3].map(\.build) == made.runs[0...1].map(\.build))
    #expect(made.done == [1, 2, 1, 2, 3, 4])
    let tries = CountingTries(made.runs, rule: .standard)
    #expect(tries.counting.map(\.position) == [3, 4, 5, 6])
  }

  @Test func `a run that stays disturbed is repeated no more often than allowed`() throws {
    let made = try carryOut(repeats: 2, disturbed: [1, 3, 5, 7])
    #expect(made.runs.map(\.attempt) == [1, 1, 2, 2, 3, 3])
    #expect(made.isComplete)
  }

  @Test func `a stop within a repeated try ends the runner there`() throws {
    let made = try carryOut(repeats: 2, disturbed: [1], interruptAfter: 3)
    #expect(made.runs.map(\.attempt) == [1, 1, 2])
    #expect(!made.isComplete)
    #expect(CountingTries(made.runs, rule: .standard).counting.map(\.position) == [1, 2])
  }
}

/// Makes runs without processes, beside which others took half a CPU where that is asked for.
private struct DisturbedExecutor: Executor {
  let disturbed: Set<Int>

  func execute(_ planned: PlannedRun) -> Run {
    var run = RunMaking.run(planned)
    run.interference = Replay.interference(others: disturbed.contains(planned.position) ? 50 : 0)
    return run
  }
}
