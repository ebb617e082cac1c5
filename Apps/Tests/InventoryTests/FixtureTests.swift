import SeededRandom
import Testing

@testable import Inventory

@Suite("Fixture")
struct FixtureTests {
  private func digest(seed: UInt64) throws -> UInt64 {
    let inventory = try FilledInventory(devices: 5000, users: 40, seed: seed)
    let token = try inventory.session("alice")
    var digest = StableDigest()
    for device in try inventory.server.devices(.all, as: token) { digest.combine(device) }
    let users = (0..<40).map(FixtureNames.user)
    for loan in try inventory.server.devicesLent(to: users, as: token) { digest.combine(loan) }
    return digest.value
  }

  @Test("Equal seeds give equal rows, the same on every build")
  func deterministic() throws {
    let first = try digest(seed: 2015)
    #expect(first == 5_703_942_821_150_163_219)
    #expect(try digest(seed: 2016) != first)
  }

  @Test("The generator gives the published sequence")
  func splitMix() {
    // The first numbers from seed 1234567, as in <https://rosettacode.org/wiki/Pseudo-random_numbers/Splitmix64>.
    var random = SplitMix64(seed: 1_234_567)
    #expect(random.next() == 6_457_827_717_110_365_317)
    #expect(random.next() == 3_203_168_211_198_807_973)
  }

  @Test("The fixture lends as many devices as it says, some of them to alice")
  func shares() throws {
    for devices in [0, 5, 100, 1000] {
      let inventory = try FilledInventory(devices: devices, users: 3)
      let token = try inventory.session("alice")
      #expect(try inventory.server.devices(.all, as: token).count == devices)
      #expect(
        try inventory.server.devices(.available, as: token).count == inventory.fixture.available)
      #expect(
        try inventory.server.devices(.mine, as: token).count == inventory.fixture.lentToFirstUser)
    }
    #expect(try InventoryFixture(devices: 5000, users: 40, seed: 1).lentToFirstUser == 20)
    #expect(try InventoryFixture(devices: 5000, users: 1, seed: 1).lentToOthers == 0)
  }

  @Test("The first users are alice, bob and carol, and all names differ")
  func names() {
    #expect((0..<3).map(FixtureNames.user) == ["alice", "bob", "carol"])
    #expect(FixtureNames.user(26) == "alice2")
    #expect(Set((0..<1000).map(FixtureNames.user)).count == 1000)
  }

  @Test("A store that is not empty is not filled")
  func notEmpty() throws {
    let inventory = try FilledInventory(devices: 10)
    #expect(
      refusal { () throws(InventoryError) in try inventory.fixture.fill(inventory.store) }
        == "Cannot fill a store with a fixture: the inventory \(inventory.path) is not empty.")
  }

  @Test("A fixture with impossible numbers or unit names is refused")
  func impossible() {
    #expect(
      refusal { () throws(InventoryError) in
        try InventoryFixture(devices: -1, users: 1, seed: 0)
      } == "Cannot fill a store with a fixture: -1 devices are not 0 to 10,000,000.")
    #expect(
      refusal { () throws(InventoryError) in try InventoryFixture(devices: 1, users: 0, seed: 0) }
        == "Cannot fill a store with a fixture: 0 users are not 1 to 100,000.")
    #expect(
      refusal { () throws(InventoryError) in
        try InventoryFixture(devices: 1, users: 1, units: ["IT", "IT"], seed: 0)
      } == "Cannot fill a store with a fixture: the units must have names, each its own.")
  }

  @Test("The digest is FNV-1a, and depends on how the text is split")
  func digestIsStable() {
    #expect(StableDigest().value == 0xcbf2_9ce4_8422_2325)
    var one = StableDigest()
    one.combine("ab")
    one.combine("c")
    var other = StableDigest()
    other.combine("a")
    other.combine("bc")
    #expect(one != other)
  }
}
