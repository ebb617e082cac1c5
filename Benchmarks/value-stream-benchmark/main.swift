// What working with value stream maps costs, and how it grows with them.
//
//   swift build -c release --product value-stream-benchmark
//   .build/release/value-stream-benchmark [DIRECTORY]
//
// Every row is measured at all sizes in every round, in an order drawn anew, so that whatever the
// machine does meanwhile hits all alike; and then a peer that does the same. "x 1.20" is the time
// through that of the smallest size in the same round: 1 means that the size does not matter.

import Glibc
import ValueStream

let directory = CommandLine.arguments.dropFirst().first ?? "/tmp"
let sizes = [100, 1_000, 10_000]

do {
  try section("Edits; the peer is an array that is copied before each, so that it can be undone") {
    try EditGrowth(sizes: sizes).lines(rounds: 1_001)
  }
  for line in try SaveGrowth(rounds: 15, directory: directory).lines() { print(line) }
  let contest = try SearchContest(files: 10_000, rounds: 15, directory: directory)
  for line in try contest.lines() { print(line) }
} catch {
  // Not fputs: `stderr` is a mutable global to Swift.
  let text = Array("value-stream-benchmark: \(error)\n".utf8)
  _ = write(STDERR_FILENO, text, text.count)
  exit(1)
}
