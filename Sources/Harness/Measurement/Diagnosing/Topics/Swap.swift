import Recording
import Sampling

/// Checks whether memory can be, or is, swapped out to a disk.
enum Swap: Topic {
  static let name = "Swap"

  static func read(_ machine: MachineReading, into facts: inout MachineFacts) {
    do {
      let space = try machine.files.read("/proc/meminfo", SwapSpace.init)
      facts.swapTotal = .known(space.totalKilobytes &* 1024)
      facts.swapUsed = .known(space.usedKilobytes &* 1024)
    } catch {
      facts.swapTotal = .unknown(reason: error.description)
      facts.swapUsed = .unknown(reason: error.description)
    }
  }

  static func observations(of facts: MachineFacts, on machine: Environment) -> [Observation] {
    judge(facts.swapTotal) { total in
      guard total > 0 else { return inOrder("none") }
      let remedy = Remedy.command("sudo swapoff -a")
      guard let used = facts.swapUsed.value, used > 0 else {
        return problem(
          .note, "\(Quantity.bytes(total)), none in use",
          effect: "If memory runs short, pages are swapped out, and peak memory comes out too low.",
          remedy: remedy)
      }
      return problem(
        .disturbs, "\(Quantity.bytes(used)) of \(Quantity.bytes(total)) in use",
        effect: "Memory was short: what is swapped out is in no measurement of memory but "
          + "tree-peak-proportional-memory, and steps that need it wait for the disk.",
        remedy: remedy)
    }
  }
}
