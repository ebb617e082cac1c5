import Metrics

/// How a story spends its time: CPU time compared with elapsed time, for a run that was alone and free to use
/// all CPUs.
///
/// A pair that shares one CPU shows neither waiting nor parallel work, and neither does CPU time. So if a
/// story does either, its verdicts say nothing about how long people wait for it, unless its wall time is
/// gated.
public struct Rhythm: Sendable, Hashable, Codable {
  /// The CPU time of everything that took part, including its services, ns.
  public var cpu: Double
  /// The elapsed time, without that in which tasks waited for a CPU, ns: on a busy machine a story waits for
  /// its turn, which is not its own doing.
  public var wall: Double

  /// A rhythm.
  public init(cpu: Double, wall: Double) { (self.cpu, self.wall) = (cpu, wall) }

  /// The rhythm of the run that kept most CPUs busy, among several of one story: other activity of the
  /// machine can only reduce that. Nil if none was measured.
  public init?(of runs: [Run]) {
    let found = runs.compactMap { run -> Rhythm? in
      guard run.passed, run.kind == .solo, let wall = run.measurements[.wallTime], wall > 0,
        let cpu = run.cpuTimeOfAll
      else { return nil }
      // It is unknown whose tasks waited: all of it may be the story's.
      let crowded = Double(run.interference?.processorWaiting ?? 0)
      return Rhythm(cpu: cpu, wall: max(wall - crowded, min(wall, cpu)))
    }
    guard let busiest = found.max(by: { $0.share < $1.share }) else { return nil }
    self = busiest
  }

  /// The average number of CPUs that it keeps busy.
  public var share: Double { wall > 0 ? cpu / wall : 0 }

  /// A fact that CPU time does not show about it.
  public enum Caveat: Sendable, Hashable {
    /// Most of the time it waits: for a timer, a disk, a network, another process.
    case waits
    /// It uses several CPUs at once.
    case severalCPUs
  }

  /// Below this share it waits most of the time.
  static let waiting = 0.5
  /// Above this share more than one CPU is certainly used; counters and clocks agree far better.
  static let several = 1.2

  /// Below this, in ns, requesting a step and reading clocks is much of the time.
  static let shortest = 1e6

  /// The kind; nil for a story that keeps one CPU busy, or if it is too short to tell.
  public var kind: Caveat? {
    if wall < Self.shortest { return nil }
    return share < Self.waiting ? .waits : share > Self.several ? .severalCPUs : nil
  }
}

extension Run {
  /// The CPU time of everything that took part in the story's steps: the driver, its services, and what they started,
  /// ns; nil if the driver's was not measured.
  public var cpuTimeOfAll: Double? {
    guard measurements[.cpuTime] != nil else { return nil }
    // What started processes has a time of its own, and one with theirs.
    var programs: [String?: Double] = [:]
    for (metric, value) in measurements
    where [.cpuTime, .treeCPUTime].contains(metric.ofDriver) {
      programs[metric.service] = max(value, programs[metric.service] ?? 0)
    }
    return programs.values.reduce(0, +)
  }
}
