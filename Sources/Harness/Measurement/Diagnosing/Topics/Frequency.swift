import Recording
import Sampling

enum Governor: Topic {
  static let name = "Frequency governor"

  private static let folder = "/sys/devices/system/cpu/cpufreq"

  static func read(_ machine: MachineReading, into facts: inout MachineFacts) {
    let files = machine.files
    let policies: [String]
    do {
      let names = files.has(folder) ? try files.names(in: folder) : []
      policies = names.filter { $0.hasPrefix("policy") }
    } catch {
      facts.governors = .unknown(reason: error.description)
      facts.frequencyDriver = .unknown(reason: error.description)
      return
    }
    guard let first = policies.first else {
      let reason = "the kernel controls no frequencies here: \(folder) names none"
      facts.governors = .unknown(reason: reason)
      facts.frequencyDriver = .unknown(reason: reason)
      return
    }
    facts.governors = Fact { () throws(SamplingError) in
      var governors: Set<String> = []
      for policy in policies {
        governors.insert(try files.line("\(folder)/\(policy)/scaling_governor"))
      }
      return governors.sorted()
    }
    facts.frequencyDriver = Fact { () throws(SamplingError) in
      try files.line("\(folder)/\(first)/scaling_driver")
    }
  }

  static func observations(of facts: MachineFacts, on machine: Environment) -> [Observation] {
    judge(facts.governors) { governors in
      let found = governors.joined(separator: ", ")
      if governors == ["performance"] { return inOrder(found) }
      let remedy = Remedy.command("echo performance | sudo tee \(folder)/policy*/scaling_governor")
      guard governors.contains("powersave"), !isAdaptive(facts.frequencyDriver) else {
        return problem(
          .disturbs, found,
          effect: "The frequency follows the load of the last milliseconds: short steps run "
            + "slower than long ones, and all times vary.", remedy: remedy)
      }
      return problem(
        .spoils, found,
        effect: "The CPUs stay at their lowest frequency: all times are far longer than the "
          + "app's users see.", remedy: remedy)
    }
  }

  /// With these drivers `powersave` means what others call `schedutil`, see the kernel's
  /// Documentation/admin-guide/pm/intel_pstate.rst and amd-pstate.rst.
  private static func isAdaptive(_ driver: Fact<String>) -> Bool {
    ["intel_pstate", "amd-pstate-epp", "amd_pstate_epp"].contains(driver.value)
  }
}

/// Checks whether CPUs run faster than their nominal frequency while they are cool.
enum Boost: Topic {
  static let name = "Turbo, boost"

  private static let general = "/sys/devices/system/cpu/cpufreq/boost"
  private static let intel = "/sys/devices/system/cpu/intel_pstate/no_turbo"

  static func read(_ machine: MachineReading, into facts: inout MachineFacts) {
    let files = machine.files
    facts.boost = Fact { () throws(SamplingError) in
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
