import Metrics
import Recording
import Statistics

/// What a story's cycles retain on a build: by the bytes and the allocations that are live, exact, and by
/// the memory that is resident, which an allocator may keep for the next.
public struct Retention: Sendable, Hashable {
  /// The story's name.
  public let story: String
  /// The build's name.
  public let build: String
  /// The bytes that are live at the ends of cycles.
  public let bytes: RetentionTest
  /// The allocations that are.
  public let blocks: RetentionTest
  /// The resident memory, bytes; it grows by pages, and what was freed may stay.
  public let resident: RetentionTest
  /// The resident memory that no other process shares; nil where the kernel doesn't tell.
  public let unshared: RetentionTest?
  /// The open file descriptors; nil if they were not counted.
  public let descriptors: RetentionTest?
  /// The resident memory of each service, bytes.
  public let services: [String: RetentionTest]

  /// Judges what was read.
  /// - Throws: `StatisticsError` where there are too few cycles.
  public init(
    _ series: CycleSeries, story: String, build: String
  ) throws(StatisticsError) {
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
    services = (series.services ?? [:]).compactMapValues { try? test($0) }
  }

  /// The verdict on both together: the worse of the two.
  public var verdict: RetentionTest.Verdict {
    let both = [bytes.verdict, blocks.verdict]
    return [.retains, .inconclusive, .bounded].first(where: both.contains) ?? .flat
  }

  /// A Boolean value indicating whether resident memory grows though live memory does not: the allocator
  /// keeps it, it is in pieces, or the program maps it itself.
  public var growsElsewhere: Bool {
    [.flat, .bounded].contains(verdict) && (unshared ?? resident).verdict == .retains
  }

  /// What it comes to as measurements: 0 where memory came back or stopped growing; none where that is
  /// not known.
  public var measurements: [Metric: Double] {
    [(Metric.retainedBytes, bytes), (.retainedBlocks, blocks)].reduce(into: [:]) { values, part in
      switch part.1.verdict {
      case .retains: values[part.0] = part.1.rate.point
      case .flat, .bounded: values[part.0] = 0
      case .inconclusive: break
      }
    }
  }

  /// The test of one of the two.
  func test(of metric: Metric) -> RetentionTest {
    metric.ofDriver == .retainedBlocks ? blocks : bytes
  }
}

/// How much more a candidate retains than its baseline.
public struct RetentionDifference: Sendable, Hashable {
  /// The baseline's.
  public let baseline: Retention
  /// The candidate's.
  public let candidate: Retention

  /// The bytes a cycle that the candidate retains more, from the least to the most that the intervals
  /// of both allow; nil where one of them is inconclusive.
  public var bytes: ClosedRange<Double>? { difference(\.bytes) }
  /// The allocations a cycle, likewise.
  public var blocks: ClosedRange<Double>? { difference(\.blocks) }

  private func difference(
    _ part: KeyPath<Retention, RetentionTest>
  ) -> ClosedRange<Double>? {
    guard let a = baseline[keyPath: part].retained, let b = candidate[keyPath: part].retained else {
      return nil
    }
    return b.lowerBound - a.upperBound...b.upperBound - a.lowerBound
  }
}

extension RetentionTest {
  /// What is retained a cycle, from the least to the most; nil where that is not known.
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

  /// What the stories' cycles retain, in the order of stories and builds.
  public var retentions: [Retention] {
    let runs = cycleRuns
    return stories.flatMap { story in
      builds.compactMap { build in
        runs.last { $0.story == story && $0.build == build && $0.passed }?.cycles
          .flatMap { try? Retention($0, story: story, build: build) }
      }
    }
  }

  /// The runs whose cycles ended at one that failed, with what was held before.
  public var brokenCycleRuns: [Run] {
    cycleRuns.filter { !$0.passed && ($0.cycles?.count ?? 0) > 0 }
  }

  /// The same of two builds side by side, of the stories of which both are known: each other build with the
  /// first.
  public var retentionDifferences: [RetentionDifference] {
    let all = retentions
    return all.filter { $0.build != builds.first }.compactMap { candidate in
      all.first { $0.story == candidate.story && $0.build == builds.first }
        .map { RetentionDifference(baseline: $0, candidate: candidate) }
    }
  }
}
