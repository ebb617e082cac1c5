// The day counter's core beside the same work in plain C on SQLite, cairo and glibc's time zones, and
// how both grow: with the number of things, and with the days in a picture.
//
//   swift build -c release --product day-counter-benchmark
//   .build/release/day-counter-benchmark [ROUNDS [DIRECTORY]]
//
// Each side has a store of its own, filled alike. In every round each measurement is taken of both
// sides, in an order drawn anew, so that whatever the machine does meanwhile hits both. The ratio is
// the core's time through the peer's of the same round: 1.5 means the core takes half as much again.
// The list includes letting go of the result. Days are counted in London, with summer time.

import AppStorage
import Glibc
import SideBySide

let arguments = CommandLine.arguments.dropFirst()
let rounds = arguments.first.flatMap { Int($0) } ?? 21
let directory = arguments.dropFirst().first ?? "/tmp"
let sizes = [100, 1_000, 10_000]
// For the peer. Before any other thread looks at the environment.
setenv("TZ", Contest.zone, 1)

do {
  print("\(rounds) rounds; operations per second, ratio of times")
  print(ResultLine.header)
  let things = try sizes.map { size in
    let contest = try Contest(things: size, rounds: rounds, directory: directory)
    defer { contest.removeFiles() }
    let lines = try contest.lines()
    for line in lines { print(line.text) }
    return lines
  }
  let pictures = try sizes.map { size in
    let lines = try PictureContest(days: size, rounds: rounds).lines()
    for line in lines { print(line.text) }
    return lines
  }
  print((["app-days", "Operation"] + sizes.map(Figure.grouped)).joined(separator: "\t"))
  for lines in [things, pictures] {
    for operation in lines[0].indices {
      let ratios = lines.map { $0[operation].ratio }
      print((["app-days", lines[0][operation].name] + ratios).joined(separator: "\t"))
    }
  }
} catch {
  // Not fputs: `stderr` is a mutable global to Swift.
  let text = Array("day-counter-benchmark: \(error)\n".utf8)
  _ = write(STDERR_FILENO, text, text.count)
  exit(1)
}
