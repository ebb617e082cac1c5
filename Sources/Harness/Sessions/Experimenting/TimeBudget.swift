import Analysis
import Building
import Running
import SystemPackage

/// The time limit of a call, for everything that it does: builds, traced replays, pairs, counts.
///
/// Time is divided as the work proceeds, so that early work leaves enough for what decides: traced replays
/// and runs for memory take at most half of the rest, and a part is kept for counting instructions if a
/// verdict may need them.
struct TimeBudget: Sendable {
  let deadline: ContinuousClock.Instant
  /// The limit, as the user gave it.
  let limit: Duration

  /// The share kept for counting instructions, if they may be needed after the pairs.
  static let shareForCounts = 0.2

  /// The share kept for finding how stories spend their time.
  static let shareForTimes = 0.05

  /// The time of a call for each second of pairs, as the rest is kept for counting.
  static let roomForPairs = 1 / (1 - shareForCounts)

  /// The least time for builds: if nothing needs building, finding that out is no reason to stop.
  static let shortestBuild = Duration.seconds(5)

  var forBuilding: TimeBudget { TimeBudget(limit, until: max(deadline, .now + Self.shortestBuild)) }

  /// A budget from now on; nil without a limit.
  init?(_ limit: Duration?) {
    guard let limit else { return nil }
    (self.limit, deadline) = (limit, .now + limit)
  }

  private init(_ limit: Duration, until deadline: ContinuousClock.Instant) {
    (self.limit, self.deadline) = (limit, deadline)
  }

  /// The remaining time; zero if the time is up.
  var left: Duration { max(.zero, deadline - .now) }

  func share(_ share: Double) -> TimeBudget { TimeBudget(limit, until: .now + left * share) }

  /// A limit that is at least this time, as an argument of `--max-time`.
  static func ample(_ time: Duration) -> String {
    let seconds = (time / .seconds(10)).rounded(.up) * 10
    return seconds < 600 ? "\(Int(seconds)) s" : "\(Int((seconds / 60).rounded(.up))) min"
  }

  /// The budget after an interrupted call used some of it.
  func used(_ time: Duration) -> TimeBudget { TimeBudget(limit, until: deadline - time) }
}

extension Equipment {
  /// Equipment that stops at the end of a budget as if the user had asked for it; unchanged without one.
  /// - Throws: `Errno` if the system refuses the timer.
  func within(_ budget: TimeBudget?) throws -> Equipment {
    guard let budget else { return self }
    let ending = try interruption.ending(at: budget.deadline)
    return Equipment(
      builder: builder, executors: executors.stopping(by: ending), reporter: reporter,
      interruption: ending, machine: machine)
  }

  /// Makes executables within a budget.
  /// - Throws: ``Refusal`` if the time was up, and the errors of ``make(_:in:)``.
  func make(
    _ request: BuildRequest, in folder: FilePath, within budget: TimeBudget?
  ) async throws -> MadeBuilds {
    do {
      return try await within(budget?.forBuilding).make(request, in: folder)
    } catch let stopped as CancellationError {
      guard let budget, !interruption.isRaised else { throw stopped }
      throw Refusal.timeUpWhileBuilding(budget.limit)
    }
  }
}

extension Refusal {
  /// The time was up before there was anything to measure.
  fileprivate static func timeUpWhileBuilding(_ limit: Duration) -> Refusal {
    Refusal(
      .timeLimit,
      "Not comparable: the time was up (--max-time, \(ProgressLine.words(limit))) while the sides were built, so "
        + "nothing was measured. It limits builds too: allow more, or build first (another call continues "
        + "where the build tool was stopped).")
  }
}
