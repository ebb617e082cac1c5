import CAccuracyWork
import DriverKit

/// Steps whose cost is known: each appends what it was to the file `truth`, as `accuracy-target`.
@main
final class AccuracyDriver: HostedApp {
  static let driver = "accuracy-driver"

  static let verbs: [Verb<AccuracyDriver>] = [
    Verb("spike") { app, arguments in
      let megabytes = try arguments.integer("megabytes")
      let milliseconds = try arguments.integer("milliseconds")
      return app.call(megabytes) { work_spike(Int64(megabytes), Int64(milliseconds)) }
    },
    Verb("burn") { app, arguments in
      let milliseconds = try arguments.integer("milliseconds")
      let threads = try arguments.integer("threads")
      return app.call(milliseconds) { work_burn(Int64(milliseconds), Int64(threads)) }
    },
  ]

  private let file: String

  init(fixture: Arguments, directory: String) throws { file = try fixture.text("truth") }

  private func call(_ size: Int, _ work: @escaping () -> truth) -> Call {
    Call {
      truth_begin()
      var done = work()
      truth_append(&done, self.file)
    } outcome: {
      $1.count(size)
    }
  }

  static func main() { DriverKit.serve(AccuracyDriver.self) }
}
