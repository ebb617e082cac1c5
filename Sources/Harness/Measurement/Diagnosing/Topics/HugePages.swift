import Recording
import Sampling

/// Checks whether the kernel gives pages of 2 MB to programs that did not ask for them.
enum HugePages: Topic {
  static let name = "Huge pages"

  private static let file = "/sys/kernel/mm/transparent_hugepage/enabled"

  static func read(_ machine: MachineReading, into facts: inout MachineFacts) {
    facts.hugePages = Fact { () throws(SamplingError) in
      // The current choice is in brackets: always [madvise] never
      let line = try machine.files.line(file)
      let choice = line.split(separator: " ").first { $0.hasPrefix("[") && $0.hasSuffix("]") }
      guard let choice else {
        throw .unexpected(path: machine.files.path(file), text: line, allowed: "a [choice]")
      }
      return String(choice.dropFirst().dropLast())
    }
  }

  static func observations(of facts: MachineFacts, on machine: Environment) -> [Observation] {
    judge(facts.hugePages) { choice in
      guard choice == "always" else { return inOrder(choice) }
      return problem(
        .disturbs, choice,
        effect: "A page has 2 MB instead of 4 kB wherever the kernel finds room: peak memory, "
          + "page faults and times depend on how fragmented free memory is.",
        remedy: .command("echo madvise | sudo tee \(file)"))
    }
  }
}
