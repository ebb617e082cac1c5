import ArgumentParser
import Scenarios

/// The allowed values of `--max-time`.
enum TimeLimit {
  /// Returns the time in a text.
  /// - Throws: `ValidationError`.
  static func checked(_ text: String) throws -> Duration {
    guard let time = TimeText.duration(text) else {
      throw ValidationError("--max-time is '\(text)'; allowed: \(TimeText.allowed).")
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
