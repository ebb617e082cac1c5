import Analysis
import Metrics
import Recording
import Scenarios
import Statistics
import TestSupport
import Testing

/// A gate on what a story's cycles retain.
struct RetentionGateTests {
  /// 20 cycles after 5 of warm-up.
  private static func series(_ bytes: (Int) -> Int) -> CycleSeries {
    var series = CycleSeries(warmUp: 5)
    series.liveBytes = (0..<25).map { Int64(100_000 + bytes($0)) }
    series.liveBlocks = (0..<25).map { Int64(100 + bytes($0) / 48) }
    series.resident = Array(repeating: 6_000_000, count: 25)
    return series
  }

  private static let flat = series { _ in 0 }
  private static let leaking = series { 48 * $0 }
  private static let late = series { $0 < 23 ? 0 : 48 }

  private func judging(
    _ baseline: CycleSeries?, _ candidate: CycleSeries?, failed: RunFailure.Reason? = nil
  ) -> Judging {
    var judging = Judging()
    for (build, series) in [("a", baseline), ("b", candidate)] {
      judging.add("s", build, .cpuTime, 1, 0, .solo)
      judging.add("s", build, .retainedBytes, 0, 0, .cycles, failed: build == "b" ? failed : nil)
      judging.runs[judging.runs.count - 1].cycles = series
    }
    return judging
  }

  @Test(arguments: [
    (flat, 0, Verdict.withinGate), (leaking, 0, .regressed), (leaking, 47, .regressed),
    (leaking, 48, .withinGate), (late, 0, .inconclusive), (late, 47, .inconclusive),
    (late, 48, .withinGate),
  ])
  func `a story that retains one byte per cycle more than the gate allows does not pass`(
    _ series: CycleSeries, _ allowed: Double, _ verdict: Verdict
  ) throws {
    let judgement = try judging(Self.flat, series).judgement([
      Gate(metric: .retainedBytes, limit: .budget(allowed))
    ])
    #expect(judgement.verdicts == [verdict])
    #expect(judgement.gated[0].outcome.result?.evidence == .cycles(20))
    #expect(!judgement.others.contains { $0.name.metric.isRetention })
  }

  @Test func `missing or uncounted cycles never pass a gate`() throws {
    let gates = [Gate(metric: .retainedBlocks, limit: .budget(0))]
    #expect(try judging(Self.flat, nil).judgement(gates).outcome == .notComparable)
    let uncounted = judging(Self.flat, nil, failed: .notMeasured)
    #expect(try uncounted.judgement(gates).outcome == .toolFailed)
    #expect(uncounted.analysis.outcome == .toolFailed)
  }

  @Test func `a cycle with a wrong outcome is the app's failure, gated or not`() throws {
    let judging = judging(Self.flat, nil, failed: .wrongOutcome)
    #expect(try judging.judgement().outcome == .appFailed)
    #expect(judging.analysis.outcome == .appFailed)
  }

  @Test func `a candidate that retains more is reported with its difference from the baseline`()
    throws
  {
    let analysis = judging(Self.leaking, Self.series { 96 * $0 }).analysis
    let difference = try #require(analysis.retentionDifferences.first)
    #expect(difference.bytes == 48...48)
    #expect(analysis.retentions.map(\.verdict) == [.retains, .retains])
    #expect(analysis.measuredRuns.count == 2)
    let open = judging(Self.leaking, Self.late).analysis
    #expect(open.retentionDifferences.first?.bytes == nil)
    #expect(open.retentions[1].measurements.isEmpty)
  }

  @Test func `memory that an allocator keeps is no leak`() throws {
    var kept = Self.flat
    kept.resident = (0..<25).map { Int64(6_000_000 + 4096 * $0) }
    kept.unshared = kept.resident
    let retention = try Retention(kept, story: "s", build: "a")
    #expect(retention.verdict == .flat && retention.growthElsewhere?.verdict == .retains)
    #expect(retention.unshared?.rate.point == 4096)
    // 40 KiB in all are what any pool of threads may keep.
    kept.unshared = (0..<25).map { Int64(6_000_000 + 2048 * $0) }
    #expect(try Retention(kept, story: "s", build: "a").growthElsewhere == nil)
  }

