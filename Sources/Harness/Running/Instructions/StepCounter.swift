import DriverProtocol
import Recording

/// Tells the instructions of a driver's steps, one after the other.
protocol StepCounter: AnyObject {
  /// How the driver is to count them.
  var method: CountingMethod { get }
  /// The instructions of the step that the driver has just answered.
  /// - Throws: ``RunFailure`` where it gave none.
  func instructions(of reply: Reply) throws(RunFailure) -> Int64
}
