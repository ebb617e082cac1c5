import Recording
import Sampling

/// Checks whether the machine runs on a battery.
enum Battery: Topic {
  static let name = "Power"

  private static let folder = "/sys/class/power_supply"

  static func read(_ machine: MachineReading, into facts: inout MachineFacts) {
    facts.onBattery = Fact { () throws(SamplingError) in
      let files = machine.files
      for supply in try files.names(in: folder) {
        let path = "\(folder)/\(supply)"
        // A mouse or a headset has a battery too, with the scope "Device".
        if try files.line(path + "/type") == "Battery",
          (try? files.line(path + "/scope")) != "Device",
          try files.line(path + "/status") == "Discharging"
        {
          return true
        }
      }
      return false
    }
  }

  static func observations(of facts: MachineFacts, on machine: Environment) -> [Observation] {
    judge(facts.onBattery) { isOnBattery in
      guard isOnBattery else { return inOrder("not from a battery") }
      return problem(
        .spoils, "from a battery",
        effect: "Firmware saves energy in ways that no setting shows: times are longer, and "
          + "change with the charge.", remedy: .advice("Plug the machine in."))
    }
  }
}
