import AppExchange
import AppRequests
import AppStorage
import CNotesPeer
import FieldNotes
import Foundation
import NoteExchange
import SeededRandom
import SideBySide

/// Synchronisations of the app over HTTP, and the same requests by libcurl alone, whose JSON is ready
/// and whose answers nobody reads: what the app's own work adds to that of network and server.
final class SyncContest {
  /// The peer's name, and a request of nothing new.
  private static let device = NoteID(high: 0, low: 9)
  private static let pull = "/changes?since=1000000000&device=\(device)"

  private let book: NoteBook
  private let synchroniser: Synchroniser
  private let peer: OpaquePointer
  private let address: String
  private let path: String
  private var random = SplitMix64(seed: 7)

  /// A contest that begins with so many notes in step.
  init(notes: Int, server: Server, directory: String) throws {
    path = "\(directory)/field-notes-benchmark-\(getpid())-\(notes).sqlite"
    address = server.address
    book = try NoteBook(path: path, durability: .appCrash)
    try NoteFixture(notes: notes, tags: 40, seed: UInt64(notes)).fill(book)
    synchroniser = Synchroniser(
      book, by: try HTTPRoute(address), server: address,
      credentials: Credentials(user: "app\(notes)", secret: "secret"))
    guard let peer = notes_client_open("peer\(notes):secret") else {
      throw PeerFailure("libcurl can't be initialised")
    }
    self.peer = peer
    guard try synchroniser.run().created == notes else {
      throw PeerFailure("not all notes were sent")
    }
  }

  deinit {
    notes_client_close(peer)
    for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
  }

  /// Nothing has changed: a request to pull, on a connection that is open.
  func idle(rounds: Int) throws -> ResultLine {
    let url = "\(address)\(Self.pull)"
    let times = try Race.times(rounds: rounds) {
      for _ in 0..<100 { _ = try synchroniser.run() }
    } against: {
      for _ in 0..<100 { try PeerFailure.check(notes_client_ask(peer, url, nil, 0)) }
    }
    return ResultLine(name: "synchronise, nothing new", count: 0, operations: 100, times)
  }

  /// So many new notes in a push.
  func creating(_ count: Int, rounds: Int) throws -> ResultLine {
    try pushing("push \(Figure.grouped(count)) new", count, rounds: rounds) {
      for number in 0..<count { try book.add(.text(Self.body(number)), tags: ["tag 1"]) }
    }
  }

  /// So many edited notes in a push.
  func editing(_ count: Int, rounds: Int) throws -> ResultLine {
    let ids = try book.notes().prefix(count).map(\.id)
    var round = 0
    return try pushing("push \(Figure.grouped(count)) edited", count, rounds: rounds) {
      round += 1
      for id in ids { try book.edit(id, body: Self.body(round)) }
    }
  }

  private func pushing(
    _ name: String, _ count: Int, rounds: Int, _ prepare: () throws -> Void
  ) throws -> ResultLine {
    var times: (core: [UInt64], peer: [UInt64]) = ([], [])
    // The first round warms up.
    for round in 0...rounds {
      try prepare()
      let body = try ready(count)
      let measured = try Race.times(rounds: 1) {
        guard try synchroniser.run().sent == count else {
          throw PeerFailure("not all notes were sent")
        }
      } against: {
        // As the app does: it asks what is new first.
        try PeerFailure.check(notes_client_ask(peer, "\(address)\(Self.pull)", nil, 0))
        try body.withUnsafeBytes {
          try PeerFailure.check(
            notes_client_ask(peer, "\(address)/changes", $0.baseAddress, $0.count))
        }
      }
      if round > 0 { times = (times.core + measured.core, times.peer + measured.peer) }
    }
    return ResultLine(name: name, count: count, operations: count, times)
  }

  private static func body(_ number: Int) -> String {
    "Note \(number)\nof some lines, as long as what people write down\nin passing"
  }

  /// A push as the app makes one, of the same size.
  private func ready(_ count: Int) throws -> Data {
    let changes = (0..<count).map { number in
      NoteChange(
        id: NoteID(random: &random), base: 0, edit: 1,
        note: NoteContent(
          kind: .text, name: "Note \(number)", created: NoteFixture.now.milliseconds,
          tags: ["tag 1"], body: Self.body(number)))
    }
    return try MessageCoding.encode(Push(device: Self.device, changes: changes))
  }
}

/// The server of notes in a process of its own.
final class Server {
  let address: String
  private let process = Process()
  private let store: String

  init(_ users: [String], directory: String) throws {
    store = "\(directory)/field-notes-benchmark-\(getpid())-server.sqlite"
    let folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    process.executableURL = folder.appending(path: "field-notes-server")
    process.arguments = ["--store", store]
    process.environment = [
      "FIELD_NOTES_ACCOUNTS": users.map { "\($0):secret" }.joined(separator: ",")
    ]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    address = line.trimmingCharacters(in: .whitespacesAndNewlines)
    guard address.hasPrefix("http") else { throw PeerFailure("the server does not start") }
  }

  deinit {
    process.terminate()
    process.waitUntilExit()
    for suffix in ["", "-wal", "-shm"] { unlink(store + suffix) }
  }
}
