import Analysis
import Foundation
import Recording
import SeededRandom
import Simulation

// What the rule for closed cycles says of healthy apps and of apps that leak, beside straight lines
// through resident memory, on the same made-up runs: leak-benchmark [RUNS [SEED]].

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
    return try rule.next(after: first, elapsed: .zero) != nil
  }
}

func show(_ title: String, _ patterns: [MemoryPattern], judged: Int?, reach: Int) throws {
  let cycles = judged.map { "cycles: \($0)" } ?? "cycle: true"
  print("\n\(title), '\(cycles)', \(runs) runs each; with ±24 bytes of jitter behind the slash")
  let heads = RetentionTest.Verdict.allCases.map(\.rawValue) + ["slope, p<5%", "slope>1kB"]
  print(row("", heads))
  for pattern in patterns {
    let (still, jittery) = (
      try Tally(pattern, judged: judged, reach: reach, jitter: 0, runs: runs),
      try Tally(pattern, judged: judged, reach: reach, jitter: 48, runs: runs)
    )
    let verdicts = RetentionTest.Verdict.allCases.map { verdict in
      "\(still.verdicts[verdict] ?? 0)/\(jittery.verdicts[verdict] ?? 0)"
    }
    print(
      row(
        pattern.rawValue,
        verdicts + [
          "\(still.shown)/\(jittery.shown)", "\(still.great)/\(jittery.great)",
        ]))
  }
}

func row(_ name: String, _ cells: [String]) -> String {
  name.padding(toLength: 26, withPad: " ", startingAt: 0)
    + cells.map { String(repeating: " ", count: max(1, 14 - $0.count)) + $0 }.joined()
}

let healthy = MemoryPattern.healthy
try show("Healthy, at rest or back within 12 cycles", healthy, judged: nil, reach: 12)
try show("Healthy, at rest or back within 48 cycles", healthy, judged: nil, reach: 48)
try show("Healthy, at rest or back within half", healthy, judged: 24, reach: 12)
try show("Healthy, at rest or back within half", healthy, judged: 200, reach: 100)
try show("Leaks", MemoryPattern.leaks, judged: 20, reach: 1)
try show("Leaks", MemoryPattern.leaks, judged: nil, reach: 1)
try show("Leaks", MemoryPattern.leaks, judged: 1000, reach: 1)
try show(
  "Healthy, but not at rest when the cycles end: undecidable", healthy, judged: 24, reach: 48)
