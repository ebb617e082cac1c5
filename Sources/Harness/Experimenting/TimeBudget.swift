import Analysis
import Building
import Running
import SystemPackage

/// The time that a call may take, with everything that it does: builds, replays under a tracer, pairs, counts.
///
/// What it may take is shared out as the work goes on, so that what comes first leaves something for what
/// decides: traced replays and runs for memory take half of what is left at most, and a part is kept for counting
/// instructions where a verdict may need that.
struct TimeBudget: Sendable {
  /// When all has to be done.
  let deadline: ContinuousClock.Instant
  /// As the user gave it.
  let limit: Duration

  /// The share that is kept for counting instructions, where that may be needed after the pairs.
  static let shareForCounts = 0.2

  /// The share that is kept for seeing how stories spend their time.
  static let shareForTimes = 0.05

  /// The time that builds have in any case: where nothing is to be made, looking for that is no reason to stop.
  static let shortestBuild = Duration.seconds(5)

  /// The same with the time that builds have in any case.
  var forBuilding: TimeBudget {
    TimeBudget(limit, until: max(deadline, .now + Self.shortestBuild))
  }

  /// A budget from now on; nil without a limit.
  init?(_ limit: Duration?) {
    guard let limit else { return nil }
    (self.limit, deadline) = (limit, .now + limit)
  }

  private init(_ limit: Duration, until deadline: ContinuousClock.Instant) {
    (self.limit, self.deadline) = (limit, deadline)
  }

  /// How much is left; none where the time is up.
  var left: Duration { max(.zero, deadline - .now) }

  /// A share of what is left.
  func share(_ share: Double) -> TimeBudget {
    TimeBudget(limit, until: .now + left * share)
  }

  /// The same where some of it was used by a call that was interrupted.
  func used(_ time: Duration) -> TimeBudget { TimeBudget(limit, until: deadline - time) }
}

extension Equipment {
  /// The same equipment whose work stops at the end of a budget as if the user had asked for it; itself without
  /// one.
  /// - Throws: `Errno` where the system refuses what waits for the end.
  func within(_ budget: TimeBudget?) throws -> Equipment {
    guard let budget else { return self }
    let ending = try interruption.ending(at: budget.deadline)
    return Equipment(
      builder: builder, executors: executors.stopping(by: ending), reporter: reporter,
      interruption: ending, machine: machine)
  }

  /// Makes executables within a budget.
  /// - Throws: ``Refusal`` where the time was up, and as ``make(_:in:)``.
  func make(
    _ request: BuildRequest, in folder: FilePath, within budget: TimeBudget?
  ) async throws -> MadeBuilds {
    do {
      return try await within(budget?.forBuilding).make(request, in: folder)
    } catch let stopped as Interrupted {
      guard let budget, !interruption.isRaised else { throw stopped }
      throw Refusal.timeUpWhileBuilding(budget.limit)
    }
  }
}

extension Refusal {
  /// The time was up before there was anything to measure.
  fileprivate static func timeUpWhileBuilding(_ limit: Duration) -> Refusal {
    Refusal(
      .outcome(.notComparable),
      "Not comparable: the time was up (--max-time, \(ProgressLine.words(limit))) while the sides were built, so "
        + "nothing was measured. It bounds builds, too: allow more, or build before (another call goes on where "
        + "the build tool was stopped).")
  }
}
