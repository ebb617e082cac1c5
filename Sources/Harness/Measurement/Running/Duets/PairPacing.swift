import Recording

/// Decides who runs while both sides of a pair are in the same step. Sides are numbered in the order in which they
/// are started and asked.
protocol PairPacing: AnyObject {
  /// Begins a step of sides that consist of these families, before it is requested.
  func begin(_ sides: [[ProcessFamily]]) throws(RunFailure)
  /// When ``proceed()`` has something to do, on the monotonic clock; nil if never.
  var nextChange: Int64? { get }
  /// Changes turns if it is time.
  func proceed() throws(RunFailure)
  /// Notes that a side has answered or failed at this moment, and whether the other has yet to.
  func noteEnd(of side: Int, at moment: Int64, isOtherPending: Bool) throws(RunFailure)
  /// Ends the step: nobody is held any more.
  func end() throws(RunFailure)
  /// How long a side ran in the last step until it answered; nil if it was never held.
  func ownTime(of side: Int) -> Duration?
}

extension PairPacing {
  var nextChange: Int64? { nil }
  func proceed() {}
  func ownTime(of side: Int) -> Duration? { nil }
}
