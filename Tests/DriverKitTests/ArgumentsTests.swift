import DriverKit
import DriverProtocol
import Testing

struct ArgumentsTests {
  private enum Filter: String, CaseIterable { case all, mine }

  private let arguments = Arguments([
    "name": .text("alice"), "count": .integer(3), "share": .number(0.5), "on": .bool(true),
    "filter": .text("mine"), "digits": .text("3"),
    "ids": .list([.integer(1), .integer(2)]), "mixed": .list([.integer(1), .text("a")]),
    "none": .list([]),
  ])

  @Test func `any scalar can be read as text`() throws {
    #expect(try arguments.text("name") == "alice")
    #expect(try arguments.text("count") == "3")
    #expect(try arguments.text("share") == "0.5")
    #expect(try arguments.text("on") == "true")
    #expect(arguments.text("name", default: "bob") == "alice")
    #expect(arguments.text("other", default: "bob") == "bob")
  }

  @Test func `a text of digits is not accepted as a whole number`() throws {
    #expect(try arguments.integer("count") == 3)
    #expect(try arguments.integer("count", default: 7) == 3)
    #expect(try arguments.integer("other", default: 7) == 7)
    for (name, found) in [("digits", "3"), ("share", "0.5"), ("on", "true")] {
      #expect(
        throws: DriverError.wrongType(name: name, wanted: "a whole number", found: found)
      ) { try arguments.integer(name) }
      #expect(throws: DriverError.self) { try arguments.integer(name, default: 7) }
    }
  }

  @Test func `a number may be whole, but a text is not accepted as a number`() throws {
    #expect(try arguments.number("share") == 0.5)
    #expect(try arguments.number("count") == 3)
    #expect(try arguments.number("other", default: 0.25) == 0.25)
    #expect(try arguments.number("share", default: 0.25) == 0.5)
    #expect(throws: DriverError.wrongType(name: "digits", wanted: "a number", found: "3")) {
      try arguments.number("digits")
    }
    #expect(throws: DriverError.self) { try arguments.number("on", default: 1) }
  }

  @Test func `neither a number nor a text is accepted as a truth value`() throws {
    #expect(try arguments.boolean("on"))
    #expect(try arguments.boolean("on", default: false))
    #expect(try arguments.boolean("other", default: true))
    for (name, found) in [("count", "3"), ("name", "alice")] {
      #expect(
        throws: DriverError.wrongType(name: name, wanted: "true or false", found: found)
      ) { try arguments.boolean(name) }
    }
  }

  @Test func `a list must have elements of one type`() throws {
    #expect(try arguments.list("ids", of: Int.self) == [1, 2])
    #expect(try arguments.list("ids", of: Double.self) == [1, 2])
    #expect(try arguments.list("none", of: String.self) == [])
    #expect(try arguments.list("other", of: Int.self, default: [7]) == [7])
    #expect(try arguments.list("ids", of: Int.self, default: [7]) == [1, 2])
    #expect(
      throws: DriverError.wrongType(name: "mixed", wanted: "a list of texts", found: "[1, a]")
    ) { try arguments.list("mixed", of: String.self) }
    #expect(
      throws: DriverError.wrongType(name: "count", wanted: "a list of whole numbers", found: "3")
    ) { try arguments.list("count", of: Int.self) }
  }

  @Test func `a missing argument is named`() {
    #expect(throws: DriverError.missing(name: "other")) { try arguments.number("other") }
    #expect(throws: DriverError.missing(name: "other")) { try arguments.boolean("other") }
    #expect(throws: DriverError.missing(name: "other")) {
      try arguments.list("other", of: Int.self)
    }
    #expect(throws: DriverError.missing(name: "other")) { try arguments.text("other") }
    #expect(throws: DriverError.missing(name: "other")) { try arguments.integer("other") }
    #expect(throws: DriverError.missing(name: "other")) {
      try arguments.choice("other", of: Filter.self)
    }
  }

  @Test func `a choice must be one of the allowed words`() throws {
    #expect(try arguments.choice("filter", of: Filter.self) == .mine)
    #expect(
      throws: DriverError.notAllowed(name: "name", found: "alice", allowed: ["all", "mine"])
    ) { try arguments.choice("name", of: Filter.self) }
  }

  @Test func `names of arguments are sorted, and the first that is not allowed is refused`() throws
  {
    let names = ["count", "digits", "filter", "ids", "mixed", "name", "none", "on", "share"]
    #expect(arguments.names == names)
    try arguments.allow(names + ["more"])
    try Arguments([:]).allow([])
    #expect(throws: DriverError.unknown(name: "digits", allowed: ["name", "count"])) {
      try arguments.allow(["name", "count"])
    }
  }

  @Test(arguments: [
    (DriverError.missing(name: "user"), "The argument 'user' is missing."),
    (
      .wrongType(name: "device", wanted: "a whole number", found: "one"),
      "The argument 'device' must be a whole number; found 'one'."
    ),
    (
      .notAllowed(name: "filter", found: "none", allowed: ["all", "mine"]),
      "The argument 'filter' is 'none'; allowed: all, mine."
    ),
    (
      .unknown(name: "usr", allowed: ["user", "unit"]),
      "There is no argument 'usr'; allowed: user, unit."
    ),
    (.unknown(name: "usr", allowed: []), "There is no argument 'usr'; allowed: none."),
  ])
  func `an error says what was found and what is allowed`(_ error: DriverError, _ text: String) {
    #expect(error.description == text)
    #expect(error.code == "bad-argument")
  }
}
