// The inventory's core beside the same statements in plain C on SQLite, at 100,000 devices.
//
//   swift build -c release --product inventory-benchmark
//   .build/release/inventory-benchmark [DEVICES [ROUNDS [DIRECTORY]]]
//
// Each side has a store of its own, filled alike. In every round each measurement is taken of both
// sides, in an order drawn anew, so that whatever the machine does meanwhile hits both. The ratio
// is the core's time through the peer's of the same round: 1.5 means the core takes half as much
// again. Lists include letting go of the result.

import AppStorage
import Glibc
import Inventory
import SideBySide

let arguments = CommandLine.arguments.dropFirst()
let devices = arguments.first.flatMap { Int($0) } ?? 100_000
let rounds = arguments.dropFirst().first.flatMap { Int($0) } ?? 21
let directory = arguments.dropFirst(2).first ?? "/tmp"

do {
  print("\(devices) devices, \(rounds) rounds; operations per second, ratio of times")
  print(ResultLine.header)
  print(
    "app-inventory", "Operation", "Rows, or calls in a round", "Core, a second", "C, a second",
    "Time, core over C",
    separator: "\t")
  for durability in [Durability.appCrash, .powerLoss] {
    let contest = try Contest(
      devices: devices, rounds: rounds, directory: directory, durability: durability)
    defer { contest.removeFiles() }
    let lines =
      durability == .appCrash ? try contest.lists() + contest.lending() : try contest.lending()
    for line in lines {
      print(line.text)
      print(
        "app-inventory", line.name, Figure.grouped(line.count), line.coreRate, line.peerRate,
        line.ratio, separator: "\t")
    }
  }
} catch {
  // Not fputs: `stderr` is a mutable global to Swift.
  let text = Array("inventory-benchmark: \(error)\n".utf8)
  _ = write(STDERR_FILENO, text, text.count)
  exit(1)
}
