import DriverProtocol
import Glibc
import Recording

/// The harness's own readings around a step, which check the driver's measurements.
struct Bracket {
  let counted: Cost
  /// The time from the request to the answer.
  let wall: Duration
  /// The number of times that the driver read its clocks.
  var repetitions = 1
  /// The machine's number of CPUs.
  var processors = Int(sysconf(Int32(_SC_NPROCESSORS_CONF)))

  /// The driver's own measurements, if they are possible: none is negative, and none exceeds what the
  /// kernel counted for the whole process. Measurements that pass can be added up over any number of steps.
  ///
  /// Tolerances: 10 ms for coarse clocks and for the tick at which the kernel books the time of
  /// running threads; twice that for user and system time, which are booked by ticks; a thousand
  /// for faults. Values that the harness does not read itself are limited by the time: no machine
  /// switches threads once a nanosecond, or executes a thousand instructions in one.
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

  /// The times that single requests took, if they are possible: none is negative, none is longer than the step, and
  /// either each belongs to one of the requests that are named, or none does.
  func plausibleLatencies(of reply: Reply) throws(RunFailure) -> [Int64] {
    let all = reply.latencies ?? []
    try refuseImpossible(all, "ns of latency")
    guard let places = reply.places else { return all }
    if places.count != all.count {
      throw .implausible(
        Int64(places.count), "places of latencies", "there are \(all.count) latencies")
    }
    let requests = reply.requests ?? []
    if let wrong = places.first(where: { !requests.indices.contains($0) }) {
      throw .implausible(
        Int64(wrong), "as a latency's place", "it names \(requests.count) requests")
    }
    return all
  }

  /// The elapsed times of the repetitions, if they are possible: all have one, none is negative, and together they
  /// are not longer than the step, with the tolerance for wall time. Nil if the driver did not measure them.
  func plausibleElapsed(of reply: Reply) throws(RunFailure) -> [Int64]? {
    guard let text = reply.elapsed else { return nil }
    let all = text.split(separator: " ").compactMap { Int64($0) }
    if all.count != repetitions {
      throw .implausible(
        Int64(all.count), "elapsed times", "the step has \(repetitions) repetitions")
    }
    try refuseImpossible(all, "ns of a repetition")
    // None is longer than the step, so their sum can be formed.
    let sum = all.reduce(0, +)
    if sum > wall.nanoseconds + 10_000_000 {
      throw .implausible(sum, "ns of repetitions", "the step took \(wall.nanoseconds) ns")
    }
    return all
  }

  private func refuseImpossible(_ times: [Int64], _ what: String) throws(RunFailure) {
    for time in [times.min(), times.max()].compactMap(\.self)
    where time < 0 || time > wall.nanoseconds {
      throw .implausible(time, what, "the step took \(wall.nanoseconds) ns")
    }
  }

  /// The elapsed time of a step's core calls if the driver was held in between, while its own clock went on; `turns`
  /// is how long it ran, from the request to the answer.
  ///
  /// What a driver does besides, it usually does in one thread and without waiting, so that takes as long as its CPU
  /// time. It takes no longer than what the driver's clock leaves, and the core calls no less than their CPU time on
  /// all CPUs.
  func wall(of cost: Cost, inTurns turns: Duration) -> Duration {
    let unclaimed = wall - (cost.wall ?? .zero)
    let share = max(.zero, min(counted.cpu - cost.cpu, unclaimed))
    return max(cost.cpu / max(1, processors), turns - share)
  }

  /// Refuses a driver that reports too little: a wrong unit, the clock of one thread, a patched clock.
  ///
  /// The driver decides how much of a step is the app's: it may encode a large outcome outside its clock for a
  /// call that takes microseconds. But that takes time too. So unclaimed CPU time must fit into the unclaimed
  /// wall time, and claimed CPU time into the claimed wall time, on all CPUs of the machine. Each gets 10 ms
  /// for coarse clocks and ticks, and each repetition 50 µs, because clocks are read one after the other.
  ///
  /// A driver that shrinks both by the same share passes here. The kernel's count for the whole run
  /// (`Metric.outsideCPUTime`) reveals it.
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
