import Recording
import Sampling
import SystemPackage

/// Checks whether the processor's own counters can be used.
enum HardwareCounters: Topic {
  static let name = "Hardware counters"

  private static let file = "/proc/sys/kernel/perf_event_paranoid"
  private static let missing = "the processor offers none, as most virtual machines do not"

  static func read(_ machine: MachineReading, into facts: inout MachineFacts) {
    facts.counterParanoia = Fact { () throws(SamplingError) in try machine.files.number(file) }
    facts.hardwareCounters = .known(probe(of: machine.probes))
  }

  static func probe(of probes: KernelProbes) -> Probe {
    Probe(
      errno: probes.hardwareCounters(),
      words: [.noSuchFileOrDirectory: missing, .notSupported: missing])
  }

  static func observations(of facts: MachineFacts, on machine: Environment) -> [Observation] {
    judge(facts.hardwareCounters) { probe in
      guard case .refused(let reason) = probe else { return inOrder("can be used") }
      return problem(
        .note, reason,
        effect: "Instructions, which hardly vary between runs, can't be counted at full speed.",
        remedy: remedy(facts, isMissing: reason == missing))
    }
  }

  private static func remedy(_ facts: MachineFacts, isMissing: Bool) -> Remedy {
    if isMissing { return .none(reason: "Only the host, or another machine, can offer them.") }
    // Above 2, Debian's own addition, users may not even count their own processes. 'rehearse explain' sees the
    // kernel's part of them below 2.
    if let paranoia = facts.counterParanoia.value, paranoia > 2 {
      return .command("echo 1 | sudo tee \(file)")
    }
    return .advice("In a container, allow the call perf_event_open ('--cap-add PERFMON').")
  }
}

extension Probe {
  /// Tries with `perf_event_open` whether the processor's own counters can be used.
  public static func ofHardwareCounters() -> Probe { HardwareCounters.probe(of: KernelProbes()) }
}
