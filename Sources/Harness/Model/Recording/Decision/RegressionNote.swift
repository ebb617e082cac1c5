import Foundation

/// A decision about a regression that a check found.
public struct RegressionNote: Sendable, Hashable {
  /// The number of the check that showed it; other stores number the same check differently.
  public let experiment: Int64
  /// The cell, for example `list/cpu-time`.
  public let cell: String
  /// The decision.
  public let decision: Decision
  /// When it was made, to the millisecond, by the deciding machine's clock.
  public let decidedAt: Date

  /// The states that people can set. Only a check finds that a regression is fixed.
  public enum Decision: Sendable, Hashable {
    /// Nobody is assigned.
    case new
    /// Somebody is assigned.
    case investigating
    /// It is accepted through the end of that day, and counts as new afterwards.
    case accepted(until: CalendarDay)
  }

  /// A note.
  public init(experiment: Int64, cell: String, decision: Decision, decidedAt: Date) {
    self.experiment = experiment
    self.cell = cell
    self.decision = decision
    self.decidedAt = decidedAt
  }

  /// Creates a note that replaces the latest one, if there is any. The new decision was made with knowledge
  /// of the earlier one, whatever the clocks of two machines say. So its time is at least a millisecond
  /// later, and it wins wherever the two meet.
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

extension RegressionNote.Decision {
  /// Reads a decision as people write it: a state in one word, and the last day of an accepted one, which
  /// must not be over. Errors call both by these names, such as `--set` and `--until`.
  /// - Throws: ``RecordingError``.
  public init(
    _ state: String, until: String?, at now: Date, named names: (state: String, day: String)
  ) throws(RecordingError) {
    switch state {
    case "new": self = .new
    case "investigating": self = .investigating
    case "accepted":
      guard let until else { throw .noDay(state: names.state, day: names.day) }
      guard let day = CalendarDay(until) else { throw .notADay(until, named: names.day) }
      guard day.end > now else { throw .over(day, named: names.day) }
      self = .accepted(until: day)
    case "fixed": throw .foundByChecks(named: names.state)
    default: throw .unknownState(state, named: names.state)
    }
  }
}

/// A day of the Gregorian calendar in UTC, for example `2026-11-24`.
public struct CalendarDay: Sendable, Hashable, CustomStringConvertible {
  /// Year, month and day, for example `2026-11-24`.
  public let description: String
  /// The first moment after it.
  public let end: Date

  /// Reads a day; nil if the text has another form.
  public init?(_ text: String) {
    guard let parts = text.wholeMatch(of: /([0-9]{4})-([0-9]{2})-([0-9]{2})/)?.output,
      let year = Int(parts.1), let month = Int(parts.2), let day = Int(parts.3)
    else { return nil }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let components = DateComponents(
      calendar: calendar, timeZone: .gmt, year: year, month: month, day: day)
    // 31 April is no valid date, though a calendar would carry it over.
    guard year > 0, components.isValidDate, let start = components.date else { return nil }
    description = text
    end = start.addingTimeInterval(86_400)
  }
}
