// What saving and searching cost in the library of value stream maps.
//
//   swift build -c release --product value-stream-benchmark
//   .build/release/value-stream-benchmark [FILES [ROUNDS [DIRECTORY]]]
//
// Ratios are of processor times of the same round, with the sides in turn, so that whatever the
// machine does meanwhile hits both.

import Glibc

let arguments = CommandLine.arguments.dropFirst()
let files = arguments.first.flatMap { Int($0) } ?? 10_000
let rounds = arguments.dropFirst().first.flatMap { Int($0) } ?? 15
let directory = arguments.dropFirst(2).first ?? "/tmp"

do {
  for line in try SaveGrowth(rounds: rounds, directory: directory).lines() { print(line) }
  let contest = try SearchContest(files: files, rounds: rounds, directory: directory)
  for line in try contest.lines() { print(line) }
} catch {
  // Not fputs: `stderr` is a mutable global to Swift.
  let text = Array("value-stream-benchmark: \(error)\n".utf8)
  _ = write(STDERR_FILENO, text, text.count)
  exit(1)
}
