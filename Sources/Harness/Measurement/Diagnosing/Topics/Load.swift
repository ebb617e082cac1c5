import Recording
import Statistics

/// Checks the load by others in the last minute.
enum Load: Topic {
  static let name = "Load"
  static let isMomentary = true

  static func read(_ machine: MachineReading, into facts: inout MachineFacts) {}

  static func observations(of facts: MachineFacts, on machine: Environment) -> [Observation] {
    let load = NumberFormat.plain.string(for: machine.load)
    let found = "\(load) over a minute, on \(Quantity.processors(Double(machine.processors)))"
    // With up to half of the CPUs busy, the scheduler finds others for the app and for Rehearse,
    // and few share the processor's caches and power.
    guard machine.load > Double(machine.processors) / 2 else { return inOrder(found) }
    return problem(
      .disturbs, found,
      effect: "Other programs keep CPUs, caches and memory busy: wall and CPU times grow and vary.",
      remedy: .advice("End other programs ('top' shows them), or wait a minute."))
  }
}
