import Metrics

/// How the time of a story is spent: CPU time beside the time that passes, of a run that was alone and free to
/// use all CPUs.
///
/// A pair that shares one CPU sees neither waiting nor parallel work, and CPU time tells of neither. So where a
/// story does either, its verdicts say nothing of how long people wait for it, unless its wall time is gated.
public struct Rhythm: Sendable, Hashable, Codable {
  /// The CPU time of all that took part, its services too, ns.
  public var cpu: Double
  /// The time that passed, without that in which tasks waited for a CPU, ns: on a busy machine a story waits
  /// for its turn, which is nothing of its own.
  public var wall: Double

  /// A rhythm.
  public init(cpu: Double, wall: Double) { (self.cpu, self.wall) = (cpu, wall) }

  /// The rhythm of the run, among several of one story, that kept most CPUs busy: what else the machine does can
  /// only make that less. Nil where none was measured.
  public init?(of runs: [Run]) {
    let found = runs.compactMap { run -> Rhythm? in
      guard run.passed, run.kind == .solo, let wall = run.measurements[.wallTime], wall > 0,
        let own = run.measurements[.cpuTime]
      else { return nil }
      let services = run.measurements.filter {
        $0.key.service != nil && $0.key.ofDriver == .cpuTime
      }.values.reduce(0, +)
      let cpu = max(own, run.measurements[.treeCPUTime] ?? 0) + services
      // Whose tasks waited is not known: all of it may be the story's.
      let crowded = Double(run.interference?.processorWaiting ?? 0)
      return Rhythm(cpu: cpu, wall: max(wall - crowded, min(wall, cpu)))
    }
    guard let busiest = found.max(by: { $0.share < $1.share }) else { return nil }
    self = busiest
  }

  /// How many CPUs it keeps busy on average.
  public var share: Double { wall > 0 ? cpu / wall : 0 }

  /// What CPU time does not tell of it.
  public enum Caveat: Sendable, Hashable {
    /// Most of the time it waits: for a timer, a disk, a network, another process.
    case waits
    /// It uses several CPUs at once.
    case severalCPUs
  }

  /// Below this share it waits for most of its time.
  static let waiting = 0.5
  /// Above this share it is clear that more than one CPU is used; counters and clocks agree to far less.
  static let several = 1.2

  /// Below this, in ns, asking for a step and reading clocks is much of its time.
  static let shortest = 1e6

  /// The kind; nil of a story that keeps one CPU busy, and of one too short to tell.
  public var kind: Caveat? {
    if wall < Self.shortest { return nil }
    return share < Self.waiting ? .waits : share > Self.several ? .severalCPUs : nil
  }
}
