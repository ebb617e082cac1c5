import Foundation

/// What people decided about a regression that a check found.
public struct RegressionNote: Sendable, Hashable {
  /// The regression's name, ``experiment`` included, as in `12/list/cpu-time`.
  public let regression: String
  /// The number of the check that found it first.
  public let experiment: Int64
  /// The decision.
  public let decision: Decision

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
  public init(regression: String, experiment: Int64, decision: Decision) {
    self.regression = regression
    self.experiment = experiment
    self.decision = decision
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
