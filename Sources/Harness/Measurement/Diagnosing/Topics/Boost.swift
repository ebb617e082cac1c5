import ProcFS
import Recording

/// Checks whether CPUs run faster than their nominal frequency while they are cool.
enum Boost: Topic {
  static let name = "Turbo, boost"

  private static let general = "/sys/devices/system/cpu/cpufreq/boost"
  private static let intel = "/sys/devices/system/cpu/intel_pstate/no_turbo"

  static func read(_ machine: MachineReading, into facts: inout MachineFacts) {
    let files = machine.files
    facts.boost = Fact { () throws(ProcFSError) in
      // intel_pstate has its own switch, with the opposite meaning.
      if files.has(intel) { return try !files.flag(intel) }
      return try files.flag(general)
    }
  }

  static func observations(of facts: MachineFacts, on machine: Environment) -> [Observation] {
    judge(facts.boost) { isOn in
      guard isOn else { return inOrder("off") }
      // The second is the first in its passive mode, with the same switch.
      let isIntel = ["intel_pstate", "intel_cpufreq"].contains(facts.frequencyDriver.value)
      return problem(
        .disturbs, "on",
        effect: "The frequency depends on how warm the processor is and how many CPUs work: "
          + "times depend on what ran before.",
        remedy: .command("echo \(isIntel ? 1 : 0) | sudo tee \(isIntel ? intel : general)"))
    }
  }
}
