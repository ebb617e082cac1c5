import ProcFS
import Recording

/// Checks whether control groups limit memory, as `docker run --memory` does.
enum MemoryLimit: Topic {
  static let name = "Memory limit"

  static func read(_ machine: MachineReading, into facts: inout MachineFacts) {
    facts.memoryLimit = GroupLimit.tightest(
      "memory", machine,
      version1: { folder throws(ProcFSError) in
        let limit = Int64(try machine.files.number(folder + "/memory.limit_in_bytes"))
        // The greatest number of whole pages means no limit.
        return limit < Int64.max / 2 ? limit : nil
      },
      version2: { folder throws(ProcFSError) in
        let path = folder + "/memory.max"
        if try machine.files.line(path) == "max" { return nil }
        return Int64(try machine.files.number(path))
      })
  }

  static func observations(of facts: MachineFacts, on machine: Environment) -> [Observation] {
    judge(facts.memoryLimit) { limit in
      guard let limit, limit < machine.memory else { return inOrder("none") }
      return problem(
        .note, "\(Quantity.bytes(limit)) of \(Quantity.bytes(machine.memory))",
        effect: "Cached files count too. Near the limit the kernel takes pages back: page faults "
          + "and times grow, and at the limit the app is killed.",
        remedy: .advice(
          "Lift the limit of the container ('docker update --memory') or of the service "
            + "('systemctl set-property NAME MemoryMax=infinity')."))
    }
  }
}
