import Recording
import Sampling

enum Processors: Topic {
  static let name = "CPUs"

  static func read(_ machine: MachineReading, into facts: inout MachineFacts) {
    facts.allowedProcessors = Fact { () throws(SamplingError) in
      try machine.files.read("/proc/self/status", ProcessorList.init(allowedIn:)).count
    }
    facts.processorFeatures = Fact { () throws(SamplingError) in
      try machine.files.read("/proc/cpuinfo") { text throws(SamplingError) in
        guard let words = text.words(after: "flags") ?? text.words(after: "Features") else {
          throw .malformed(path: machine.files.path("/proc/cpuinfo"), missing: "flags or Features")
        }
        return Set(words.split(separator: " ").map(String.init)).sorted()
      }
    }
  }

  static func observations(of facts: MachineFacts, on machine: Environment) -> [Observation] {
    judge(facts.allowedProcessors) { allowed in
      let isRestricted = allowed < machine.processors
      let found =
        isRestricted ? "\(allowed) of \(machine.processors) may be used" : "\(allowed) online"
      let remedy: Remedy =
        isRestricted
        ? .advice("Start Rehearse without 'taskset', or give its control group more CPUs (cpuset).")
        : .none(reason: "This machine has no more.")
      // One for the app, one for Rehearse, whose sampler wakes a hundred times a second, and one
      // for everything else.
      switch allowed {
      case ...1:
        return problem(
          .spoils, found,
          effect: "App and Rehearse share one CPU: every sample interrupts the app, and wall "
            + "times contain Rehearse's own work.", remedy: remedy)
      case 2:
        return problem(
          .disturbs, found,
          effect: "App and Rehearse fill both: all other programs take time from one of them, "
            + "and wall times vary.", remedy: remedy)
      default: return inOrder(found)
      }
    }
  }
}
