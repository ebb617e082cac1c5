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
      RecordDifference("memory", before: "\(other.memory) B", after: "\(memory) B"),
      RecordDifference("kernel", before: other.kernel, after: kernel),
      RecordDifference("distribution", before: other.system, after: system),
      RecordDifference("hypervisor", before: other.hypervisor, after: hypervisor),
    ].compactMap(\.self)
  }

  private var hypervisor: String { (facts?.hypervisor.value ?? nil) ?? "none" }
}
