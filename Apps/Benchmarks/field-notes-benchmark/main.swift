// Lists of the field notes beside the same statements in plain C on SQLite; synchronisations over HTTP
// beside the same requests by libcurl alone; and what synchronising costs as more changes, and as more
// notes lie beside those that changed.
//
//   swift build -c release --product field-notes-benchmark
//   swift build -c release --product field-notes-server
//   .build/release/field-notes-benchmark [ROUNDS [DIRECTORY]]
//
// In every round each measurement is taken of both sides, in an order drawn anew, so that whatever the
// machine does meanwhile hits both. The ratio is the app's time through the peer's of the same round. The
// rate is of lists, of requests, or of notes pushed. The server is one process, each side has an account
// of its own there, and both wait for its disk; the peer's JSON is ready, and it reads no answer.

import FieldNotes
import Foundation
import SideBySide

let arguments = CommandLine.arguments.dropFirst()
let rounds = arguments.first.flatMap { Int($0) } ?? 21
let directory = arguments.dropFirst().first ?? "/tmp"
let sizes = [1_000, 10_000]

do {
  for size in sizes {
    print("Lists of \(size) notes, \(rounds) rounds; lists per second, ratio of times")
    print(ResultLine.header)
    let contest = try ListContest(notes: size, rounds: rounds, directory: directory)
    for line in try contest.lists() { print(line.text) }
  }

  let server = try Server(
    sizes.flatMap { ["app\($0)", "peer\($0)"] }, directory: directory)
  var growth: [String] = []
  for size in sizes {
    print("Synchronising with \(size) notes in step, over HTTP")
    print(ResultLine.header)
    let contest = try SyncContest(notes: size, server: server, directory: directory)
    print(try contest.idle(rounds: rounds).text)
    var line = "\(size) notes:"
    for count in [10, 100, 1_000] {
      let result = try contest.editing(count, rounds: rounds)
      print(result.text)
      let milliseconds = result.medians.core * Double(count) / 1e6
      line += "   \(count) edited \(ResultLine.decimal(milliseconds)) ms"
    }
    print(try contest.creating(1_000, rounds: rounds).text)
    growth.append(line)
  }
  print("A synchronisation takes, in the median")
  for line in growth { print(line) }
} catch {
  FileHandle.standardError.write(Data("field-notes-benchmark: \(error)\n".utf8))
  exit(1)
}
