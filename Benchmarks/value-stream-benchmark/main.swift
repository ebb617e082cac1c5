// How the cost of working with a value stream map grows from 100 to 10,000 stickers.
//
//   swift build -c release --product value-stream-benchmark
//   .build/release/value-stream-benchmark [ROUNDS]
//
// Every row is measured at all sizes in every round, in an order drawn anew, so that whatever the
// machine does meanwhile hits all alike; and then a peer that does the same. "x 1.20" is the time
// through that of the smallest size in the same round: 1 means that the size does not matter.

import Glibc
import ValueStream

let rounds = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 1_001
let sizes = [100, 1_000, 10_000]

do {
  try section("Edits; the peer is an array that is copied before each, so that it can be undone") {
    try EditGrowth(sizes: sizes).lines(rounds: rounds)
  }
} catch {
  // Not fputs: `stderr` is a mutable global to Swift.
  let text = Array("value-stream-benchmark: \(error)\n".utf8)
  _ = write(STDERR_FILENO, text, text.count)
  exit(1)
}
