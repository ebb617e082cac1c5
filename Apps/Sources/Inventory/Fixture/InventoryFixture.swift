import AppPictures
import AppStorage
import GRDB
import SeededRandom

/// An inventory made up from a seed: equal arguments give equal rows on every machine and build.
///
/// User `alice` is a member of the first unit. All users have the password "secret" and, other
/// than enrolled users, share one hash computed beforehand: forty hashes of their own would take
/// most of a second, and the 19 MiB of even one would stand in the memory measurements of
/// whatever follows.
///
/// ```swift
/// let store = try InventoryStore(path: path)
/// try InventoryFixture(devices: 5000, users: 40, seed: 2015).fill(store)
/// ```
public struct InventoryFixture: Sendable {
  /// The share of devices lent to other users than the first, in percent.
  static let lentPercent = 20
  /// One device in so many has a picture.
  static let devicesPerPicture = 100
  /// 2015-06-01 08:00 UTC: loans of the fixture were made in the 30 days before it.
  public static let now = Timestamp(milliseconds: 1_433_145_600_000)
  /// The password of every user of a fixture.
  public static let password = "secret"
  /// Units, if none are given.
  public static let defaultUnits = ["IT", "Research", "Sales", "Workshop", "Administration"]

  /// The number of devices.
  public let devices: Int
  /// The number of users; the first are alice, bob and carol.
  public let users: Int
  /// The units' names, the first user's first.
  public let units: [String]
  /// The number of devices that the first user is to have borrowed.
  public let loans: Int
  /// The seed that all else follows from.
  public let seed: UInt64

  /// A fixture to be filled into any number of stores.
  /// - Throws: ``InventoryError/fixtureImpossible(reason:)`` for numbers out of range, or units
  ///   that are empty or repeated.
  public init(
    devices: Int, users: Int, units: [String] = InventoryFixture.defaultUnits, loans: Int = 20,
    seed: UInt64
  ) throws(InventoryError) {
    guard 0...10_000_000 ~= devices else {
      throw .fixtureImpossible(reason: "\(devices) devices are not 0 to 10,000,000")
    }
    guard 1...100_000 ~= users else {
      throw .fixtureImpossible(reason: "\(users) users are not 1 to 100,000")
    }
    guard !units.isEmpty, Set(units).count == units.count, !units.contains("") else {
      throw .fixtureImpossible(reason: "the units must have names, each its own")
    }
    self.devices = devices
    self.users = users
    self.units = units
    self.loans = max(0, loans)
    self.seed = seed
  }

  /// The number of devices that the first user has borrowed: `loans`, or a tenth of all if that is
  /// less.
  public var lentToFirstUser: Int { min(loans, devices / 10) }

  /// The number of devices that others have borrowed; none when there are no others.
  public var lentToOthers: Int { users > 1 ? devices * Self.lentPercent / 100 : 0 }

  /// The number of devices that nobody has borrowed.
  public var available: Int { devices - lentToFirstUser - lentToOthers }

  /// Fills the store, in one transaction: 5,000 devices take some 30 ms.
  ///
  /// The store is left as one that was opened a while ago: all in the main file, the log empty, no
  /// page in the writer's cache. What follows is then measured without the filling's remains.
  /// - Throws: ``InventoryError/storeNotEmpty(path:)`` and the store's errors.
  public func fill(_ store: InventoryStore) throws(InventoryError) {
    let pictures = try FixturePicture.all()
    try store.write { database in
      for table in ["unit", "user", "device"] {
        let isFilled = try Bool.fetchOne(
          database, sql: "SELECT EXISTS (SELECT 1 FROM \(table))")
        guard isFilled != true else { throw InventoryError.storeNotEmpty(path: store.path) }
      }
      try fillPeople(database)
      try fillDevices(database, pictures: pictures)
    }
    try store.settle()
  }

  private func fillPeople(_ database: Database) throws {
    let addUnit = try PreparedStatement("INSERT INTO unit(id, name) VALUES (?, ?)", in: database)
    for (index, name) in units.enumerated() {
      try addUnit.bind(Int64(index + 1), at: 1)
      try addUnit.bind(name, at: 2)
      try addUnit.run()
    }
    let addUser = try PreparedStatement(
      "INSERT INTO user(id, name, passwordHash, unitId) VALUES (?, ?, ?, ?)", in: database)
    for index in 0..<users {
      try addUser.bind(Int64(index + 1), at: 1)
      try addUser.bind(FixtureNames.user(index), at: 2)
      try addUser.bind(FixtureNames.passwordHash, at: 3)
      try addUser.bind(Int64(index % units.count + 1), at: 4)
      try addUser.run()
    }
  }

  private func fillDevices(_ database: Database, pictures: [ResizedPicture]) throws {
    guard devices > 0 else { return }
    var random = SplitMix64(seed: seed)
    var lending = LendingDraw(fixture: self)
    let addDevice = try PreparedStatement(
      """
      INSERT INTO device(id, name, location, serialNumber, unitId, borrowerId, description)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """, in: database)
    let addLoan = try PreparedStatement(LendingStatement.record, in: database)
    for number in 1...Int64(devices) {
      let kind = random.pick(FixtureNames.kinds)
      try addDevice.bind(number, at: 1)
      try addDevice.bind(kind.name, at: 2)
      try addDevice.bind(FixtureNames.location(&random), at: 3)
      try addDevice.bind(FixtureNames.serialNumber(number, of: kind, &random), at: 4)
      try addDevice.bind(Int64(random.below(units.count) + 1), at: 5)
      let borrower = lending.borrower(&random)
      try addDevice.bind(borrower, at: 6)
      try addDevice.bind(kind.description, at: 7)
      try addDevice.run()
      if let borrower {
        let age = Int64(random.below(30 * 24 * 60 * 60)) * 1000
        try addLoan.bind(number, at: 1)
        try addLoan.bind(borrower, at: 2)
        try addLoan.bind(Self.now.milliseconds - age, at: 3)
        try addLoan.bind(random.pick(FixtureNames.comments), at: 4)
        try addLoan.bind(nil, at: 5)
        try addLoan.run()
      }
      if number % Int64(Self.devicesPerPicture) == 1 {
        try pictures[random.below(pictures.count)].store(for: DeviceID(number), in: database)
      }
    }
  }
}
