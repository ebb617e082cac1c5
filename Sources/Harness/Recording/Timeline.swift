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

    init(from start: Sample, to end: Sample) {
      let wall = Double(end.time - start.time)
      let own = Double(end.cpu - start.cpu)
      let busy = Double(end.machineBusy - start.machineBusy)
      self.start = start.time
      self.end = end.time
      cpu = 100 * own / wall
      otherCPU = max(0, 100 * (busy - own) / wall)
    }
  }

  /// Use from sample to sample, over stretches of at least `shortest` ns: samples that came
  /// quicker than that are passed over, because a few µs between two clocks would weigh too much.
  /// What is left at the end joins the last stretch; a time line shorter than `shortest` is one.
  public func usage(shortest: Int64) -> [Usage] {
    var ends: [Sample] = []
    for sample in samples where sample.time - (ends.last?.time ?? .min / 2) >= max(1, shortest) {
      ends.append(sample)
    }
    if let last = samples.last, last != ends.last {
      if ends.count > 1 { ends.removeLast() }
      ends.append(last)
    }
    return zip(ends, ends.dropFirst()).map { Usage(from: $0, to: $1) }
  }

  /// The samples within a span of time, both ends included.
  public func during(_ span: ClosedRange<Int64>) -> Timeline {
    Timeline(samples: samples.filter { span.contains($0.time) }, interval: interval)
  }
}
