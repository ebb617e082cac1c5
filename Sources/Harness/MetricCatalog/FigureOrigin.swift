/// Where a metric's values come from, and how far off they can be.
public struct FigureOrigin: Sendable, Hashable {
  /// The kernel's file or call that gives it, and who reads it.
  public let source: String
  /// How far off it can be.
  public let bound: ErrorBound

  /// An origin.
  public init(_ source: String, _ bound: ErrorBound) {
    self.source = source
    self.bound = bound
  }

  /// Under what conditions figures were read, as far as it bears on how exact they are.
  public struct Conditions: Sendable, Hashable {
    /// How many samples were taken a second; nil where that was not recorded.
    public var samplesPerSecond: Double?
    /// CPUs of the machine.
    public var processors: Int

    /// Conditions.
    public init(samplesPerSecond: Double?, processors: Int) {
      self.samplesPerSecond = samplesPerSecond
      self.processors = processors
    }

    var sampled: ErrorBound { .sampled(perSecond: samplesPerSecond) }
    var memoryCounters: ErrorBound { .memoryCounters(processors: processors) }
    var groupCharge: ErrorBound { .groupCharge(processors: processors) }
  }
}
