import Recording

/// One of the three topics of pressure, by pressure stall information: the share of time in which some task was
/// delayed (the kernel's Documentation/accounting/psi.rst).
protocol PressureTopic: Topic {
  static var reading: KeyPath<QuietReading, Fact<Double>> { get }
  static var fact: WritableKeyPath<MachineFacts, Fact<Double>> { get }
  static var severity: Severity { get }
  static var effect: String { get }
  static var advice: String { get }
}

extension PressureTopic {
  static var isMomentary: Bool { true }
  static var severity: Severity { .spoils }

  static func read(_ machine: MachineReading, into facts: inout MachineFacts) {
    facts[keyPath: fact] = machine.before[keyPath: reading]
  }

  /// Above a twentieth it disturbs: without pressure, pairs of runs differ by 5 to 7 %, so more waiting than that
  /// would be most of what is measured.
  static func observations(of facts: MachineFacts, on machine: Environment) -> [Observation] {
    judge(facts[keyPath: fact]) { percent in
      let found = "\(Quantity.percent(percent)) of the time, over 10 seconds"
      return percent > 5
        ? problem(severity, found, effect: effect, remedy: .advice(advice)) : inOrder(found)
    }
  }
}

/// Checks whether tasks wait for a CPU right now.
enum ProcessorPressure: PressureTopic {
  static let name = "Waiting for CPUs"
  static var reading: KeyPath<QuietReading, Fact<Double>> { \.processorPressure }
  static var fact: WritableKeyPath<MachineFacts, Fact<Double>> { \.processorPressure }
  static let effect =
    "There is more to run than there are CPUs: wall times contain waiting, and CPU times are longer, "
    + "because caches are cold after each wait."
  static let advice = "End other programs ('top' shows them), or wait."
}

/// Checks whether tasks wait for memory right now.
enum MemoryPressure: PressureTopic {
  static let name = "Waiting for memory"
  static var reading: KeyPath<QuietReading, Fact<Double>> { \.memoryPressure }
  static var fact: WritableKeyPath<MachineFacts, Fact<Double>> { \.memoryPressure }
  static let effect =
    "Memory is short: pages are taken from programs and read anew, so that peak memory comes out too low, page "
    + "faults and all times too high."
  static let advice = "End programs that use much memory ('top -o %MEM' shows them)."
}

/// Checks whether tasks wait for storage right now.
enum StoragePressure: PressureTopic {
  static let name = "Waiting for storage"
  static var reading: KeyPath<QuietReading, Fact<Double>> { \.storagePressure }
  static var fact: WritableKeyPath<MachineFacts, Fact<Double>> { \.storagePressure }
  static let severity = Severity.disturbs
  static let effect =
    "Steps that write or read files wait for the disk: their wall times vary. CPU times hardly suffer."
  static let advice = "End programs that use the disk ('iotop' shows them), or wait."
}
