import Foundation

/// What people decided about a regression that a check found.
public struct RegressionNote: Sendable, Hashable {
  /// The number of the check that showed it; another store has another number for the same check.
  public let experiment: Int64
  /// The cell, as in `list/cpu-time`.
  public let cell: String
  /// The decision.
  public let decision: Decision
  /// When it was made, to the millisecond, as the deciding machine's clock had it.
  public let decidedAt: Date

  /// What a regression's state can be set to. That it is fixed is found by a check, not decided.
  public enum Decision: Sendable, Hashable {
    /// Nobody looks after it.
    case new
    /// Somebody looks after it.
    case investigating
    /// It may be there up to the end of that day, and counts as new afterwards.
    case accepted(until: CalendarDay)
  }

  /// A note.
  public init(experiment: Int64, cell: String, decision: Decision, decidedAt: Date) {
    self.experiment = experiment
    self.cell = cell
    self.decision = decision
    self.decidedAt = decidedAt
  }

  /// A note that takes the place of another.
  ///
  /// Who decides anew has seen the earlier decision, whatever the clocks of two machines say: so it is made
  /// later than that by a millisecond at least, and wins wherever the two meet.
  /// - Parameter earlier: what was decided last; nil where nothing was.
  public init(
    experiment: Int64, cell: String, decision: Decision, at now: Date,
    after earlier: RegressionNote?
  ) {
    let milliseconds = (now.timeIntervalSince1970 * 1_000).rounded(.down)
    let last = earlier.map { ($0.decidedAt.timeIntervalSince1970 * 1_000).rounded() + 1 }
    self.init(
      experiment: experiment, cell: cell, decision: decision,
      decidedAt: Date(timeIntervalSince1970: max(milliseconds, last ?? milliseconds) / 1_000))
  }
}

/// A day of the Gregorian calendar in UTC, as in `2026-11-24`.
public struct CalendarDay: Sendable, Hashable, CustomStringConvertible {
  /// Year, month and day, as in `2026-11-24`.
  public let description: String
  /// The first moment that is after it.
  public let end: Date

  /// Reads a day; nil where there is none of that form.
  public init?(_ text: String) {
    guard let parts = text.wholeMatch(of: /([0-9]{4})-([0-9]{2})-([0-9]{2})/)?.output,
      let year = Int(parts.1), let month = Int(parts.2), let day = Int(parts.3)
    else { return nil }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let components = DateComponents(
      calendar: calendar, timeZone: .gmt, year: year, month: month, day: day)
    // A day such as 31 April is no valid date, though a calendar would count on.
    guard year > 0, components.isValidDate, let start = components.date else { return nil }
    description = text
    end = start.addingTimeInterval(86_400)
  }
}
