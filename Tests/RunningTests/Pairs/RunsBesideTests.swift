import Costs
import Metrics
import Recording
import Testing

@testable import Running

/// Which runs count that were made beside pairs.
@Suite struct RunsBesideTests {
  /// Makes runs alone, and notes which.
  private final class Lone: SingleRunExecutor {
    private(set) var positions: [Int] = []

    func execute(_ planned: PlannedRun) -> Run {
      positions.append(planned.position)
      return RunMaking.run(planned)
    }
  }

  private static func plan(after position: Int = 0) -> RunPlan {
    RunPlan(
      kind: .fixedAddresses, stories: ["list"], builds: ["a", "b"], rounds: 2, after: position,
      seed: 1)
  }

  private static func run(
    _ planned: PlannedRun, peak: Int64, ending: Run.Ending = .passed
  ) -> Run {
    var run = RunMaking.run(planned, ending: ending)
    run.kind = planned.kind
    run.steps[0].peakAnonymous = AnonymousPeak(bytes: Bytes(peak), isBatched: false)
    return run
  }

  /// The positions of the runs that are made alone in the end, of four at 101 to 104.
  private func alone(after runs: RunsBeside) -> [Int] {
    let lone = Lone()
    let haveAll = runs.haveAll(of: ["list"])
    let executor = runs.completed(by: lone)
    let positions = Self.plan(after: 100).runs.map { executor.execute($0).position }
    #expect(positions == [101, 102, 103, 104])
    #expect(haveAll == lone.positions.isEmpty)
    return lone.positions
  }

  @Test(arguments: [(8_192, true), (8_193, false)])
  func `runs of a build that repeat within two pages are not made alone`(
    _ distance: Int64, _ count: Bool
  ) {
    let plan = Self.plan()
    let runs = RunsBeside(plan, by: .memory, in: 1 << 40)
    for planned in plan.runs {
      let peak = (planned.build == "a" ? 1 << 20 : 1 << 30) + (planned.round == 2 ? distance : 0)
      runs.take(Self.run(planned, peak: peak))
    }
    #expect(alone(after: runs) == (count ? [] : [101, 102, 103, 104]))
  }

  @Test(arguments: [
    (RunFailure.Reason.crashed, [101, 102, 103, 104]), (.interrupted, [104]),
  ])
  func `if one run failed, all of its story are made alone, and one that is missing alone is`(
    _ reason: RunFailure.Reason, _ made: [Int]
  ) {
    let plan = Self.plan()
    let runs = RunsBeside(plan, by: .memory, in: 1 << 40)
    for planned in plan.runs {
      let failure = RunFailure(reason: reason, message: "It did.")
      let ending: Run.Ending = planned == plan.runs.last ? .failed(failure) : .passed
      runs.take(Self.run(planned, peak: 1 << 20, ending: ending))
    }
    #expect(alone(after: runs) == made)
  }

  @Test func `a run that was ended too early is made again with the next pair`() {
    let plan = Self.plan()
    let runs = RunsBeside(plan, by: .memory, in: 1 << 40)
    let ended = RunFailure(reason: .interrupted, message: "It was ended.")
    runs.take(Self.run(plan.runs[0], peak: 1 << 20, ending: .failed(ended)))
    for planned in plan.runs { runs.take(Self.run(planned, peak: 1 << 20)) }
    #expect(alone(after: runs).isEmpty)
  }
}
