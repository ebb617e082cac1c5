import AppStorage
import CChordPeer
import ChordAccounting
import Glibc
import SideBySide

/// The app and its peer in C, each with a store of its own, filled alike.
final class Contest {
  /// Activities added in a round, each round to another project.
  static let batch = 200
  static let texts = [
    ("top felt", "search top felt"), ("inddæk", "search inddæk"),
    ("hætte over 45", "search hætte over 45"), ("4711", "search a number"),
    ("xylophon", "search a word that is in none"),
  ]

  private let paths: [String]
  private let rounds: Int
  private let isDurable: Bool
  private let book: AccountBook
  private let peer: OpaquePointer

  init(entries: Int, rounds: Int, directory: String, durability: Durability) throws {
    paths = ["core", "peer"].map { "\(directory)/chord-benchmark-\(getpid())-\($0).sqlite" }
    self.rounds = rounds
    isDurable = durability == .powerLoss
    let fixture = try AccountBookFixture(entries: entries, projects: rounds, seed: 2018)
    book = try AccountBook(path: paths[0], durability: durability)
    try fixture.fill(book)
    let other = try AccountBook(path: paths[1])
    try fixture.fill(other)
    try other.close()
    let peer = chord_peer_open(
      paths[1], Int32(AccountStore.cacheKibibytes), isDurable ? 2 : 1, ActivityDictionary.query,
      EntryRow.look, ActivityRow.insertion)
    guard let peer else { throw PeerFailure("the peer's store can not be opened") }
    self.peer = peer
  }

  deinit {
    chord_peer_close(peer)
    for path in paths {
      for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
    }
  }

  /// A search for every key of each text.
  func searches() throws -> [ResultLine] {
    try Self.texts.map { text, name in
      let keys = text.indices.map { String(text[...$0]) }
      let words = keys.map(SearchWords.init)
      for (key, words) in zip(keys, words) {
        let found = try book.dictionary.search(key).map(\.pos.number)
        guard try positions(words) == found else { throw PeerFailure("they disagree on \(key)") }
      }
      let hits = try book.dictionary.search(text).count
      let times = try Race.times(rounds: rounds) {
        for key in keys { _ = try book.dictionary.search(key) }
      } against: {
        for words in words { try withSearch(words) { _ in } }
      }
      return ResultLine(name: name, count: hits, operations: keys.count, times)
    }
  }

  private func positions(_ words: SearchWords) throws -> [Int64] {
    try withSearch(words) { list in (0..<Int(list.count)).map { list.entries[$0].pos } }
  }

  private func withSearch<Value>(
    _ words: SearchWords, _ body: (chord_list) -> Value
  ) throws -> Value {
    var list = chord_list()
    defer { chord_list_free(&list) }
    try PeerFailure.check(
      chord_peer_search(
        peer, words.beginnings, words.anywhere, Int64(ActivityDictionary.searchLimit), &list))
    return body(list)
  }

  /// Adds a batch of activities, evenly apart in the dictionary.
  func adding() throws -> ResultLine {
    let count = try book.dictionary.count()
    let positions = (0..<Self.batch).map { number in
      AccountBookFixture.firstPos + Int64(number * count / Self.batch)
    }
    var times: (core: [UInt64], peer: [UInt64]) = ([], [])
    for project in try book.projects.all().map(\.id) {
      try book.select(project)
      let round = try Race.times(rounds: 1) {
        for pos in positions { try book.addActivity(pos, quantity: "12") }
      } against: {
        for pos in positions {
          try PeerFailure.check(chord_peer_add(peer, project.number, pos, 1_200))
        }
      }
      times = (times.core + round.core, times.peer + round.peer)
    }
    return ResultLine(
      name: isDurable ? "add, each waited for on disk" : "add an activity", count: Self.batch,
      operations: Self.batch, times)
  }
}
