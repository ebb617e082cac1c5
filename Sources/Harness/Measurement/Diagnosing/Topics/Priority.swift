import Recording
import Sampling

/// Checks whether Rehearse, and so everything that it measures, runs at an unusual priority.
enum Priority: Topic {
  static let name = "Priority"

  private static let usual = "usual"

  static func read(_ machine: MachineReading, into facts: inout MachineFacts) {
    facts.priority = Fact { () throws(SamplingError) in
      let path = "/proc/self/stat"
      let line = try machine.files.line(path)
      // From the state on, the third field (proc(5)); the name before it may contain anything.
      let fields = line.split(separator: ")").last?.split(separator: " ") ?? []
      guard fields.count > 38, let nice = Int(fields[16]), let policy = Int(fields[38]) else {
        throw .malformed(path: machine.files.path(path), missing: "policy")
      }
      let words = [policies[policy], nice == 0 ? nil : "nice \(nice)"].compactMap(\.self)
      return words.isEmpty ? usual : words.joined(separator: ", ")
    }
  }

  /// The policies in sched(7) other than the usual one.
  private static let policies = [
    1: "SCHED_FIFO", 2: "SCHED_RR", 3: "SCHED_BATCH", 5: "SCHED_IDLE", 6: "SCHED_DEADLINE",
  ]

  static func observations(of facts: MachineFacts, on machine: Environment) -> [Observation] {
    judge(facts.priority) { priority in
      guard priority != usual else { return inOrder(usual) }
      return problem(
        .disturbs, priority,
        effect:
          "All that is measured has it too: at a low priority every other program goes first, so times are "
          + "longer, and vary more, than for users.",
        remedy: .advice("Start Rehearse without 'nice', 'chrt' and the like."))
    }
  }
}
