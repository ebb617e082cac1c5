import DriverProtocol
import Metrics

/// How a story spends its time: CPU time compared with elapsed time, for a run that was alone and free to use
/// all CPUs.
///
/// A pair that shares one CPU shows neither waiting nor parallel work, and neither does CPU time. So if a
/// story does either, its verdicts say nothing about how long people wait for it, unless its wall time is
/// gated.
public struct Rhythm: Sendable, Hashable, Codable {
  /// The CPU time of everything that took part, including its services, ns; for many users that of the services alone.
  public var cpu: Double
  /// The elapsed time, without that in which tasks waited for a CPU, ns: on a busy machine a story waits for
  /// its turn, which is not its own doing.
  public var wall: Double
  /// True for many users, whose arrivals set the elapsed time; otherwise nil.
  public var isOfUsers: Bool?
  /// The highest rate at which many users arrive, as a multiple of the mean; nil if it is the mean, and for other
  /// stories.
  public var peak: Double?
  /// The baseline, if a comparison goes by it; otherwise nil.
  public var build: String?

  /// A rhythm.
  public init(
    cpu: Double, wall: Double, isOfUsers: Bool? = nil, peak: Double? = nil, build: String? = nil
  ) {
    (self.cpu, self.wall, self.isOfUsers) = (cpu, wall, isOfUsers)
    (self.peak, self.build) = (peak, build)
  }

  /// Returns the rhythm by which this candidate and a baseline are compared. That of one that waits, because what
  /// sleeps can't take turns; else of one that uses several CPUs, because CPU time does not show if it no longer does.
  /// For many users it is the mean, because both sides' services share a CPU.
  public func beside(_ baseline: Rhythm, named build: String) -> Rhythm {
    if isOfUsers == true {
      return Rhythm(
        cpu: (cpu + baseline.cpu) / 2, wall: (wall + baseline.wall) / 2, isOfUsers: true,
        peak: peak)
    }
    switch (kind, baseline.kind) {
    case (nil, .waits?), (nil, .severalCPUs?), (.severalCPUs?, .waits?):
      return Rhythm(cpu: baseline.cpu, wall: baseline.wall, build: build)
    default: return self
    }
  }

  /// The rhythm of the run that kept most CPUs busy, among several of one story: other activity of the
  /// machine can only reduce that. Nil if none was measured.
  public init?(of runs: [Run]) {
    let found = runs.compactMap { run -> Rhythm? in
      guard run.passed, run.kind == .solo else { return nil }
      if let load = run.ownSteps.first(where: \.isLoad) {
        let cpu = Double(load.servicesCPUTime.nanoseconds)
        return Rhythm(cpu: cpu, wall: Double(load.end &- load.start), isOfUsers: true)
      }
      guard let wall = run.measurements[.wallTime], wall > 0, let cpu = run.cpuTimeOfAll else {
        return nil
      }
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

  /// The kind; nil for a story that keeps one CPU busy, if it is too short to tell, and for many users.
  public var kind: Caveat? {
    if isOfUsers == true || wall < Self.shortest { return nil }
    return share < Self.waiting ? .waits : share > Self.several ? .severalCPUs : nil
  }

  /// Above this share of the CPU that both sides' services would have together, a request waits for others for twice
  /// as long as it is served, or longer (M/D/1: 0.8 / (2 * 0.2)). A change of one server would be lost in that.
  static let crowded = 0.8

  /// The reason to serve many users on one side after the other; nil if their services leave a shared CPU enough time
  /// when most users come, and for other stories.
  public var reasonApart: Arrangement.Reason? {
    let both = 2 * share * (peak ?? 1)
    guard isOfUsers == true, both > Self.crowded else { return nil }
    // More than an integer can count may have been stored.
    let percent = Int(min(100 * both, 1e6).rounded())
    let time = peak == nil ? "" : " when most users come"
    return .refused(
      "both sides' services together would need \(percent) % of the CPU that they share\(time)")
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
