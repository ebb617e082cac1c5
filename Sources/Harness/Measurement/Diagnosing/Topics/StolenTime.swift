import Recording
import Sampling

/// Checks the hypervisor's share of this machine's CPUs.
enum StolenTime: Topic {
  static let name = "Stolen time"

  /// The kernel counts in ticks of 10 ms: fewer than this many could not show 1 %.
  private static let fewestTicks: Int64 = 100

  static func read(_ machine: MachineReading, into facts: inout MachineFacts) {
    facts.stolenTime = share(machine)
  }

  private static func share(_ machine: MachineReading) -> Fact<Double> {
    let before: SystemTime
    let now: SystemTime
    do {
      before = try machine.before.time.get()
      now = try machine.files.read("/proc/stat", SystemTime.init)
    } catch {
      return .unknown(reason: error.description)
    }
    let passed = now.totalTicks &- before.totalTicks
    guard passed >= fewestTicks else {
      return .unknown(
        reason: "between two readings of /proc/stat only \(passed) ticks passed; to see 1 % takes "
          + "\(fewestTicks)")
    }
    return .known(Double(now.stolenTicks &- before.stolenTicks) / Double(passed) * 100)
  }

  static func observations(of facts: MachineFacts, on machine: Environment) -> [Observation] {
    judge(facts.stolenTime) { share in
      let found = "\(Quantity.percent(share)) of the CPUs' time"
      // If one of two CPUs is taken away for 1 % of the time, it loses 10 ms in a second, more than
      // many steps last.
      guard share > 1 else { return inOrder(found) }
      return problem(
        .spoils, found,
        effect: "The hypervisor runs other machines on these CPUs: wall times jump by whole time "
          + "slices, and CPU times include stolen time that the kernel did not notice.",
        remedy: .none(reason: "The host decides; ask for dedicated CPUs."))
    }
  }
}
