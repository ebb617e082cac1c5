import Costs
import Metrics
import Recording
import Synchronization

/// Runs for memory alone that are made while a duet of their story is, on a CPU that the duet leaves free.
///
/// Anonymous memory repeats whatever runs beside it, and that is not taken on trust: a story's runs count only if all
/// passed, each on one CPU, and those of each build repeat. Otherwise all of them are made again, alone. Those that
/// are still missing when they are needed are made alone, too; `RepeatRule` then compares both.
///
/// They are made one after another, as many as a duet gives time for. The last is over or ended when the duet is:
/// nothing of it is left when the machine's counters are read, or when a pair begins that needs all CPUs.
public final class RunsBeside: Sendable {
  private struct StoryRuns {
    var left: ArraySlice<PlannedRun>
    var made: [Run] = []
    /// A Boolean value indicating whether one failed, so that all are to be made alone.
    var isGivenUp = false

    /// The next run; nil if none is to be made beside a pair.
    var next: PlannedRun? { isGivenUp ? nil : left.first }

    mutating func note(_ run: Run) {
      if run.passed {
        made.append(run)
        left.removeFirst()
      } else if run.failure?.reason != .interrupted {
        isGivenUp = true
      }
    }

    /// Returns whether those made count: all passed, and each build's are the same within the tolerance.
    func count(by rule: RepeatRule) -> Bool {
      if isGivenUp { return false }
      return Dictionary(grouping: made, by: \.build).values.allSatisfy { runs in
        let peaks = runs.map { run in
          run.steps.compactMap { step in step.peakAnonymous.map { Double($0.bytes.count) } }
        }
        guard let first = peaks.first, !first.isEmpty,
          zip(runs, peaks).allSatisfy({ $0.steps.count == first.count && $1.count == first.count })
        else { return false }
        return first.indices.allSatisfy { step in
          let values = peaks.map { $0[step] }
          return (values.max() ?? 0) - (values.min() ?? 0) <= rule.tolerance
        }
      }
    }
  }

  /// Those to make and those made; none any more once they are completed.
  private let stories: Mutex<[String: StoryRuns]>
  private let rule: RepeatRule
  private let peaks: PeaksOfPairs

  /// The runs of a plan, which repeat if this rule says so. `memory` is the machine's, and `limit` what this process and
  /// all that it starts may use, in bytes; nil if that is the same.
  public init(
    _ plan: RunPlan, by rule: RepeatRule, in memory: Int64, within limit: Int64? = nil
  ) {
    let runs = Dictionary(grouping: plan.runs, by: \.story)
    stories = Mutex(runs.mapValues { StoryRuns(left: $0[...]) })
    self.rule = rule
    peaks = PeaksOfPairs(in: memory, within: limit)
  }

  /// Begins runs of a story on this CPU; nil if none is left, or if memory may be short: three run at once.
  func begin(of story: String, _ setup: ReplaySetup, on cpu: Int) -> RunBeside? {
    guard next(of: story) != nil, peaks.leaveRoom(for: [story, story, story]) else { return nil }
    return RunBeside(setup, on: cpu) { made in
      if let made { self.take(made) }
      return self.next(of: story)
    }
  }

  /// The next run of a story; nil if none is to be made beside its pairs.
  func next(of story: String) -> PlannedRun? { stories.withLock { $0[story]?.next } }

  /// Keeps a run that was made beside a pair.
  func take(_ run: Run) { stories.withLock { $0[run.story]?.note(run) } }

  /// Ends the runs that were begun with a pair. One that was not over by then is made again.
  func end(_ others: RunBeside?, with pair: Pair<Run>) {
    others?.end()
    peaks.note(pair)
  }

  /// Returns whether the runs of all these stories count, and none is to be made alone.
  public func haveAll(of names: [String]) -> Bool {
    stories.withLock { stories in
      names.allSatisfy { name in
        guard let runs = stories[name] else { return false }
        return runs.left.isEmpty && runs.count(by: rule)
      }
    }
  }

  /// Returns an executor that returns the runs that count, and has another one make the rest alone. No more are made
  /// beside pairs.
  public func completed(by others: any Executor) -> any Executor {
    let made = stories.withLock { stories in
      defer { stories = [:] }
      return stories.values.filter { $0.count(by: rule) }.flatMap(\.made)
    }
    return CompletingExecutor(made: made, others: others)
  }
}

/// Returns runs that exist, and has another executor make the rest.
private struct CompletingExecutor: SingleRunExecutor {
  let made: [Run]
  let others: any Executor

  func execute(_ planned: PlannedRun) -> Run {
    let found = made.first { run in
      run.story == planned.story && run.build == planned.build && run.round == planned.round
    }
    guard var run = found else { return others.execute(planned) }
    run.position = planned.position
    return run
  }
}
