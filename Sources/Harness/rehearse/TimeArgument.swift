import ArgumentParser
import Recording
import Running
import Scenarios

/// A time on the command line, as in scenarios.
struct TimeArgument: ExpressibleByArgument {
  let time: Duration

  init(time: Duration) { self.time = time }

  init?(argument: String) {
    guard let time = TimeText.duration(argument) else { return nil }
    self.time = time
  }

  var defaultValueDescription: String { "\(time.nanoseconds / 1_000_000)ms" }
}
