import Recording
import Sampling

/// Checks whether two hardware threads share a core.
enum SiblingThreads: Topic {
  static let name = "Sibling threads"

  private static let folder = "/sys/devices/system/cpu/smt"

  static func read(_ machine: MachineReading, into facts: inout MachineFacts) {
    facts.siblingThreads = Fact { () throws(SamplingError) in
      try machine.files.flag(folder + "/active")
    }
  }

  static func observations(of facts: MachineFacts, on machine: Environment) -> [Observation] {
    judge(facts.siblingThreads) { areActive in
      guard areActive else { return inOrder("none") }
      return problem(
        .disturbs, "two a core",
        effect: "Work on one thread slows down its sibling, whose CPU time grows.",
        remedy: .command("echo off | sudo tee \(folder)/control"))
    }
  }
}
