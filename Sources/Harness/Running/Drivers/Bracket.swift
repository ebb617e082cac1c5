import Costs
import DriverProtocol
import Glibc
import Recording

/// The harness's own readings around a step, by which the driver's own measurements are checked.
struct Bracket {
  /// Of the whole process.
  let counted: Cost
  /// From the request to the answer.
  let wall: Duration
  /// The number of times that the driver read its clocks.
  var repetitions = 1
  /// CPUs of the machine.
  var processors = Int(sysconf(Int32(_SC_NPROCESSORS_CONF)))

  /// The driver's own measurements, if they can be true: none is negative, and none is more than
  /// the kernel counted for the whole process around it. Measurements that pass can be added up
  /// over any number of steps.
  ///
  /// 10 ms are granted to coarse clocks, and to the tick at which the kernel books the time of threads
  /// that still run; twice that to the parts of the CPU time, which it books by ticks; and to faults a
  /// thousand. What the harness does not read itself can't be more than the time allows: no machine
  /// switches threads once a nanosecond, or carries out a thousand instructions in one.
  func plausibleCost(of reply: Reply, instructions: Int64?) throws(RunFailure) -> Cost {
    guard let cost = reply.cost else { throw .noCost }
    let cpu = counted.cpu.microseconds
    let elapsed = wall.nanoseconds
    let slack: Int64 = 10_000_000
    let (minor, major) = (counted.minorFaults ?? 0, counted.majorFaults ?? 0)
    for (claimed, what, maximum, seen) in [
      (
        cost.cpu.nanoseconds, "ns of CPU time", counted.cpu.nanoseconds + slack,
        "the kernel counted \(counted.cpu.nanoseconds) ns"
      ),
      (
        cost.wall?.nanoseconds, "ns of wall time", elapsed + slack,
        "the kernel counted \(elapsed) ns"
      ),
      (
        cost.user?.microseconds, "µs of user time", cpu + slack / 500,
        "the kernel counted \(cpu) µs of CPU time"
      ),
      (
        cost.system?.microseconds, "µs of system time", cpu + slack / 500,
        "the kernel counted \(cpu) µs of CPU time"
      ),
      (cost.minorFaults, "minor faults", minor + 1000, "the kernel counted \(minor)"),
      (cost.majorFaults, "major faults", major + 1000, "the kernel counted \(major)"),
      (
        cost.voluntarySwitches, "voluntary switches", elapsed + slack,
        "the step took \(elapsed) ns"
      ),
      (
        cost.involuntarySwitches, "involuntary switches", elapsed + slack,
        "the step took \(elapsed) ns"
      ),
      (instructions, "instructions", (elapsed + slack) * 1000, "the step took \(elapsed) ns"),
    ] {
      guard let claimed, claimed < 0 || claimed > maximum else { continue }
      throw .implausible(claimed, what, seen)
    }
    try refuseTooLittle(cost)
    return cost
  }

  /// Refuses a driver that says too little: a wrong unit, a clock of one thread, a patched clock.
  ///
  /// How much of a step is the app's is the driver's to say: it may encode a great outcome outside of its
  /// clock, for a call that takes microseconds. But it needs time for that. So CPU time that is not claimed
  /// has to fit into the wall time that is not claimed either, and CPU time that is claimed into the wall
  /// time that is, on all CPUs of the machine. Each of them is granted 10 ms for coarse clocks and for ticks,
  /// and each repetition 50 µs, since clocks are read one after the other.
  ///
  /// A driver that makes both less by the same share is not found here, but by what the kernel counted of
  /// the whole run (`Metric.outsideCPUTime`).
  private func refuseTooLittle(_ cost: Cost) throws(RunFailure) {
    guard let claimedWall = cost.wall else { return }
    let (cpus, calls) = (Double(max(1, processors)), Double(max(1, repetitions)))
    let slack = 1e7 * cpus + 5e4 * calls
    let fitting = { (wall: Int64) in Double(max(0, wall)) * cpus + slack }
    if Double(cost.cpu.nanoseconds) > fitting(claimedWall.nanoseconds) {
      throw .implausible(
        claimedWall.nanoseconds, "ns of wall time",
        "it claims \(cost.cpu.nanoseconds) ns of CPU time in it, on \(processors) CPUs")
    }
    let left = counted.cpu.nanoseconds - cost.cpu.nanoseconds
    if Double(left) > fitting(wall.nanoseconds - claimedWall.nanoseconds) {
      throw .implausible(
        cost.cpu.nanoseconds, "ns of CPU time",
        "the kernel counted \(counted.cpu.nanoseconds) ns, and the rest does not fit into the wall time "
          + "that it leaves")
    }
  }
}
