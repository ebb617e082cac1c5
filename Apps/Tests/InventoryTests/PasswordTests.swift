import TestSupport
import Testing

@testable import Inventory

@Suite("Passwords")
struct PasswordTests {
  @Test("A password is hashed with Argon2id and OWASP's minimum of memory and passes")
  func parameters() throws {
    let hash = try PasswordHash(of: "correct horse")
    #expect(hash.encoded.hasPrefix("$argon2id$v=19$m=19456,t=2,p=1$"))
    #expect(try hash.matches("correct horse"))
    #expect(try !hash.matches("correct horsf"))
    #expect(try !hash.matches(""))
  }

  @Test("Equal passwords have different hashes, and an empty password can be hashed")
  func salt() throws {
    let first = try PasswordHash(of: "")
    #expect(try first.encoded != PasswordHash(of: "").encoded)
    #expect(try first.matches(""))
  }

  @Test("The fixture's hash matches its password and has the usual parameters")
  func fixtureHash() throws {
    let hash = PasswordHash(encoded: FixtureNames.passwordHash)
    #expect(hash.encoded.hasPrefix("$argon2id$v=19$m=19456,t=2,p=1$"))
    #expect(try hash.matches(InventoryFixture.password))
  }

  @Test("An enrolled user can connect, and enrolling twice or in an unknown unit is refused")
  func enrols() throws {
    let folder = try ScratchFolder()
    let store = try InventoryStore(path: folder.file("inventory.sqlite"))
    try store.addUnit("IT")
    #expect(try store.addUnit("IT").id == store.addUnit("IT").id)
    try store.enrol(user: "dora", password: "pa55", unit: "IT")
    let server = InventoryServer(name: "local", store: store)
    #expect(try server.connect(user: "dora", password: "pa55", unit: "IT").user == "dora")
    #expect(
      refusal { () throws(InventoryError) in
        try store.enrol(user: "dora", password: "x", unit: "IT")
      } == "Cannot enrol dora: there is a user of this name already.")
    #expect(
      refusal { () throws(InventoryError) in
        try store.enrol(user: "emil", password: "x", unit: "Moon")
      } == "Cannot enrol emil: there is no organisational unit \"Moon\".")
  }

  @Test("A login in a log does not show its password")
  func passwordIsNotPrinted() {
    var text = "\(alice)"
    dump(alice, to: &text)
    #expect(!text.contains("secret"))
    #expect("\(alice)" == "alice at local, shown: IT")
  }
}
