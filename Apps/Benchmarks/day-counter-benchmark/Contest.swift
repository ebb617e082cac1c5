import AppStorage
import CDayCounterPeer
import DayCounter
import Glibc
import SideBySide

/// The core and its peer in C, each with a store of its own, filled alike.
final class Contest {
  static let zone = "Europe/London"
  /// Things that are listed or shown within a round, so that the clock's grain is nothing.
  private static let thingsInRound = 10_000

  private let paths: [String]
  private let rounds: Int
  private let store: ThingStore
  private let peer: OpaquePointer

  init(things: Int, rounds: Int, directory: String) throws {
    paths = ["core", "peer"].map { "\(directory)/day-counter-benchmark-\(getpid())-\($0).sqlite" }
    self.rounds = rounds
    let zone = try DayZone(named: Self.zone)
    let fixture = try ThingFixture(things: things, seed: 2015)
    let stores = try paths.map { path in
      let store = try ThingStore(path: path, zone: zone) { ThingFixture.now }
      try fixture.fill(store)
      return store
    }
    store = stores[0]
    try stores[1].close()
    let peer = peer_open(
      paths[1], Int32(ThingStore.cacheKibibytes), ThingStore.listing, ThingStore.selection)
    guard let peer else { throw PeerFailure("the peer's store can not be opened") }
    self.peer = peer
  }

  deinit {
    peer_close(peer)
  }

  /// Removes both stores' files.
  func removeFiles() {
    for path in paths {
      for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
    }
  }

  func lines() throws -> [ResultLine] {
    let order = try store.order()
    try checkDays()
    return [try list(order.count), try show(order)]
  }

  /// Both sides count the same: else one of them does something else.
  private func checkDays() throws {
    var list = peer_list()
    try PeerFailure.check(peer_things(peer, ThingFixture.now.milliseconds, &list))
    defer { peer_list_free(&list) }
    let theirs = UnsafeBufferPointer(start: list.things, count: Int(list.count))
    let ours = try store.things()
    let isSame =
      ours.count == theirs.count
      && zip(ours, theirs).allSatisfy { ours, theirs in
        ours.count.days == theirs.days && ours.record ?? -1 == theirs.record
          && ours.settings.name == String(cString: theirs.name)
      }
    guard isSame else { throw PeerFailure("core and peer count differently") }
  }

  private func list(_ count: Int) throws -> ResultLine {
    let repeats = max(1, Self.thingsInRound / count)
    let times = try Race.times(rounds: rounds) {
      for _ in 0..<repeats {
        guard try store.things().count == count else { throw PeerFailure("things are missing") }
      }
    } against: {
      for _ in 0..<repeats {
        var list = peer_list()
        try PeerFailure.check(peer_things(peer, ThingFixture.now.milliseconds, &list))
        guard list.count == count else { throw PeerFailure("things are missing") }
        peer_list_free(&list)
      }
    }
    return ResultLine(name: "list of that many things", count: count, operations: repeats, times)
  }

  /// What the main view does every three seconds: the thing, its days, its marks.
  private func show(_ order: [ThingID]) throws -> ResultLine {
    let shown = (0..<Self.thingsInRound).map { order[$0 * 7 % order.count] }
    var (marks, peerMarks) = (0, 0)
    let times = try Race.times(rounds: rounds) {
      for id in shown {
        switch Marks(try store.thing(id).count) {
        case .tally(let tally): marks &+= tally.bundles + tally.strokes
        case .boxes(let count): marks &+= count
        }
      }
    } against: {
      for id in shown {
        var thing = peer_thing()
        try PeerFailure.check(
          peer_thing_of(peer, id.number, ThingFixture.now.milliseconds, &thing))
        peerMarks &+= Int(thing.record < 0 ? thing.days : thing.days / 5 + thing.days % 5)
        free(thing.name)
      }
    }
    guard marks == peerMarks else { throw PeerFailure("core and peer show other marks") }
    return ResultLine(
      name: "one of that many things, with its marks", count: order.count, operations: shown.count,
      times)
  }
}

/// Pictures of so many days, by the core and by its peer in C.
struct PictureContest {
  private static let side = 1_024

  let days: Int
  private let rounds: Int

  init(days: Int, rounds: Int) {
    (self.days, self.rounds) = (days, rounds)
  }

  func lines() throws -> [ResultLine] {
    [
      try line("tally of that many days, as PNG", .tally(Tally(days: days)), isTally: 1),
      try line("boxes of that many days, as PNG", .boxes(days), isTally: 0),
    ]
  }

  private func line(_ name: String, _ marks: Marks, isTally: Int32) throws -> ResultLine {
    let picture = Picture(marks, on: .standard)
    let inks = picture.inks
    var (bytes, peerBytes): ([UInt8], [UInt8]) = ([], [])
    let times = try Race.times(rounds: rounds) {
      bytes = try picture.png(width: Self.side, height: Self.side)
    } against: {
      var png = peer_png()
      let status = peer_draw(
        Int64(days), isTally, picture.colour.code, inks.marks.code, inks.way.code,
        Int32(Self.side), Int32(Self.side), &png)
      try PeerFailure.check(status)
      peerBytes = Array(UnsafeBufferPointer(start: png.bytes, count: png.count))
      free(png.bytes)
    }
    guard bytes == peerBytes else { throw PeerFailure("core and peer draw other pictures") }
    return ResultLine(name: name, count: days, operations: 1, times)
  }
}
