// How far pairs of runs of the inventory app are set apart by chance, and how well a known
// difference of 2 % is found, in three arrangements in time: duets, one after the other in random
// order, and all runs of one side before all of the other.
//
//   make bench-verdict
//   .build/release/duet-benchmark DRIVER [PAIRS]
//   .build/release/duet-benchmark DRIVER --whole-runs FIRST LAST PAIRS > runs.csv
//
// DRIVER is the inventory's; it is its own candidate, once as it is and once with a handicap of 2 %,
// calls of the core that nobody asked for. Pairs of all kinds take turns, so that all live through
// the same hours. "sd" is the standard deviation of the CPU time's logarithmic ratio, in per cent;
// "found" is the mean of the ratio less 1, with the standard error.

import Glibc
import Running
import SystemPackage

let arguments = CommandLine.arguments.dropFirst()

do {
  guard let driver = arguments.first else { throw UsageError() }
  let rest = arguments.dropFirst()
  if rest.first == "--whole-runs" {
    let numbers = rest.dropFirst().compactMap { Int($0) }
    guard numbers.count == 3, numbers[0] > 0, numbers[0] <= numbers[1], numbers[2] > 0 else {
      throw UsageError()
    }
    let trial = try WholeRunTrial(driver: driver)
    defer { trial.close() }
    try trial.write(runs: numbers[0]...numbers[1], pairs: numbers[2]) { print($0) }
    exit(0)
  }
  let pairs = rest.first.flatMap { Int($0) } ?? 20
  let trial = try ArrangementTrial(driver: driver)
  defer { trial.close() }
  print(trial.description)
  print(ChanceLine.header)
  for line in try trial.lines(pairs: max(2, pairs)) { print(line.text) }
} catch {
  // Not fputs: `stderr` is a mutable global to Swift.
  let text = Array("duet-benchmark: \(error)\n".utf8)
  _ = write(STDERR_FILENO, text, text.count)
  exit(1)
}

/// The arguments are none of its own.
struct UsageError: Error, CustomStringConvertible {
  let description = """
    usage: duet-benchmark DRIVER [PAIRS]
           duet-benchmark DRIVER --whole-runs FIRST LAST PAIRS
    """
}
