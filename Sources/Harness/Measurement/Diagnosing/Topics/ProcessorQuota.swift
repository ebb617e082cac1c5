import ProcFS
import Recording

/// Checks whether control groups limit CPU time, as `docker run --cpus` does.
enum ProcessorQuota: Topic {
  static let name = "CPU quota"

  static func read(_ machine: MachineReading, into facts: inout MachineFacts) {
    facts.processorQuota = GroupLimit.tightest(
      "cpu", machine,
      version1: { folder throws(ProcFSError) in
        let files = machine.files
        let quota = try files.number(folder + "/cpu.cfs_quota_us")
        let period = try files.number(folder + "/cpu.cfs_period_us")
        return quota > 0 && period > 0 ? Double(quota) / Double(period) : nil
      },
      version2: { folder throws(ProcFSError) in
        let path = folder + "/cpu.max"
        let line = try machine.files.line(path)
        let words = line.split(separator: " ")
        guard words.count == 2, let period = Double(words[1]), period > 0,
          let quota = words[0] == "max" ? .infinity : Double(words[0])
        else {
          throw .unexpected(path: machine.files.path(path), text: line, allowed: "quota and period")
        }
        return quota.isFinite ? quota / period : nil
      })
  }

  static func observations(of facts: MachineFacts, on machine: Environment) -> [Observation] {
    judge(facts.processorQuota) { quota in
      guard let quota else { return inOrder("none") }
      return problem(
        // One CPU for the app and one for Rehearse: with less, every run uses up the quota.
        quota < 2 ? .spoils : .disturbs, Quantity.processors(quota),
        effect: "When app and Rehearse together have used up their share, the kernel stops both "
          + "for the rest of a period (100 ms as a rule): wall times jump.",
        remedy: .advice(
          "Lift the limit of the container ('docker update --cpus 0 NAME') or of the service "
            + "('systemctl set-property NAME CPUQuota=')."))
    }
  }
}
