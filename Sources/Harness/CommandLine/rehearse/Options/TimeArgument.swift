import ArgumentParser
import Scenarios

/// The allowed values of `--max-time` and the like.
enum TimeLimit {
  /// Returns the time in an option's text; nil without one.
  /// - Throws: `ValidationError`.
  @discardableResult
  static func checked(_ text: String?, of option: String = "--max-time") throws -> Duration? {
    guard let text else { return nil }
    guard let time = TimeText.duration(text) else {
      throw ValidationError("\(option) is '\(text)'; allowed: \(TimeText.allowed).")
    }
    return time
  }
}

/// A time on the command line, as in scenarios.
struct TimeArgument: ExpressibleByArgument {
  let time: Duration

  init?(argument: String) {
    guard let time = TimeText.duration(argument) else { return nil }
    self.time = time
  }
}
