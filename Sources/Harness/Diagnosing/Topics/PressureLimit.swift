import Recording

/// The common parts of the three topics of pressure.
enum PressureLimit {
  /// The share of time above which it disturbs. Without pressure, pairs of runs differ by 5 to 7 %:
  /// more waiting than that would be most of what is measured.
  static let percent = 5.0

  /// The share in words.
  static func words(_ share: Double) -> String {
    "\(Quantity.percent(share)) of the time, over 10 seconds"
  }
}

/// Checks whether tasks wait for a CPU right now.
enum ProcessorPressure: Topic {
  static let name = "Waiting for CPUs"
  static let isMomentary = true

  static func read(_ machine: MachineReading, into facts: inout MachineFacts) {
    facts.processorPressure = machine.before.processorPressure
  }

  static func observations(of facts: MachineFacts, on machine: Environment) -> [Observation] {
    judge(facts.processorPressure) { share in
      // Pressure stall information (the kernel's Documentation/accounting/psi.rst): the share of time
      // in which some task was delayed. A twentieth is as much as pairs differ by on a quiet machine.
      guard share > PressureLimit.percent else { return inOrder(PressureLimit.words(share)) }
      return problem(
        .spoils, PressureLimit.words(share),
        effect: "There is more to run than there are CPUs: wall times contain waiting, and CPU "
          + "times are longer, since caches are cold after each wait.",
        remedy: .advice("End other programs ('top' shows them), or wait."))
    }
  }
}

/// Checks whether tasks wait for memory right now.
enum MemoryPressure: Topic {
  static let name = "Waiting for memory"
  static let isMomentary = true

  static func read(_ machine: MachineReading, into facts: inout MachineFacts) {
    facts.memoryPressure = machine.before.memoryPressure
  }

  static func observations(of facts: MachineFacts, on machine: Environment) -> [Observation] {
    judge(facts.memoryPressure) { share in
      guard share > PressureLimit.percent else { return inOrder(PressureLimit.words(share)) }
      return problem(
        .spoils, PressureLimit.words(share),
        effect: "Memory is short: pages are taken from programs and read anew, so that peak "
          + "memory comes out too low, page faults and all times too high.",
        remedy: .advice("End what uses memory ('top -o %MEM' shows it)."))
    }
  }
}

/// Checks whether tasks wait for storage right now.
enum StoragePressure: Topic {
  static let name = "Waiting for storage"
  static let isMomentary = true

  static func read(_ machine: MachineReading, into facts: inout MachineFacts) {
    facts.storagePressure = machine.before.storagePressure
  }

  static func observations(of facts: MachineFacts, on machine: Environment) -> [Observation] {
    judge(facts.storagePressure) { share in
      guard share > PressureLimit.percent else { return inOrder(PressureLimit.words(share)) }
      return problem(
        .disturbs, PressureLimit.words(share),
        effect: "Steps that write or read files wait for the disk: their wall times vary. CPU "
          + "times hardly suffer.",
        remedy: .advice("End what writes and reads ('iotop' shows it), or wait."))
    }
  }
}
