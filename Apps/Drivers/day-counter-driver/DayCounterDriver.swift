import DayCounter
import DriverKit

/// Serves the day counter to the harness.
@main
enum DayCounterDriver {
  static func main() { DriverKit.serve(DayCounterSession.self) }
}

// The app's errors by name: `nameTaken` is expected as `name-taken`.
extension CounterError: CodedError {}
