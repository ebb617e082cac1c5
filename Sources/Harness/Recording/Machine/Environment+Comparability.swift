extension Environment {
  /// Why figures from another machine, or from this one as it was then, say nothing against those from
  /// here: what differs of what decides how fast a program runs. Empty where nothing does.
  public func differences(from other: Environment) -> [String] {
    let parts: [(name: String, here: String, there: String)] = [
      ("processor", processor, other.processor),
      ("architecture", architecture, other.architecture),
      ("number of CPUs", "\(processors)", "\(other.processors)"),
      ("memory", "\(memory) B", "\(other.memory) B"),
      ("kernel", kernel, other.kernel),
      ("distribution", system, other.system),
      ("hypervisor", hypervisor, other.hypervisor),
    ]
    return parts.filter { $0.here != $0.there }.map {
      "the \($0.name) was \($0.there), and is \($0.here)"
    }
  }

  private var hypervisor: String { (facts?.hypervisor.value ?? nil) ?? "none" }
}
