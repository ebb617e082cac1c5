import AppStorage
import Inventory
import InventoryExchange
import TestSupport
import Testing

/// Every call over HTTP leads to what it leads to in the same process.
@Suite struct CallTests {
  /// A server and a session of its own.
  private struct Side {
    let server: any InventoryService
    let token: SessionToken

    init(_ server: any InventoryService) throws {
      self.server = server
      token = try server.connect(user: "alice", password: "secret", unit: "Sales").token
    }
  }

  private let served: ServedInventory
  private let local: Side
  private let remote: Side

  init() throws {
    served = try ServedInventory()
    local = try Side(ServedInventory.local(in: served.folder))
    remote = try Side(served.remote())
  }

  /// What a call leads to on both sides, or its refusal, is the same.
  @discardableResult
  private func both<Value: Equatable>(
    _ call: (any InventoryService, SessionToken) throws(InventoryError) -> Value,
    _ place: SourceLocation = #_sourceLocation
  ) throws -> Value? {
    let here = Result { () throws(InventoryError) in try call(local.server, local.token) }
    let there = Result { () throws(InventoryError) in try call(remote.server, remote.token) }
    #expect(here == there, sourceLocation: place)
    return try? here.get()
  }

  /// The same for a call that both sides refuse.
  private func bothRefuse<Value: Equatable>(
    _ error: InventoryError, _ place: SourceLocation = #_sourceLocation,
    _ call: (any InventoryService, SessionToken) throws(InventoryError) -> Value
  ) {
    for side in [local, remote] {
      #expect(
        refusal { () throws(InventoryError) in try call(side.server, side.token) } == error,
        sourceLocation: place)
    }
  }

  @Test func `lists, details, units, loans and pictures are the same as in one process`() throws {
    defer { served.process.kill() }
    for state in DeviceFilter.State.allCases {
      for unit in [nil, "IT", "Research"] {
        let devices = try both { server, token throws(InventoryError) in
          try server.devices(DeviceFilter(state, unit: unit), as: token)
        }
        if unit == nil {
          // 100 devices, of which alice has 10 and others 20.
          let counts = [
            DeviceFilter.State.all: 100, .mine: 10, .available: 70, .notAvailable: 30,
          ]
          #expect(devices?.count == counts[state])
        }
      }
    }
    for number in 1...100 {
      let id = DeviceID(Int64(number))
      try both { server, token throws(InventoryError) in try server.device(id, as: token) }
      try both { server, token throws(InventoryError) in
        try server.device(code: DeviceCode(id), as: token)
      }
    }
    #expect(try both { server, _ throws(InventoryError) in try server.units() }?.count == 5)
    #expect(
      try both { server, token throws(InventoryError) in
        try server.devicesLent(to: ["alice", "bob"], as: token)
      }?.count ?? 0 > 10)
    let ids = (0...101).reversed().map { DeviceID($0) }
    let pictures = try both { server, token throws(InventoryError) in
      try server.pictures(of: ids, as: token)
    }
    // One in a hundred has a picture: the first.
    #expect(pictures?.map(\.deviceID) == [DeviceID(1)])
    #expect(pictures?.first?.width == 64 && pictures?.first?.height == 48)
    #expect(pictures?.first?.png.starts(with: [0x89, 0x50, 0x4E, 0x47]) == true)
  }

  @Test func `devices are lent (for others, too), returned and added as in one process`() throws {
    defer { served.process.kill() }
    let all = try served.remote().free(remote.token)
    let (first, second, third) = (all[0], all[1], all[2])
    let comment = "For the lecture: ü \"&?#/%\u{1F4F7}\n"
    let loan = try both { server, token throws(InventoryError) in
      try server.lend(first, to: nil, comment: comment, as: token)
    }
    #expect(loan?.borrower == "alice" && loan?.comment == comment && loan?.returnedAt == nil)
    #expect(loan?.lentAt == InventoryFixture.now)
    let others = try both { server, token throws(InventoryError) in
      try server.lend(code: DeviceCode(second), to: "bob", comment: "", as: token)
    }
    #expect(others?.borrower == "bob" && others?.lentBy == "alice")
    let back = try both { server, token throws(InventoryError) in
      try server.giveBack(first, as: token)
    }
    #expect(back?.returnedAt == InventoryFixture.now)
    try both { server, token throws(InventoryError) in
      try server.lend(code: DeviceCode(third), to: nil, comment: "", as: token)
    }
    try both { server, token throws(InventoryError) in
      try server.giveBack(code: DeviceCode(third), as: token)
    }
    let picture = try InventoryFixture.picture(width: 1600, height: 1200)
    let new = NewDevice(
      name: " EOS 80D ", location: "Büro", serialNumber: "N-1", description: "Kamera",
      picture: picture)
    let added = try both { server, token throws(InventoryError) in
      try server.add(new, as: token)
    }
    #expect(added?.hasPicture == true && added?.listed.name == "EOS 80D")
    let id = try #require(added?.id)
    let small = try both { server, token throws(InventoryError) in
      try server.pictures(of: [id], as: token)
    }
    #expect(small?.first?.width == 320 && small?.first?.height == 240)
    try both { server, token throws(InventoryError) in try server.devices(.all, as: token) }
  }

  @Test func `refusals have the same words as in one process`() throws {
    defer { served.process.kill() }
    let side = try served.remote()
    let free = try #require(side.free(remote.token).first)
    let mine = try #require(side.devices(.mine, as: remote.token).first)
    let taken = try #require(
      side.devicesLent(to: ["bob"], as: remote.token).first)
    let missing = DeviceID(1_000)
    bothRefuse(.noSuchDevice(.lookUp(missing), missing)) { server, token throws(InventoryError) in
      try server.device(missing, as: token)
    }
    bothRefuse(.noSuchDevice(.lend(missing), missing)) { server, token throws(InventoryError) in
      try server.lend(missing, to: nil, comment: "", as: token)
    }
    bothRefuse(
      .alreadyLent(mine.id, name: mine.name, borrower: "alice", user: "alice")
    ) { server, token throws(InventoryError) in
      try server.lend(mine.id, to: nil, comment: "", as: token)
    }
    bothRefuse(
      .lentToAnother(taken.deviceID, name: taken.deviceName, borrower: "bob", user: "alice")
    ) { server, token throws(InventoryError) in
      try server.giveBack(taken.deviceID, as: token)
    }
    let name = try side.device(free, as: remote.token).listed.name
    bothRefuse(.notLent(free, name: name, user: "alice")) { server, token throws(InventoryError) in
      try server.giveBack(code: DeviceCode(free), as: token)
    }
    bothRefuse(
      .noSuchUser(.lend(free), name: "nobody \"&?")
    ) { server, token throws(InventoryError) in
      try server.lend(free, to: "nobody \"&?", comment: "", as: token)
    }
    bothRefuse(.noSuchUser(.listLoans, name: "&user=bob")) { server, token throws(InventoryError) in
      try server.devicesLent(to: ["bob", "&user=bob"], as: token)
    }
    bothRefuse(
      .unknownUnit(.list(DeviceFilter(.all, unit: "M&M+ 100%")), name: "M&M+ 100%")
    ) { server, token throws(InventoryError) in
      try server.devices(DeviceFilter(.all, unit: "M&M+ 100%"), as: token)
    }
    bothRefuse(
      .fieldTooLong(.lend(free), field: "comment", bytes: 4_001, limit: 4_000)
    ) { server, token throws(InventoryError) in
      try server.lend(free, to: nil, comment: String(repeating: "x", count: 4_001), as: token)
    }
    bothRefuse(.fieldEmpty(.add(device: "N"), field: "location")) {
      server, token throws(InventoryError) in
      try server.add(NewDevice(name: " N ", location: " ", serialNumber: "1"), as: token)
    }
    bothRefuse(.pictureUnreadable(reason: "it does not begin like a PNG")) {
      server, token throws(InventoryError) in
      try server.add(
        NewDevice(name: "N", location: "L", serialNumber: "1", picture: [1, 2, 3]), as: token)
    }
    let first = try side.device(DeviceID(1), as: remote.token).listed
    bothRefuse(
      .serialNumberTaken(first.serialNumber, by: first.id, name: first.name)
    ) { server, token throws(InventoryError) in
      try server.add(
        NewDevice(name: "N", location: "L", serialNumber: first.serialNumber), as: token)
    }
    bothRefuse(.wrongCredentials(user: "alice", server: "http")) {
      server, _ throws(InventoryError) in
      try server.connect(user: "alice", password: "wrong", unit: nil)
    }
    bothRefuse(.unknownUnit(.connect(user: "alice"), name: "Moon")) {
      server, _ throws(InventoryError) in
      try server.connect(user: "alice", password: "secret", unit: "Moon")
    }
  }

  @Test func `a session has its user and units, and its token is refused once it ends`() throws {
    defer { served.process.kill() }
    let session = try remote.server.connect(user: "bob", password: "secret", unit: "Sales")
    #expect(session.user == "bob" && session.unit.name == "Research")
    #expect(session.shown?.name == "Sales")
    // Twelve hours.
    #expect(session.expires == InventoryFixture.now.advanced(byMilliseconds: 43_200_000))
    let all = try remote.server.connect(user: "bob", password: "secret", unit: nil)
    #expect(all.shown == nil && all.token != session.token)
    remote.server.disconnect(session.token)
    #expect(
      refusal { () throws(InventoryError) in
        try remote.server.devices(.mine, as: session.token)
      } == .sessionUnknown(.list(.mine)))
    #expect(try remote.server.devices(.mine, as: all.token).isEmpty == false)
  }

  @Test func `a token that another process made up is refused`() throws {
    defer { served.process.kill() }
    #expect(
      refusal { () throws(InventoryError) in
        try remote.server.device(DeviceID(1), as: local.token)
      } == .sessionUnknown(.lookUp(DeviceID(1))))
  }
}

extension InventoryService {
  /// The devices that nobody has.
  func free(_ token: SessionToken) throws -> [DeviceID] {
    try devices(.available, as: token).map(\.id)
  }
}
