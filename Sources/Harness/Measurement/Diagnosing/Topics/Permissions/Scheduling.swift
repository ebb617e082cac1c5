import Recording
import SystemPackage

/// Checks whether builds can take turns on a CPU in fine slices.
enum TimeSlices: Topic {
  static let name = "Fine time slices"

  static func read(_ machine: MachineReading, into facts: inout MachineFacts) {
    facts.timeSlices = .known(
      Probe(
        errno: machine.probes.timeSlices(),
        words: [
          .notSupported:
            "this kernel keeps its own length; Linux 6.12 and newer take the one asked for"
        ]))
  }

  static func observations(of facts: MachineFacts, on machine: Environment) -> [Observation] {
    judge(facts.timeSlices) { probe in
      guard case .refused(let reason) = probe else { return inOrder("available") }
      // Measured: pairs differ by 0.55 % with slices of 0.5 ms, by 0.88 % with the kernel's own,
      // and by 6.8 % one after the other.
      return problem(
        .note, reason,
        effect: "Two builds that share a CPU at the same time take longer turns: their CPU times "
          + "differ by chance about half as much again.",
        remedy: .advice("Use Linux 6.12 or newer; in a container, allow the call sched_setattr."))
    }
  }
}

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
