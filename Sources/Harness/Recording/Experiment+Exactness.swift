import Metrics

extension Experiment {
  /// How exact a metric's values are here: what the catalogue says, for imports unknown.
  public func exactness(of metric: Metric) -> Exactness {
    switch source {
    case .replay, .command, .stored: metric.exactness
    case .import: .imported
    case .attach: .sampled
    }
  }

  /// Where a metric's values come from here, and how far off they can be.
  /// - Parameter interval: the distance of samples, ns; nil where it is not known.
  public func origin(of metric: Metric, sampledEvery interval: Int64?) -> FigureOrigin {
    let conditions = FigureOrigin.Conditions(
      samplesPerSecond: interval.map { 1e9 / Double($0) }, processors: environment?.processors ?? 1)
    return switch source {
    case .replay, .stored: metric.origin(conditions)
    case .command: metric.commandOrigin(conditions)
    case .attach: metric.attachedOrigin(conditions)
    case .import: FigureOrigin("an imported file", .unknown)
    }
  }

  /// What a metric's figures mean here, where they come from and how exact they are.
  /// - Parameter interval: as of ``origin(of:sampledEvery:)``.
  public func meaning(of metric: Metric, sampledEvery interval: Int64?) -> String {
    let bound = origin(of: metric, sampledEvery: interval).bound.words(metric.unit)
    return switch source {
    case .replay, .stored: "\(metric.meaning) Exactness: \(bound)."
    case .command: "\(metric.commandMeaning) Exactness: \(bound)."
    case .import: Exactness.imported.description
    case .attach: metric.meaningWhereAttached
    }
  }
}

extension Metric {
  /// What the figure means of processes that were watched while they ran.
  public var meaningWhereAttached: String {
    let all = "Of the watched processes and all that they started, together: "
    return switch self {
    case .peakMemory, .lowestMemory:
      all + """
        the \(self == .peakMemory ? "greatest" : "smallest") sum of resident sets at one sample. \
        What is shorter than the distance of samples is not seen, and pages that several processes \
        share count once for each of them.
        """
    case .cpuTime:
      all + """
        user and system time of all threads, by the processes' CPU clocks. What a process used \
        after its last sample is known from its parent's counters, to 20 ms for each parent, and \
        lost where the parent did not wait for it.
        """
    case .minorFaults, .majorFaults, .storageRead, .storageWritten:
      all + """
        by counters that miss nothing of a process that was waited for or is alive; of others, what \
        came after the last sample is missing.
        """
    case .voluntarySwitches, .involuntarySwitches:
      all + "at least; what threads did between the last look at them and their end is missing."
    case .wallTime: "From the first sample to the last."
    case .peakCPU, .lowestCPU:
      all + "the share of one CPU over 100 ms, right to 4 points at a kernel of 250 Hz."
    case .treeProcesses:
      all + "the greatest number at one sample."
    default: meaning
    }
  }
}
