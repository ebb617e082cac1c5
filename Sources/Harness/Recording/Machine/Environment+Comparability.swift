extension Environment {
  /// Why figures from another machine, or from this one as it was then, say nothing against those from
  /// here: what differs of what decides how fast a program runs. Empty where nothing does.
  ///
  /// The one list of what makes two machines the same: comparisons, saved baselines, qualifications
  /// and histories go by it.
  public func differences(from other: Environment) -> [RecordDifference] {
    [
      RecordDifference("processor", before: other.processor, after: processor),
      RecordDifference("architecture", before: other.architecture, after: architecture),
      RecordDifference("number of CPUs", before: "\(other.processors)", after: "\(processors)"),
      hasMemory(of: other)
        ? nil : RecordDifference("memory", before: "\(other.memory) B", after: "\(memory) B"),
      RecordDifference("kernel", before: other.kernel, after: kernel),
      RecordDifference("distribution", before: other.system, after: system),
      RecordDifference("hypervisor", before: other.hypervisor, after: hypervisor),
    ].compactMap(\.self)
  }

  /// What a kernel keeps for itself differs by some pages from one start of a machine to the next.
  private func hasMemory(of other: Environment) -> Bool {
    abs(Double(memory) - Double(other.memory)) <= 0.01 * abs(Double(other.memory))
  }

  private var hypervisor: String { (facts?.hypervisor.value ?? nil) ?? "none" }
}
