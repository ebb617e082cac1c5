import AppExchange
import Foundation
import Inventory
import InventoryExchange
import Testing

/// Refusals as JSON, and as the errors that they were made of.
@Suite struct RefusalTests {
  private static let id = DeviceID(7)
  private static let refusals: [(InventoryError, Attempt, String)] = [
    (.wrongCredentials(user: "a", server: "s"), .connect(user: "a"), "wrong-credentials"),
    (.unknownUnit(.listUnits, name: "u"), .listUnits, "unknown-unit"),
    (.sessionUnknown(.listLoans), .listLoans, "session-unknown"),
    (.sessionExpired(.fetchPictures, user: "a"), .fetchPictures, "session-expired"),
    (.noSuchDevice(.lookUp(id), id), .lookUp(id), "no-such-device"),
    (.alreadyLent(id, name: "n", borrower: "b", user: "a"), .lend(id), "already-lent"),
    (.notLent(id, name: "n", user: "a"), .giveBack(id), "not-lent"),
    (.lentToAnother(id, name: "n", borrower: "b", user: "a"), .giveBack(id), "lent-to-another"),
    (.noSuchUser(.lend(id), name: "b"), .lend(id), "no-such-user"),
    (.fieldEmpty(.add(device: "n"), field: "location"), .add(device: " n"), "field-empty"),
    (
      .fieldTooLong(.add(device: "n"), field: "name", bytes: 2, limit: 1), .add(device: " n"),
      "field-too-long"
    ),
    (.serialNumberTaken("x", by: id, name: "n"), .add(device: "n"), "serial-number-taken"),
    (
      .imageTooLarge(width: 4, height: 3, limitWidth: 2, limitHeight: 1), .add(device: "n"),
      "image-too-large"
    ),
    (.pictureUnreadable(reason: "r"), .add(device: "n"), "picture-unreadable"),
  ]

  @Test(arguments: refusals)
  func `errors that a user can act on come through JSON unchanged`(
    error: InventoryError, attempt: Attempt, code: String
  ) throws {
    let refusal = try #require(Refusal(error))
    #expect(refusal.error == code && refusal.message == error.description)
    let read = try MessageCoding.decode(Refusal.self, from: MessageCoding.encode(refusal))
    #expect(read == refusal)
    #expect(read.inventoryError(attempt, server: "s") == error)
  }

  @Test func `a refusal is flat JSON`() throws {
    let refusal = try #require(
      Refusal(.alreadyLent(Self.id, name: "n", borrower: "b", user: "a")))
    #expect(
      String(decoding: try MessageCoding.encode(refusal), as: UTF8.self)
        == #"{"borrower":"b","device":7,"error":"already-lent","message":"#
        + #""Cannot lend device KMU-000007 (n) to a: b has it.","name":"n","user":"a"}"#)
  }

  @Test(arguments: [
    InventoryError.storeBusy(path: "/p"), .storeDamaged(path: "/p", reason: "r"),
    .cryptographyFailed(operation: "o"), .foreignCode("c"),
  ])
  func `errors that no user can fix have no detailed refusal`(error: InventoryError) {
    #expect(Refusal(error) == nil)
  }

  @Test(arguments: [
    "not-lent", "wrong-credentials", "session-expired", "no-such-device", "already-lent",
    "lent-to-another", "no-such-user", "unknown-unit", "field-empty", "field-too-long",
    "serial-number-taken", "image-too-large", "picture-unreadable", "another",
  ])
  func `a refusal without its error's values is not read as an inventory error`(code: String) {
    let refusal = Refusal(error: code, message: "m")
    #expect(refusal.inventoryError(.listUnits, server: "s") == nil)
  }

  @Test func `values are JSON with short words`() throws {
    func json(_ value: some Encodable) throws -> String {
      String(decoding: try MessageCoding.encode(value), as: UTF8.self)
    }
    for (state, word) in [
      (LendingState.available, "available"), (.lentByMe, "mine"),
      (.lentByAnother("b: c"), "another:b: c"),
    ] {
      #expect(try json([state]) == "[\"\(word)\"]")
      #expect(
        try MessageCoding.decode([LendingState].self, from: Data("[\"\(word)\"]".utf8)) == [state])
    }
    #expect(
      try json(
        ListedDevice(
          id: Self.id, name: "n", location: "l", serialNumber: "s", unitID: 2, state: .lentByMe))
        == #"{"id":7,"location":"l","name":"n","serialNumber":"s","state":"mine","unitID":2}"#)
    // RFC 4648, section 10.
    let new = NewDevice(
      name: "n", location: "l", serialNumber: "s", description: "", picture: Array("foob".utf8))
    #expect(
      try json(NewDeviceMessage(new))
        == #"{"description":"","location":"l","name":"n","picture":"Zm9vYg==","serialNumber":"s"}"#
    )
    #expect(NewDeviceMessage(new).device == new)
  }

  @Test(arguments: ["\"lent\"", "\"another\"", "1"])
  func `an invalid state of a device is refused`(json: String) {
    #expect(throws: DecodingError.self) {
      try MessageCoding.decode([LendingState].self, from: Data("[\(json)]".utf8))
    }
  }

  @Test func `a token is 64 digits`() throws {
    let digits = String(repeating: "0123456789abcdef", count: 4)
    let token = try MessageCoding.decode([SessionToken].self, from: Data("[\"\(digits)\"]".utf8))
    #expect(try MessageCoding.encode(token) == Data("[\"\(digits)\"]".utf8))
    #expect("\(token)" == "[session token]")
    for text in ["", digits.uppercased(), digits + "0", String(digits.dropLast())] {
      #expect(throws: DecodingError.self) {
        try MessageCoding.decode([SessionToken].self, from: Data("[\"\(text)\"]".utf8))
      }
    }
  }
}
