import Recording

/// Whether tasks wait for storage right now.
enum StoragePressure: Topic {
  static let name = "Waiting for storage"
  static let isMomentary = true

  static func read(_ machine: MachineReading, into facts: inout MachineFacts) {
    facts.storagePressure = machine.before.storagePressure
  }

  static func observations(of facts: MachineFacts, on machine: Environment) -> [Observation] {
    judge(facts.storagePressure) { share in
      guard share > PressureLimit.percent else { return inOrder(PressureLimit.words(share)) }
      return disturbance(
        .disturbs, PressureLimit.words(share),
        effect: "Steps that write or read files wait for the disk: their wall times vary. CPU "
          + "times hardly suffer.",
        remedy: .advice("End what writes and reads ('iotop' shows it), or wait."))
    }
  }
}
