// What working with value stream maps costs, and how it grows with them.
//
//   swift build -c release --product value-stream-benchmark
//   .build/release/value-stream-benchmark [DIRECTORY]
//
// All times are processor time. Sizes are measured in turn, in an order drawn anew in every round,
// so that whatever the machine does meanwhile hits all alike.

import Glibc
import ValueStream

let directory = CommandLine.arguments.dropFirst().first ?? "/tmp"
let sizes = [100, 1_000, 10_000]
let sections = [
  { try EditGrowth(sizes: sizes).section(rounds: 1_001) },
  { try SaveGrowth(sizes: sizes, directory: directory).section(rounds: 15) },
  { try SearchContest(files: 10_000, directory: directory).section(rounds: 15) },
]

do {
  for section in sections { print(try section().text) }
} catch {
  // Not fputs: `stderr` is a mutable global to Swift.
  let text = Array("value-stream-benchmark: \(error)\n".utf8)
  _ = write(STDERR_FILENO, text, text.count)
  exit(1)
}
