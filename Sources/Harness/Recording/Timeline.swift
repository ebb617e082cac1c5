/// The samples of one run in order of time, from before its first step to after its last.
public struct Timeline: Sendable, Equatable {
  /// The samples, ascending in time.
  public let samples: [Sample]
  /// The sampler's nominal distance between samples, ns.
  public let interval: Int64

  /// A time line; the samples are put in order.
  public init(samples: [Sample], interval: Int64) {
    self.samples = samples.sorted { $0.time < $1.time }
    self.interval = interval
  }

  /// No samples, as in imported runs.
  public static let empty = Timeline(samples: [], interval: 0)

  /// Use between two samples.
  public struct Usage: Sendable, Equatable {
    /// Start and end, ns on the run's clock.
    public let start: Int64
    /// End, ns on the run's clock.
    public let end: Int64
    /// The process's share of one CPU, percent.
    public let cpu: Double
    /// The share of one CPU that all else took, percent; coarse where the interval is short,
    /// because the machine's counter moves in ticks of 10 ms.
    public let otherCPU: Double
  }

  /// Use from sample to sample, over stretches of at least `shortest` ns: samples that came
  /// quicker than that are passed over, because a few µs between two clocks would weigh too much.
  public func usage(shortest: Int64) -> [Usage] {
    var intervals: [Usage] = []
    guard var start = samples.first else { return [] }
    for end in samples.dropFirst() where end.time - start.time >= max(1, shortest) {
      let wall = Double(end.time - start.time)
      let own = Double(end.cpu - start.cpu)
      let busy = Double(end.machineBusy - start.machineBusy)
      intervals.append(
        Usage(
          start: start.time, end: end.time, cpu: 100 * own / wall,
          otherCPU: max(0, 100 * (busy - own) / wall)))
      start = end
    }
    return intervals
  }

  /// The samples within a span of time, both ends included.
  public func during(_ span: ClosedRange<Int64>) -> Timeline {
    Timeline(samples: samples.filter { span.contains($0.time) }, interval: interval)
  }
}
