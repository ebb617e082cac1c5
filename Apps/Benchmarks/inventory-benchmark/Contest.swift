import AppStorage
import CInventoryPeer
import Glibc
import Inventory
import SeededRandom
import SideBySide

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
    let filling = try Race.time { try fixture.fill(store) }
    print("store filled in \(filling / 1_000_000) ms")
    let other = try InventoryStore(path: paths[1])
    try fixture.fill(other)
    try other.close()
    server = InventoryServer(name: "local", store: store) { InventoryFixture.now }
    token = try server.connect(
      user: "alice", password: InventoryFixture.password, unit: nil
    ).token
    let synchronous: Int32 = isDurable ? 2 : 1
    guard let peer = peer_open(paths[1], Int32(InventoryStore.cacheKibibytes), synchronous) else {
      throw PeerFailure("the peer's store can not be opened")
    }
    self.peer = peer
    try PeerFailure.check(
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
    let unit = fixture.units[0]
    let filters: [(filter: DeviceFilter, name: String, sql: String, parameter: Int64, state: Int32)]
    filters = [
      (.all, "list all", DeviceListQuery.all, 0, -1),
      (.mine, "list mine", DeviceListQuery.mine, Self.viewer, 1),
      (.available, "list available", DeviceListQuery.available, 0, 0),
      (.notAvailable, "list not available", DeviceListQuery.notAvailable, 0, -1),
      (DeviceFilter(unit: unit), "list by unit", DeviceListQuery.unit, 1, -1),
      (
        DeviceFilter(.available, unit: unit), "list by unit, available",
        DeviceListQuery.availableOfUnit, 1, 0
      ),
      (
        DeviceFilter(.notAvailable, unit: unit), "list by unit, not available",
        DeviceListQuery.notAvailableOfUnit, 1, -1
      ),
    ]
    return try filters.enumerated().map { slot, list in
      let count = try server.devices(list.filter, as: token).count
      let repeats = max(1, Self.rowsPerRound / max(count, 1))
      let server = server
      let token = token
      let peer = peer
      let times = try Race.times(rounds: rounds) {
        for _ in 0..<repeats {
          let devices = try server.devices(list.filter, as: token)
          try PeerFailure.check(devices.count == count ? 0 : -1)
        }
      } against: {
        for _ in 0..<repeats {
          var devices = peer_list()
          try PeerFailure.check(
            peer_devices(
              peer, Int32(slot), list.sql, list.parameter, Self.viewer, list.state, &devices))
          try PeerFailure.check(devices.count == count ? 0 : -1)
          peer_list_free(&devices)
        }
      }
      return ResultLine(name: list.name, count: count, operations: repeats, times)
    }
  }

  /// Lends a batch of free devices and brings them back.
  func lending() throws -> [ResultLine] {
    let free = try server.devices(.available, as: token)
    var random = SplitMix64(seed: 2015)
    let batch = free.shuffled(using: &random).prefix(Self.batch).map(\.id)
    let now = InventoryFixture.now.milliseconds
    var lent: (core: [UInt64], peer: [UInt64]) = ([], [])
    var returned: (core: [UInt64], peer: [UInt64]) = ([], [])
    for _ in 0..<rounds {
      let lending = try Race.times(rounds: 1) {
        for id in batch { try server.lend(id, to: nil, comment: Self.comment, as: token) }
      } against: {
        for id in batch {
          try PeerFailure.check(peer_lend(peer, id.number, Self.viewer, now, Self.comment))
        }
      }
      let returning = try Race.times(rounds: 1) {
        for id in batch { try server.giveBack(id, as: token) }
      } against: {
        for id in batch { try PeerFailure.check(peer_return(peer, id.number, Self.viewer, now)) }
      }
      lent = (lent.core + lending.core, lent.peer + lending.peer)
      returned = (returned.core + returning.core, returned.peer + returning.peer)
    }
    let suffix = isDurable ? ", each waited for on disk" : ""
    return [
      ResultLine(name: "lend" + suffix, count: batch.count, operations: batch.count, lent),
      ResultLine(name: "return" + suffix, count: batch.count, operations: batch.count, returned),
    ]
  }
}
