import DriverProtocol
import Recording

/// Reads the instruction counts of a driver's steps, one after the other.
protocol StepCounter: AnyObject {
  /// How the driver is to count them.
  var method: CountingMethod { get }
  /// The work of the functions in all steps so far; nil if not asked for.
  var work: CallCounts? { get }
  /// The instructions of the step just answered.
  /// - Throws: `RunFailure` if there is no count.
  func instructions(of reply: Reply) throws(RunFailure) -> Int64
}

extension StepCounter {
  var work: CallCounts? { nil }
}
