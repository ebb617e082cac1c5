import Recording

/// Checks whether runs may enter the kernel's real-time class.
enum RealTime: Topic {
  static let name = "Real-time class"

  static func read(_ machine: MachineReading, into facts: inout MachineFacts) {
    facts.realTimeClass = .known(Probe(errno: machine.probes.realTimeClass()))
  }

  static func observations(of facts: MachineFacts, on machine: Environment) -> [Observation] {
    judge(facts.realTimeClass) { probe in
      guard case .refused(let reason) = probe else { return inOrder("may be entered") }
      return problem(
        .note, reason,
        effect:
          "If a story waits or uses several CPUs, other processes get between the runs of its pairs, and wall "
          + "times differ by chance several times as much.",
        remedy: .advice(
          "Run Rehearse as root, allow it 'ulimit -r 20', or in a container '--cap-add SYS_NICE'."))
    }
  }
}
