import AppStorage
import CInventoryPeer
import Glibc
import Inventory
import SeededRandom

/// The core and its peer in C, each with a store of its own, filled alike.
final class Contest {
  /// Devices lent and returned in a round.
  static let batch = 200
  /// A list shorter than this is repeated within a round, so that the clock's grain is nothing.
  static let rowsPerRound = 20_000
  static let comment = "For the lecture"
  /// The first user of every fixture.
  static let viewer: Int64 = 1

  private let paths: [String]
  private let rounds: Int
  private let fixture: InventoryFixture
  private let isDurable: Bool
  private let server: InventoryServer
  private let token: SessionToken
  private let peer: OpaquePointer

  init(devices: Int, rounds: Int, directory: String, durability: Durability) throws {
    paths = ["core", "peer"].map { "\(directory)/inventory-benchmark-\(getpid())-\($0).sqlite" }
    self.rounds = rounds
    isDurable = durability == .powerLoss
    let fixture = try InventoryFixture(devices: devices, users: 40, seed: 2015)
    self.fixture = fixture
    let store = try InventoryStore(path: paths[0], durability: durability)
    let filling = try Self.time { try fixture.fill(store) }
    print("store filled in \(filling / 1_000_000) ms")
    let other = try InventoryStore(path: paths[1])
    try fixture.fill(other)
    try other.close()
    server = InventoryServer(name: "local", store: store) { InventoryFixture.now }
    token = try server.connect(
      user: "alice", password: InventoryFixture.password, unit: fixture.units[0]
    ).token
    let synchronous: Int32 = isDurable ? 2 : 1
    guard let peer = peer_open(paths[1], Int32(InventoryStore.cacheKibibytes), synchronous) else {
      throw Failure(text: "the peer's store can not be opened")
    }
    self.peer = peer
    try Self.check(
      peer_prepare_lending(
        peer, LendingStatement.take, LendingStatement.record, LendingStatement.release,
        LendingStatement.close))
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

  /// Lists by each filter.
  func lists() throws -> [ResultLine] {
    let filters: [(filter: DeviceFilter, name: String, sql: String, parameter: Int64, state: Int32)]
    filters = [
      (.all, "list all", DeviceListQuery.all, 0, -1),
      (.mine, "list mine", DeviceListQuery.mine, Self.viewer, 1),
      (.available, "list available", DeviceListQuery.available, 0, 0),
      (.notAvailable, "list not available", DeviceListQuery.notAvailable, 0, -1),
      (.unit(fixture.units[0]), "list unit", DeviceListQuery.unit, 1, -1),
    ]
    return try filters.enumerated().map { slot, list in
      let count = try server.devices(list.filter, as: token).count
      let repeats = max(1, Self.rowsPerRound / max(count, 1))
      let server = server
      let token = token
      let peer = peer
      let (core, other) = try race {
        for _ in 0..<repeats {
          let devices = try server.devices(list.filter, as: token)
          try Self.check(devices.count == count ? 0 : -1)
        }
      } against: {
        for _ in 0..<repeats {
          var devices = peer_list()
          try Self.check(
            peer_devices(
              peer, Int32(slot), list.sql, list.parameter, Self.viewer, list.state, &devices))
          try Self.check(devices.count == count ? 0 : -1)
          peer_list_free(&devices)
        }
      }
      return ResultLine(
        name: list.name, count: count, operations: repeats, core: core, peer: other)
    }
  }

  /// Lends a batch of free devices and brings them back.
  func lending() throws -> [ResultLine] {
    let free = try server.devices(.available, as: token)
    var random = SplitMix64(seed: 2015)
    let batch = free.shuffled(using: &random).prefix(Self.batch).map(\.id)
    let now = InventoryFixture.now.milliseconds
    var times: [[UInt64]] = [[], [], [], []]
    for _ in 0..<rounds {
      let (lent, lentByPeer) = try race(rounds: 1) {
        for id in batch { try server.lend(id, comment: Self.comment, as: token) }
      } against: {
        for id in batch {
          try Self.check(peer_lend(peer, id.number, Self.viewer, now, Self.comment))
        }
      }
      let (returned, returnedByPeer) = try race(rounds: 1) {
        for id in batch { try server.giveBack(id, as: token) }
      } against: {
        for id in batch { try Self.check(peer_return(peer, id.number, Self.viewer, now)) }
      }
      for (index, more) in [lent, lentByPeer, returned, returnedByPeer].enumerated() {
        times[index] += more
      }
    }
    let suffix = isDurable ? ", durable" : ""
    return [
      ResultLine(
        name: "lend" + suffix, count: batch.count, operations: batch.count, core: times[0],
        peer: times[1]),
      ResultLine(
        name: "return" + suffix, count: batch.count, operations: batch.count, core: times[2],
        peer: times[3]),
    ]
  }

  /// Times both bodies in each round, in random order. Nanoseconds, round by round.
  private func race(
    rounds: Int? = nil, _ core: () throws -> Void, against peer: () throws -> Void
  ) throws -> (core: [UInt64], peer: [UInt64]) {
    let rounds = rounds ?? self.rounds
    var times: (core: [UInt64], peer: [UInt64]) = ([], [])
    if rounds > 1 {
      // The pages are read and the statements prepared before the first round.
      try core()
      try peer()
    }
    for _ in 0..<rounds {
      if Bool.random() {
        times.core.append(try Self.time(core))
        times.peer.append(try Self.time(peer))
      } else {
        times.peer.append(try Self.time(peer))
        times.core.append(try Self.time(core))
      }
    }
    return times
  }

  private static func time(_ body: () throws -> Void) rethrows -> UInt64 {
    let start = nanoseconds()
    try body()
    return nanoseconds() - start
  }

  private static func nanoseconds() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  private static func check(_ code: Int32) throws {
    guard code == 0 else { throw Failure(text: "the peer failed with code \(code)") }
  }

  struct Failure: Error, CustomStringConvertible {
    let text: String
    var description: String { text }
  }
}
