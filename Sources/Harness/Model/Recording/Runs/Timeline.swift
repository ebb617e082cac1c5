/// The samples of one run in order of time, from before its first step to after its last.
public struct Timeline: Sendable, Equatable {
  /// The samples, ascending in time.
  public let samples: [Sample]
  /// The mean interval between all samples taken, ns, even if too many were taken to keep
  /// (``RunCircumstances/samplesPerKept``).
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
    /// Start, ns on the run's clock.
    public let start: Int64
    /// End, ns on the run's clock.
    public let end: Int64
    /// The process's share of one CPU, percent.
    public let cpu: Double
    /// The share of one CPU of everything else, percent; coarse if the interval is short, because the
    /// machine's counter moves in ticks of 10 ms.
    public let otherCPU: Double

    /// The place of its value in a picture, ns on the run's clock: drawn at its end, it would lag behind the steps.
    public var middle: Int64 { start + (end - start) / 2 }

    /// Use between two samples, the second later than the first.
    public init(from start: Sample, to end: Sample) {
      let wall = Double(end.time - start.time)
      let own = Double(end.cpu - start.cpu)
      let busy = Double(end.machineBusy - start.machineBusy)
      self.start = start.time
      self.end = end.time
      cpu = 100 * own / wall
      otherCPU = max(0, 100 * (busy - own) / wall)
    }
  }

  /// The time over which CPU use is averaged, ns.
  ///
  /// The kernel shows a running thread's CPU time to other processes only up to its last tick, 4 ms apart at
  /// 250 Hz (measured: the clock stands still for 4 ms, then jumps). So use over one 10 ms interval of the
  /// sampler can be off by 40 percentage points. Over 100 ms it is accurate to 4, and that of the machine, in
  /// ticks of 10 ms, to 10 for each CPU.
  public static let usageWindow: Int64 = 100_000_000

  /// Use over a window that slides from sample to sample. A shorter time line has one value, from its first
  /// to its last sample.
  public func usage(over window: Int64 = usageWindow) -> [Usage] {
    guard let first = samples.first, let last = samples.last, last.time > first.time else {
      return []
    }
    guard last.time - first.time >= window else { return [Usage(from: first, to: last)] }
    var start = 0
    return samples.compactMap { end in
      guard end.time - first.time >= window else { return nil }
      while end.time - samples[start + 1].time >= window { start += 1 }
      return Usage(from: samples[start], to: end)
    }
  }

  /// The samples within a span of time, both ends included.
  public func during(_ span: ClosedRange<Int64>) -> Timeline {
    Timeline(samples: samples.filter { span.contains($0.time) }, interval: interval)
  }
}
