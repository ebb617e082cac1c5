import Analysis
import Statistics

extension CountChange {
  /// For example `0 → 37 errors in 60 runs of each build`, or without the noun.
  func words(of noun: String = "") -> String {
    func count(_ sum: Sum) -> String { NumberFormat.integer.string(for: sum.total) }
    func runs(_ sum: Sum) -> String { sum.runs.counted("run", "runs") }
    let things = noun.isEmpty ? "" : " \(noun)"
    let after = "\(count(candidate))\(things) in \(runs(candidate))"
    return baseline.runs == candidate.runs
      ? "\(count(baseline)) → \(after) of each build"
      : "\(count(baseline))\(things) in \(runs(baseline)) → \(after)"
  }

  /// For example ` (more in 31 pairs, fewer in 2)`; empty if no pairs differ.
  var pairWords: String {
    more + fewer > 0 ? " (more in \(more.counted("pair", "pairs")), fewer in \(fewer))" : ""
  }
}