  /// The verdict on memory outside of malloc, if it counts as growth.
  private func elsewhere(_ bytes: (Int) -> Int) throws -> RetentionTest.Verdict? {
    var mapped = Self.flat
    mapped.resident = (0..<25).map { Int64(6_000_000 + bytes($0)) }
    return try Retention(mapped, story: "s", build: "a").growthElsewhere?.verdict
  }

  /// How often a program that grows after three of the cycles has grown.
  private static func rises(at cycle: Int) -> Int { [9, 17, 23].count { $0 <= cycle } }

  @Test func `uneven growth of memory outside of malloc is inconclusive, from 64 KiB on`() throws {
    #expect(try elsewhere { 65_536 * Self.rises(at: $0) } == .inconclusive)
    #expect(try elsewhere { 21_846 * Self.rises(at: $0) } == .inconclusive)
    #expect(try elsewhere { 21_845 * Self.rises(at: $0) } == nil)
    #expect(try elsewhere { $0 < 23 ? 0 : 200_000_000 } == .inconclusive)
    // A peak hides that what is always held rises evenly.
    #expect(
      try elsewhere { 10_000 * $0 + ((6...7).contains($0) ? 10_000_000 : 0) } == .inconclusive)
  }

  @Test func `memory that rises once while the app warms up, or rises and falls, did not grow`()
    throws
  {
    // The first five cycles are not judged; the ninth is in the first half.
    for cycle in [1, 4, 8] {
      #expect(try elsewhere { $0 < cycle ? 0 : 200_000_000 } == nil, "\(cycle)")
    }
    #expect(try elsewhere { 1_000_000 * ($0 % 4) } == nil)
    #expect(try elsewhere { $0 == 24 ? 300_000 : 100_000 * ($0 % 2) } == nil)
  }

  @Test func `more cycles are made if memory outside of malloc may grow by 64 KiB or more`()
    throws
  {
    var first = CycleSeries(warmUp: 6)
    first.liveBytes = Array(repeating: 1, count: 30)
    first.liveBlocks = first.liveBytes
    first.resident = (0..<30).map { Int64(65_536 * Self.rises(at: $0)) }
    #expect(try CycleRule().next(after: first, elapsed: .seconds(1)) == 96)
    // What no other process shares counts, if it is known.
    first.unshared = first.liveBytes
    #expect(try CycleRule().next(after: first, elapsed: .seconds(1)) == nil)
    first.unshared.removeLast()
    #expect(try CycleRule().next(after: first, elapsed: .seconds(1)) == 96)
    first.resident = (0..<30).map { Int64(4096 * Self.rises(at: $0)) }
    #expect(try CycleRule().next(after: first, elapsed: .seconds(1)) == nil)
  }

  @Test func `more cycles are made if the first show growth and time is left`() throws {
    var first = CycleSeries(warmUp: 6)
    first.liveBytes = (0..<30).map { Int64(48 * $0) }
    first.liveBlocks = Array(repeating: 1, count: 30)
    let rule = CycleRule()
    #expect(try rule.next(after: first, elapsed: .seconds(1)) == 96)
    #expect(try rule.next(after: first, elapsed: .seconds(16)) == nil)
    first.liveBytes = first.liveBlocks
    #expect(try rule.next(after: first, elapsed: .seconds(1)) == nil)
    first.descriptors = (0..<30).map { Int64($0) }
    #expect(try rule.next(after: first, elapsed: .seconds(1)) == 96)
    first.descriptors?.removeLast()
    #expect(try rule.next(after: first, elapsed: .seconds(1)) == nil)
  }
}
