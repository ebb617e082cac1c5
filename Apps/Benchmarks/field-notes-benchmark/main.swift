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
  let lists = try sizes.map { size in
    print("Lists of \(size) notes, \(rounds) rounds; lists per second, ratio of times")
    print(ResultLine.header)
    let contest = try ListContest(notes: size, rounds: rounds, directory: directory)
    let lines = try contest.lists()
    for line in lines { print(line.text) }
    return lines
  }

  let server = try Server(
    sizes.flatMap { ["app\($0)", "peer\($0)"] }, directory: directory)
  let counts = [10, 100, 1_000]
  let synchronisations = try sizes.map { size in
    print("Synchronising with \(size) notes in step, over HTTP")
    print(ResultLine.header)
    let contest = try SyncContest(notes: size, server: server, directory: directory)
    var lines: [ResultLine] = []
    func add(_ line: ResultLine) {
      lines.append(line)
      print(line.text)
    }
    add(try contest.idle(rounds: rounds))
    for count in counts { add(try contest.editing(count, rounds: rounds)) }
    add(try contest.creating(1_000, rounds: rounds))
    return lines
  }
  print("A synchronisation takes, in the median")
  for (size, lines) in zip(sizes, synchronisations) {
    let times = zip(counts, lines.dropFirst()).map { count, line in
      "   \(count) edited \(ResultLine.decimal(line.medians.core * Double(count) / 1e6)) ms"
    }
    print("\(size) notes:" + times.joined())
  }

  print("app-notes", "Operation", "1,000 notes", "10,000", separator: "\t")
  for lines in [lists, synchronisations] {
    for operation in lines[0].indices {
      let ratios = lines.map { $0[operation].ratio }
      print((["app-notes", lines[0][operation].name] + ratios).joined(separator: "\t"))
    }
  }
} catch {
  FileHandle.standardError.write(Data("field-notes-benchmark: \(error)\n".utf8))
  exit(1)
}
