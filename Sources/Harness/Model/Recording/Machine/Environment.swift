/// The machine that an experiment ran on, as far as it affects the measurements.
public struct Environment: Sendable, Equatable, Codable {
  /// Kernel name and release.
  public var kernel: String
  /// Distribution.
  public var system: String
  /// Machine architecture.
  public var architecture: String
  /// The processor's own name.
  public var processor: String
  /// The number of CPUs online.
  public var processors: Int
  /// All memory, bytes.
  public var memory: Int64
  /// Load average over one minute at Rehearse's start.
  public var load: Double
  /// The facts of the machine that can disturb measurements; nil if unknown.
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

  /// The reasons why measurements from another machine, or an earlier state of this one, can't be compared
  /// with those from here: the differences in what decides how fast a program runs. Empty if there are none.
  ///
  /// The only definition of when two machines are the same: comparisons, saved baselines, qualifications and
  /// histories use it.
  public func differences(from other: Environment) -> [RecordDifference] {
    [
      RecordDifference("processor", before: other.processor, after: processor),
      featureDifference(from: other),
      RecordDifference("architecture", before: other.architecture, after: architecture),
      RecordDifference("number of CPUs", before: "\(other.processors)", after: "\(processors)"),
      hasMemory(of: other)
        ? nil : RecordDifference("memory", before: "\(other.memory) B", after: "\(memory) B"),
      RecordDifference("kernel", before: other.kernel, after: kernel),
      RecordDifference("distribution", before: other.system, after: system),
      RecordDifference("hypervisor", before: other.hypervisor, after: hypervisor),
    ].compactMap(\.self)
  }

  /// Returns whether memory is the same, apart from pages that the kernel reserves, which differ between
  /// boots.
  private func hasMemory(of other: Environment) -> Bool {
    abs(Double(memory) - Double(other.memory)) <= 0.01 * abs(Double(other.memory))
  }

  /// Features that only one of the processors has; a virtual machine may hide some.
  private func featureDifference(from other: Environment) -> RecordDifference? {
    guard let now = facts?.processorFeatures?.value,
      let then = other.facts?.processorFeatures?.value
    else { return nil }
    let (lost, gained) = (Set(then).subtracting(now), Set(now).subtracting(then))
    func list(_ names: Set<String>) -> String { names.sorted().joined(separator: ", ") }
    let words =
      switch (lost.isEmpty, gained.isEmpty) {
      case (true, true): ("", "")
      case (false, true): ("with \(list(lost))", "without")
      case (true, false): ("without \(list(gained))", "with it")
      case (false, false): ("with \(list(lost))", "with \(list(gained)) instead")
      }
    return RecordDifference("set of processor features", before: words.0, after: words.1)
  }

  private var hypervisor: String { (facts?.hypervisor.value ?? nil) ?? "none" }
}

/// Something that decides how fast a program runs and differs between two records.
public struct RecordDifference: Sendable, Hashable, CustomStringConvertible {
  /// The name of the fact, for example `kernel`, `compiler of 'checked'`.
  public let name: String
  /// The earlier value, as recorded.
  public let before: String
  /// The later value.
  public let after: String

  /// Nil if both are the same.
  init?(_ name: String, before: String, after: String) {
    guard before != after else { return nil }
    self.name = name
    self.before = before
    self.after = after
  }

  /// `the kernel was Linux 6.1, and is Linux 6.12`
  public var description: String { "the \(name) was \(before), and is \(after)" }
}
