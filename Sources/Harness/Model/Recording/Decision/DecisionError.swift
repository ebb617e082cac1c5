import Foundation

extension RegressionNote.Decision {
  /// Reads a decision as people write it: a state in one word, and the last day of an accepted one, which
  /// must not be over.
  /// - Throws: ``DecisionError``.
  public init(_ state: String, until: String?, at now: Date) throws(DecisionError) {
    switch state {
    case "new": self = .new
    case "investigating": self = .investigating
    case "accepted":
      guard let until else { throw .noDay }
      guard let day = CalendarDay(until) else { throw .notADay(until) }
      guard day.end > now else { throw .over(day) }
      self = .accepted(until: day)
    case "fixed": throw .foundByChecks
    default: throw .unknown(state)
    }
  }
}

/// The reason why a regression can't be given a state.
///
/// It is no ``RecordingError``: the command line and the page name the options differently in its words, and
/// answer with wrong usage.
public enum DecisionError: Error, Equatable {
  /// No state has that name.
  case unknown(String)
  /// Only checks find that it is fixed.
  case foundByChecks
  /// The day until which it is accepted is missing.
  case noDay
  /// The text is not a day.
  case notADay(String)
  /// The day is over.
  case over(CalendarDay)
  /// The check of this number shows it gone.
  case fixed(String, by: Int64)

  /// The reason, in a sentence or two, with the names of the state's option, such as `--set`, and of the
  /// day's.
  public func words(state: String, until: String) -> String {
    let allowed = "new, investigating, accepted"
    return switch self {
    case .unknown(let word): "\(state) is '\(word)'; allowed: \(allowed)."
    case .foundByChecks:
      "\(state) is 'fixed'; only a check against the same baseline finds that. Allowed: \(allowed)."
    case .noDay: "\(state) accepted needs \(until), a day such as 2027-01-31."
    case .notADay(let text): "\(until) is '\(text)'; allowed: a day such as 2027-01-31."
    case .over(let day): "\(until) is \(day), which is over."
    case .fixed(let name, let number):
      "\(name) is fixed, as experiment \(number) shows, so it takes no other state."
    }
  }
}
