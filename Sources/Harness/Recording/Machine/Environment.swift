/// The machine on which an experiment ran, as far as it bears on the measurements.
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
  /// The facts of the machine that can disturb measurements; nil where nobody looked.
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

extension Environment {
  /// Why measurements from another machine, or from this one as it was then, say nothing against
  /// those from here: what differs of what decides how fast a program runs. Empty where nothing does.
  ///
  /// The one list of what makes two machines the same: comparisons, saved baselines, qualifications
  /// and histories go by it.
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

  /// Returns whether memory is the same, but for the pages that a kernel keeps for itself, which differ
  /// from one start of a machine to the next.
  private func hasMemory(of other: Environment) -> Bool {
    abs(Double(memory) - Double(other.memory)) <= 0.01 * abs(Double(other.memory))
  }

  /// What one processor can do and the other can't; a virtual machine may hide some of it.
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

/// Something that decides how fast a program runs, and differs between two records.
public struct RecordDifference: Sendable, Hashable, CustomStringConvertible {
  /// The name of the fact, as in `kernel`, `compiler of 'checked'`.
  public let name: String
  /// The earlier value, in the words of the earlier record.
  public let before: String
  /// The later value.
  public let after: String

  /// Nil where both are the same.
  init?(_ name: String, before: String, after: String) {
    guard before != after else { return nil }
    self.name = name
    self.before = before
    self.after = after
  }

  /// `the kernel was Linux 6.1, and is Linux 6.12`
  public var description: String { "the \(name) was \(before), and is \(after)" }
}
