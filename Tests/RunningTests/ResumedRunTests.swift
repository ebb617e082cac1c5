import Recording
import Running
import Synchronization
import TestSupport
import Testing

/// Runs of a plan that goes on after some of them.
@Suite struct ResumedRunTests {
  /// Rounds of two stories on two builds, of which some runs are disturbed and made again.
  private let plan = RunPlan(
    stories: ["list", "login"], builds: ["a", "b"], rounds: 3, countedRounds: 1, seed: 5)

  private func carryOut(
    _ plan: RunPlan, after earlier: [Run] = [], limit: Int = .max
  ) throws -> (runs: [Run], made: [Int], isComplete: Bool, earlier: EarlierRuns) {
    let interruption = try Interruption()
    let executor = NotingExecutor(disturbed: [2, 7, 9])
    let runner = Runner(
      executor: executor, interruption: interruption, policy: RerunPolicy(repeats: 2))
    let known = EarlierRuns(earlier)
    var runs: [Run] = []
    let isComplete = try runner.carryOut(plan, after: known) { run in
      runs.append(run)
      if runs.count == limit { interruption.raise() }
    }
    return (runs, executor.made, isComplete, known)
  }

  private func place(_ run: Run) -> String {
    "\(run.position) \(run.kind) \(run.story) \(run.build) \(run.round) \(run.attempt)"
  }

  @Test func `a plan interrupted anywhere continues with the same runs, and makes none twice`()
    throws
  {
    let whole = try carryOut(plan)
    #expect(whole.isComplete && whole.runs.contains { $0.attempt == 2 })
    for count in 0...whole.runs.count {
      let earlier = Array(whole.runs.prefix(count))
      let rest = try carryOut(plan, after: earlier)
      #expect(rest.isComplete && rest.earlier.isExhausted)
      #expect(rest.runs.map(place) == whole.runs.map(place))
      #expect(rest.runs.prefix(count).map(\.id) == earlier.map(\.id))
      #expect(rest.made == whole.made.suffix(whole.made.count - count))
    }
  }

  @Test func `a plan interrupted after each run ends with the same runs`() throws {
    let whole = try carryOut(plan)
    var runs: [Run] = []
    var tries = 0
    repeat {
      runs = try carryOut(plan, after: runs, limit: runs.count + 1).runs
      tries += 1
    } while runs.count < whole.runs.count && tries < 100
    #expect(runs.map(place) == whole.runs.map(place))
    #expect(tries == whole.runs.count)
  }

  @Test func `outcomes of earlier runs are remembered`() throws {
    let plan = RunMaking.plan(rounds: 2)
    let first = RunMaking.run(plan.runs[0], digests: ["1f"])
    let runner = Runner(
      executor: NotingExecutor(digest: "2f"), interruption: try Interruption())
    var reasons: [RunFailure.Reason?] = []
    _ = try runner.carryOut(plan, after: EarlierRuns([first])) {
      reasons.append($0.failure?.reason)
    }
    #expect(reasons == [nil, .outcomesDiffer, .notRepeated, .outcomesDiffer])
  }

  @Test func `stored runs that contradict the plan stop it before a run is made`() throws {
    let runs = try carryOut(plan).runs
    var other = runs
    other[3].build = "c"
    var twice = runs
    twice[4].position = twice[3].position
    var gap = runs
    gap.remove(at: 2)
    for (departing, words) in [
      (other, "at position 4 the plan has"), (twice, "(solo, try 2) and "),
      (gap, "none, though it has later ones"),
    ] {
      let error = #expect(throws: RunningError.self) { try carryOut(plan, after: departing) }
      #expect(error?.description.contains(words) == true, "\(error?.description ?? "none")")
    }
    // Further than the plan goes.
    let short = RunPlan(stories: ["list", "login"], builds: ["a", "b"], rounds: 1, seed: 5)
    let rest = try carryOut(short, after: runs).earlier
    #expect(!rest.isExhausted)
    #expect(throws: RunningError.self) { try rest.requireExhaustion() }
  }

  @Test func `half of a pair is refused`() throws {
    let plan = PairPlan(stories: ["list"], baseline: "a", candidate: "b", rounds: 1...2, seed: 1)
    let half = RunMaking.run(plan.pairs[0].run(of: .baseline, kind: .solo))
    let runner = PairRunner(executor: NoPairs(), interruption: try Interruption())
    #expect(throws: RunningError.self) {
      _ = try runner.carryOut(plan, after: EarlierRuns([half])) { _ in }
    }
  }

  @Test func `the measuring time is the sum of the runs, with each pair counted once`() {
    func run(_ position: Int, round: Int, isPaired: Bool) -> Run {
      var run = Replay.run("s", on: "a", round: round)
      run.position = position
      run.interference = Replay.interference(others: 0)
      if isPaired { run.arrangement = .backToBack(.scenario) }
      return run
    }
    let runs = EarlierRuns([
      run(1, round: 1, isPaired: false), run(2, round: 1, isPaired: true),
      run(3, round: 1, isPaired: true), run(4, round: 2, isPaired: true),
      run(5, round: 2, isPaired: true),
    ])
    #expect(runs.measuringTime() == .seconds(3))
    #expect(runs.measuringTime(ofRound: 1) == .seconds(1))
    #expect(EarlierRuns().measuringTime() == .zero && EarlierRuns().isExhausted)
  }
}

/// Makes runs without processes, and notes which.
private final class NotingExecutor: Executor, Sendable {
  private let disturbed: Set<Int>
  private let digest: String
  private let noted = Mutex<[Int]>([])

  init(disturbed: Set<Int> = [], digest: String = "1f") {
    self.disturbed = disturbed
    self.digest = digest
  }

  var made: [Int] { noted.withLock { $0 } }

  func execute(_ planned: PlannedRun) -> Run {
    noted.withLock { $0.append(planned.position) }
    var run = RunMaking.run(planned, digests: [digest])
    run.kind = planned.kind
    run.interference = Replay.interference(others: disturbed.contains(planned.position) ? 50 : 0)
    return run
  }
}

private struct NoPairs: PairExecutor {
  func execute(_ planned: PlannedPair) -> Pair<Run> {
    Pair(
      baseline: RunMaking.run(planned.run(of: .baseline, kind: .solo)),
      candidate: RunMaking.run(planned.run(of: .candidate, kind: .solo)))
  }
}
