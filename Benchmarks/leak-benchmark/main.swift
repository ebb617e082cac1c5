import Analysis
import Foundation
import Recording
import SeededRandom
import Simulation

// What the rule for closed cycles says of healthy apps and of apps that leak, beside straight lines
// through resident memory, on the same made-up runs: leak-benchmark [RUNS [SEED]]. Each line is a row of
// the page 'leaks', which published.py takes.

let words = CommandLine.arguments
let runs = words.count > 1 ? Int(words[1]) ?? 0 : 1000
let seed = words.count > 2 ? UInt64(words[2]) ?? 0 : 2026
guard runs > 0, seed > 0 else {
  FileHandle.standardError.write(Data("usage: leak-benchmark [RUNS [SEED]]\n".utf8))
  exit(64)
}

/// One row: what is said of a pattern in so many runs.
struct Tally {
  var verdicts: [RetentionTest.Verdict: Int] = [:]
  /// Slopes above 0 by a t test of 5 %.
  var shown = 0
  /// Slopes above 1 kB a cycle, a limit by hand.
  var great = 0

  init(
    _ pattern: MemoryPattern, judged: Int?, reach: Int, jitter: Int, runs: Int
  ) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<runs {
      let most = judged ?? 4 * CycleRule().first
      var live = pattern.bytes(
        cycles: CycleSeries.warmUp(before: most) + most, reach: reach, jitter: jitter, &random)
      if judged == nil, try !Self.needsMore(live) {
        live = Array(live.prefix(CycleSeries.warmUp(before: CycleRule().first) + CycleRule().first))
      }
      let warmUp = live.count / 5
      verdicts[try RetentionTest(live, warmUp: warmUp).verdict, default: 0] += 1
      let line = try LeastSquares(
        Array(ResidentMemory.values(ofLive: live).dropFirst(warmUp)))
      if line.slope > 0, line.pValue < 0.05 { shown += 1 }
      if line.slope > 1000 { great += 1 }
    }
  }

  /// Returns whether the first cycles show growth, as the rule for 'cycle: true' sees it.
  private static func needsMore(_ live: [Int64]) throws -> Bool {
    let rule = CycleRule()
    var first = CycleSeries(warmUp: CycleSeries.warmUp(before: rule.first))
    first.liveBytes = Array(live.prefix(first.warmUp + rule.first))
    first.liveBlocks = first.liveBytes
    first.resident = ResidentMemory.values(ofLive: first.liveBytes)
    return try rule.next(after: first, elapsed: .zero) != nil
  }
}

/// Prints what is said of patterns. `judged` is how many cycles are judged; nil for as many as
/// 'cycle: true' has. `reach` is that of `MemoryPattern.bytes`; nil for leaks.
func show(_ patterns: [MemoryPattern], judged: Int?, reach: Int? = nil) throws {
  for pattern in patterns {
    // Values are off by 24 bytes at most to either side.
    let (still, jittery) = (
      try Tally(pattern, judged: judged, reach: reach ?? 1, jitter: 0, runs: runs),
      try Tally(pattern, judged: judged, reach: reach ?? 1, jitter: 48, runs: runs)
    )
    let counts: [(Tally) -> Int] = [
      { $0.verdicts[.retains] ?? 0 }, { $0.verdicts[.inconclusive] ?? 0 }, \.shown, \.great,
    ]
    let first = CycleRule().first
    let cells = [
      "leaks", pattern.rawValue, reach.map { "\($0)" } ?? "never",
      judged.map { "\($0)" } ?? "\(first) or \(4 * first)",
    ]
    print((cells + counts.map { "\($0(still)), \($0(jittery))" }).joined(separator: "\t"))
  }
}

print(
  "leaks", "App, runs without and with jitter", "Rests within, cycles", "Cycles judged",
  "Retains, of \(runs)", "Inconclusive", "Slope, p < 5 %", "Slope > 1 kB", separator: "\t")
let healthy = MemoryPattern.healthy
let spans: [(judged: Int?, reach: Int)] = [(nil, 12), (nil, 48), (24, 12), (200, 100)]
for (judged, reach) in spans {
  try show(healthy, judged: judged, reach: reach)
}
for judged in [20, nil, 1000] { try show(MemoryPattern.leaks, judged: judged) }
// They are not at rest when the cycles end, so nobody can tell them from leaks.
try show(healthy, judged: 24, reach: 48)
