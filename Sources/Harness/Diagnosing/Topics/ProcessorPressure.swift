import Recording

/// Whether tasks wait for a CPU right now.
enum ProcessorPressure: Topic {
  static let name = "Waiting for CPUs"
  static let isMomentary = true

  static func read(_ machine: MachineReading, into facts: inout MachineFacts) {
    facts.processorPressure = machine.before.processorPressure
  }

  static func observations(of facts: MachineFacts, on machine: Environment) -> [Observation] {
    judge(facts.processorPressure) { share in
      // Pressure stall information, Documentation/accounting/psi.rst of the kernel: the share of
      // time in which some task was delayed. A twentieth is as much as the pairs of a quiet
      // machine differ by.
      guard share > PressureLimit.percent else { return inOrder(PressureLimit.words(share)) }
      return disturbance(
        .spoils, PressureLimit.words(share),
        effect: "There is more to run than there are CPUs: wall times contain waiting, and CPU "
          + "times are longer, since caches are cold after each wait.",
        remedy: .advice("End what else runs ('top' shows it), or wait."))
    }
  }
}
