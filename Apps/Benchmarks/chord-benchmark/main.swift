// Looking up and adding activities of the roofers' accounts, beside the same statements in plain C on
// SQLite, and how both grow with the dictionary.
//
//   swift build -c release --product chord-benchmark
//   .build/release/chord-benchmark [ROUNDS [DIRECTORY]]
//
// Each side has a store of its own, filled alike. In every round each measurement is taken of both
// sides, in an order drawn anew, so that whatever the machine does meanwhile hits both. The ratio is
// the app's time through the peer's of the same round. A search is one for every key typed, and the
// rate that of keys; the app also folds what is typed, which the peer is given.

import AppStorage
import ChordAccounting
import Glibc
import SideBySide

let arguments = CommandLine.arguments.dropFirst()
let rounds = arguments.first.flatMap { Int($0) } ?? 41
let directory = arguments.dropFirst().first ?? "/tmp"
let sizes = [1_000, 10_000, 100_000]

do {
  var lines: [[ResultLine]] = []
  for size in sizes {
    print("\(size) entries, \(rounds) rounds; operations per second, ratio of times")
    print(ResultLine.header)
    let contest = try Contest(
      entries: size, rounds: rounds, directory: directory, durability: .appCrash)
    lines.append(try contest.searches() + [contest.adding()])
    for line in lines[lines.count - 1] { print(line.text) }
  }
  let durable = try Contest(
    entries: 10_000, rounds: rounds, directory: directory, durability: .powerLoss)
  let waiting = try durable.adding()
  print(waiting.text)

  print("Growth: the median time at \(sizes[1]) and \(sizes[2]) entries over that at \(sizes[0])")
  for operation in lines[0].indices {
    let medians = lines.map { $0[operation].medians }
    let growth = medians.dropFirst().map {
      "app \(ResultLine.decimal($0.core / medians[0].core)), "
        + "C \(ResultLine.decimal($0.peer / medians[0].peer))"
    }
    print(
      ResultLine.pad(lines[0][operation].name, ResultLine.nameWidth)
        + growth.joined(separator: "   "))
  }

  print(
    "app-chord", "Operation", "Core, a second, at 10,000 entries", "Over C, 1,000 entries",
    "10,000", "100,000", separator: "\t")
  for operation in lines[0].indices {
    let line = lines[1][operation]
    print(
      (["app-chord", line.name, line.coreRate] + lines.map { $0[operation].ratio })
        .joined(separator: "\t"))
  }
  print("app-chord", waiting.name, waiting.coreRate, "", waiting.ratio, "", separator: "\t")
} catch {
  // Not fputs: `stderr` is a mutable global to Swift.
  let text = Array("chord-benchmark: \(error)\n".utf8)
  _ = write(STDERR_FILENO, text, text.count)
  exit(1)
}
