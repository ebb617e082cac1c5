import AppStorage
import CNotesPeer
import FieldNotes
import Glibc
import NoteExchange
import SideBySide

/// Lists of the app, and of its peer in C on the same store.
final class ListContest {
  private let path: String
  private let rounds: Int
  private let book: NoteBook
  private let peer: OpaquePointer

  init(notes: Int, rounds: Int, directory: String) throws {
    path = "\(directory)/field-notes-benchmark-\(getpid())-list.sqlite"
    self.rounds = rounds
    book = try NoteBook(path: path, durability: .appCrash)
    try NoteFixture(notes: notes, tags: 40, seed: 2011).fill(book)
    // SQLite's 1 is NORMAL, which the app has for `.appCrash`.
    guard let peer = notes_peer_open(path, Int32(NoteBook.cacheKibibytes), 1) else {
      throw PeerFailure("the peer's store can not be opened")
    }
    self.peer = peer
  }

  deinit {
    notes_peer_close(peer)
    for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
  }

  func lists() throws -> [ResultLine] {
    let tags = (0..<3).map(NoteFixture.tag)
    return try [
      ("list by date", NoteFilter(), NoteOrder.date), ("list by name", NoteFilter(), .name),
      ("list of those with any of 3 tags", NoteFilter(tags: tags), .name),
      (
        "list of those with all of 2 tags",
        NoteFilter(tags: Array(tags.prefix(2)), match: .all), .date
      ),
    ].map { name, filter, order in
      let query = NoteQuery(filter, order)
      let found = try book.notes(filter, by: order)
      let same = try withList(query) { list in
        (0..<Int(list.count)).map {
          NoteID(
            high: UInt64(bitPattern: list.rows[$0].high), low: UInt64(bitPattern: list.rows[$0].low)
          )
        } == found.map(\.id)
      }
      guard same else { throw PeerFailure("they disagree on '\(name)'") }
      let times = try Race.times(rounds: rounds) {
        _ = try book.notes(filter, by: order)
      } against: {
        try withList(query) { _ in }
      }
      return ResultLine(name: name, count: found.count, operations: 1, times)
    }
  }

  private func withList<Value>(
    _ query: NoteQuery, _ body: (notes_list) -> Value
  ) throws -> Value {
    var list = notes_list()
    defer { notes_list_free(&list) }
    let keys = query.keys.map { strdup($0) }
    defer { keys.forEach { free($0) } }
    var pointers = keys.map { UnsafePointer<CChar>($0) }
    try PeerFailure.check(
      notes_peer_list(peer, query.sql, &pointers, Int32(pointers.count), &list))
    return body(list)
  }
}
