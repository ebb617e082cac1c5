import Metrics
import Recording
import Statistics

/// The retention of a story's cycles on a build: the exact live bytes and allocations, and resident memory,
/// which an allocator may keep for reuse.
public struct Retention: Sendable, Hashable {
  /// The story's name.
  public let story: String
  /// The build's name.
  public let build: String
  /// The live bytes at the ends of cycles.
  public let bytes: RetentionTest
  /// The live allocations at the ends of cycles.
  public let blocks: RetentionTest
  /// The resident memory, bytes; it grows by pages, and freed memory may stay.
  public let resident: RetentionTest
  /// The resident memory that no other process shares; nil if the kernel does not report it.
  public let unshared: RetentionTest?
  /// The open file descriptors; nil if they were not counted.
  public let descriptors: RetentionTest?
  /// The resident memory of each service, bytes.
  public let services: [String: RetentionTest]
  /// The services whose memory could not be read after each cycle, so that nothing is known of them; sorted.
  public let unreadServices: [String]

  /// Judges the readings.
  /// - Throws: `StatisticsError` if there are too few cycles.
  public init(_ series: CycleSeries, story: String, build: String) throws(StatisticsError) {
    func test(_ values: [Int64]) throws(StatisticsError) -> RetentionTest {
      try RetentionTest(values, warmUp: series.warmUp)
    }
    self.story = story
    self.build = build
    bytes = try test(series.liveBytes)
    blocks = try test(series.liveBlocks)
    resident = try test(series.resident)
    unshared = series.unshared.isEmpty ? nil : try test(series.unshared)
    descriptors = if let counts = series.descriptors { try test(counts) } else { nil }
    var services: [String: RetentionTest] = [:]
    var unread: [String] = []
    for (name, values) in series.services ?? [:] {
      if values.count == series.count {
        services[name] = try test(values)
      } else {
        unread.append(name)
      }
    }
    self.services = services
    unreadServices = unread.sorted()
  }

  /// The verdict on bytes and allocations: the worse of the two.
  public var verdict: RetentionTest.Verdict {
    let both = [bytes.verdict, blocks.verdict]
    return [.retains, .inconclusive, .bounded].first(where: both.contains) ?? .flat
  }

  /// The test of resident memory if that grows, or may grow, while live memory does not: the allocator or a pool of
  /// threads keeps it, it is fragmented, or the program maps it itself. Nil otherwise.
  public var growthElsewhere: RetentionTest? {
    let memory = unshared ?? resident
    return [.flat, .bounded].contains(verdict) && memory.isOfGrowingMemory ? memory : nil
  }

  /// The results as measurements: 0 if memory came back or stopped growing; none if that is unknown.
  public var measurements: [Metric: Double] {
    [(Metric.retainedBytes, bytes), (.retainedBlocks, blocks)].reduce(into: [:]) { values, part in
      switch part.1.verdict {
      case .retains: values[part.0] = part.1.rate.point
      case .flat, .bounded: values[part.0] = 0
      case .inconclusive: break
      }
    }
  }

  /// The test of bytes or of allocations.
  func test(of metric: Metric) -> RetentionTest {
    metric.ofDriver == .retainedBlocks ? blocks : bytes
  }
}

/// The additional retention of a candidate over its baseline.
public struct RetentionDifference: Sendable, Hashable {
  /// The baseline's.
  public let baseline: Retention
  /// The candidate's.
  public let candidate: Retention

  /// The additional bytes per cycle that the candidate retains, from the least to the most that both intervals
  /// allow; nil if either is inconclusive.
  public var bytes: ClosedRange<Double>? {
    guard let a = baseline.bytes.retained, let b = candidate.bytes.retained else { return nil }
    return b.lowerBound - a.upperBound...b.upperBound - a.lowerBound
  }
}

extension RetentionTest {
  /// A Boolean value indicating whether resident memory, of which this is the test, grows or may grow. It moves by
  /// single pages anyway, so less than the metric's floor in all judged cycles is no growth.
  public var isOfGrowingMemory: Bool { mayGrow(by: Metric.peakMemory.absoluteFloor) }

  /// The amount retained per cycle, from the least to the most; nil if unknown.
  var retained: ClosedRange<Double>? {
    switch verdict {
    case .retains: rate.lower...rate.upper
    case .flat, .bounded: 0...0
    case .inconclusive: nil
    }
  }
}

extension ExperimentAnalysis {
  /// The runs that replayed a story again and again.
  public var cycleRuns: [Run] { runs.filter { $0.kind == .cycles } }

  /// The retentions of the stories' cycles, in the order of stories and builds.
  public var retentions: [Retention] {
    let runs = cycleRuns
    return stories.flatMap { story in
      builds.compactMap { build in
        runs.last { $0.story == story && $0.build == build && $0.passed }?.cycles
          .flatMap { try? Retention($0, story: story, build: build) }
      }
    }
  }

  /// The runs whose cycles ended at a failed one, with what was held before.
  public var brokenCycleRuns: [Run] {
    cycleRuns.filter { !$0.passed && ($0.cycles?.count ?? 0) > 0 }
  }

  /// The retention of each other build compared with the first, for stories known on both.
  public var retentionDifferences: [RetentionDifference] {
    let all = retentions
    return all.filter { $0.build != builds.first }.compactMap { candidate in
      all.first { $0.story == candidate.story && $0.build == builds.first }
        .map { RetentionDifference(baseline: $0, candidate: candidate) }
    }
  }
}
