import Recording

/// One of the three topics of pressure, by pressure stall information: the share of time in which some task was
/// delayed (the kernel's Documentation/accounting/psi.rst).
protocol PressureTopic: Topic {}

extension PressureTopic {
  static var isMomentary: Bool { true }

  /// Judges a share of time. Above a twentieth it disturbs: without pressure, pairs of runs differ by 5 to 7 %,
  /// so more waiting than that would be most of what is measured.
  static func judge(
    _ share: Fact<Double>, _ severity: Severity, effect: String, remedy: String
  ) -> [Observation] {
    judge(share) { percent in
      let found = "\(Quantity.percent(percent)) of the time, over 10 seconds"
      return percent > 5
        ? problem(severity, found, effect: effect, remedy: .advice(remedy)) : inOrder(found)
    }
  }
}

/// Checks whether tasks wait for a CPU right now.
enum ProcessorPressure: PressureTopic {
  static let name = "Waiting for CPUs"

  static func read(_ machine: MachineReading, into facts: inout MachineFacts) {
    facts.processorPressure = machine.before.processorPressure
  }

  static func observations(of facts: MachineFacts, on machine: Environment) -> [Observation] {
    judge(
      facts.processorPressure, .spoils,
      effect: "There is more to run than there are CPUs: wall times contain waiting, and CPU "
        + "times are longer, since caches are cold after each wait.",
      remedy: "End other programs ('top' shows them), or wait.")
  }
}

/// Checks whether tasks wait for memory right now.
enum MemoryPressure: PressureTopic {
  static let name = "Waiting for memory"

  static func read(_ machine: MachineReading, into facts: inout MachineFacts) {
    facts.memoryPressure = machine.before.memoryPressure
  }

  static func observations(of facts: MachineFacts, on machine: Environment) -> [Observation] {
    judge(
      facts.memoryPressure, .spoils,
      effect: "Memory is short: pages are taken from programs and read anew, so that peak "
        + "memory comes out too low, page faults and all times too high.",
      remedy: "End programs that use much memory ('top -o %MEM' shows them).")
  }
}

/// Checks whether tasks wait for storage right now.
enum StoragePressure: PressureTopic {
  static let name = "Waiting for storage"

  static func read(_ machine: MachineReading, into facts: inout MachineFacts) {
    facts.storagePressure = machine.before.storagePressure
  }

  static func observations(of facts: MachineFacts, on machine: Environment) -> [Observation] {
    judge(
      facts.storagePressure, .disturbs,
      effect: "Steps that write or read files wait for the disk: their wall times vary. CPU "
        + "times hardly suffer.",
      remedy: "End programs that use the disk ('iotop' shows them), or wait.")
  }
}
