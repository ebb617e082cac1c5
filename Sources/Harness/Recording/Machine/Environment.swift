/// The machine on which an experiment ran, as far as it bears on the figures.
public struct Environment: Sendable, Equatable, Codable {
  /// Kernel name and release.
  public var kernel: String
  /// Distribution.
  public var system: String
  /// Machine architecture.
  public var architecture: String
  /// The processor's own name.
  public var processor: String
  /// CPUs that are online.
  public var processors: Int
  /// All memory, bytes.
  public var memory: Int64
  /// Load average over one minute when Rehearse was started.
  public var load: Double
  /// What of the machine can disturb figures; nil in records of before it was stored.
  public var facts: MachineFacts?

  /// An environment.
  public init(
    kernel: String, system: String, architecture: String, processor: String, processors: Int,
    memory: Int64, load: Double, facts: MachineFacts? = nil
  ) {
    self.kernel = kernel
    self.system = system
    self.architecture = architecture
    self.processor = processor
    self.processors = processors
    self.memory = memory
    self.load = load
    self.facts = facts
  }
}
