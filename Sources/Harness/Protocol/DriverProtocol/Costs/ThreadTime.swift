/// How long a thread was on a CPU and how long it waited for one, since its start or within a step.
public struct ThreadTime: Sendable, Equatable, Codable {
  /// On a CPU, ns.
  public var ran: Int64
  /// Ready to run while others had the CPUs, ns.
  public var waited: Int64

  /// Creates a value from both times in ns.
  public init(ran: Int64, waited: Int64) {
    self.ran = ran
    self.waited = waited
  }

  /// Returns the time between two readings.
  public static func - (end: Self, start: Self) -> Self {
    Self(ran: end.ran &- start.ran, waited: end.waited &- start.waited)
  }
}
