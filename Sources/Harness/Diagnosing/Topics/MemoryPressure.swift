import Recording

/// Whether tasks wait for memory right now.
enum MemoryPressure: Topic {
  static let name = "Waiting for memory"
  static let isMomentary = true

  static func read(_ machine: MachineReading, into facts: inout MachineFacts) {
    facts.memoryPressure = machine.before.memoryPressure
  }

  static func observations(of facts: MachineFacts, on machine: Environment) -> [Observation] {
    judge(facts.memoryPressure) { share in
      guard share > PressureLimit.percent else { return inOrder(PressureLimit.words(share)) }
      return disturbance(
        .spoils, PressureLimit.words(share),
        effect: "Memory is short: pages are taken from programs and read anew, so that peak "
          + "memory comes out too low, page faults and all times too high.",
        remedy: .advice("End what uses memory ('top -o %MEM' shows it)."))
    }
  }
}
