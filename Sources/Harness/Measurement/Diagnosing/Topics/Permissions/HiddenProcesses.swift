import Recording
import Sampling

/// Checks whether /proc hides the processes of other users.
enum HiddenProcesses: Topic {
  static let name = "Hidden processes"

  static func read(_ machine: MachineReading, into facts: inout MachineFacts) {
    facts.hiddenProcesses = Fact { () throws(SamplingError) in
      let mounts = try machine.mounts.get()
      let options = mounts.last { $0.type == "proc" && $0.point == "/proc" }?.options ?? []
      let key = "hidepid="
      return options.first { $0.hasPrefix(key) }.map { String($0.dropFirst(key.count)) } ?? "off"
    }
  }

  static func observations(of facts: MachineFacts, on machine: Environment) -> [Observation] {
    judge(facts.hiddenProcesses) { mode in
      guard !["0", "off"].contains(mode) else { return inOrder("none") }
      return problem(
        .note, "hidepid=\(mode)",
        effect:
          "An app that runs as another user than Rehearse can't be measured, and whatever disturbs runs "
          + "does not show in 'top'.",
        remedy: .command("sudo mount -o remount,hidepid=0 /proc"))
    }
  }
}
