import Testing

@testable import DriverProtocol

struct ScalarTests {
  private func decoded(_ json: String) throws(ProtocolError) -> Scalar? {
    try LineCodec.message([String: Scalar].self, from: Array("{\"x\":\(json)}".utf8))["x"]
  }

  @Test(
    arguments: [
      ("true", .bool(true)), ("false", .bool(false)), ("0", .integer(0)), ("1", .integer(1)),
      ("-5", .integer(-5)), ("1.0", .integer(1)), ("1e3", .integer(1000)), ("0.5", .number(0.5)),
      ("-2.5e-3", .number(-0.0025)), ("9223372036854775807", .integer(.max)),
      ("-9223372036854775808", .integer(.min)),
      ("166549263835398953784866e-7", .integer(16_654_926_383_539_896)), ("1e300", .number(1e300)),
      ("\"\"", .text("")), ("\"1\"", .text("1")), ("\"true\"", .text("true")),
      (#""a\nb\u00fc\ud83d\ude00""#, .text("a\nbü😀")),
    ] as [(String, Scalar)])
  func `a JSON scalar keeps its type, and a whole number of up to 64 bits is an integer`(
    _ json: String, _ value: Scalar
  ) throws {
    #expect(try decoded(json) == value)
  }

  @Test func `a greater whole number becomes a floating-point number if that holds it exactly`()
    throws
  {
    #expect(try decoded("9223372036854775808") == .number(0x1p63))
    #expect(try decoded("100000000000000000000") == .number(1e20))
  }

  @Test(arguments: ["9223372036854775809", "12345678901234567890", "18446744073709551615"])
  func `a whole number that would be rounded is text, so that it equals no other`(
    _ digits: String
  ) throws {
    #expect(try decoded(digits) == .text(digits))
    #expect(try decoded("[1, \(digits)]") == .list([.integer(1), .text(digits)]))
  }

  @Test(
    arguments: [
      ("[]", []), ("[1, 2.5, true, \"a\"]", [.integer(1), .number(2.5), .bool(true), .text("a")]),
      ("[\"1\", 1.0]", [.text("1"), .integer(1)]),
    ] as [(String, [Scalar])])
  func `a list keeps its elements, their types and their order`(
    _ json: String, _ values: [Scalar]
  ) throws {
    #expect(try decoded(json) == .list(values))
    #expect(try decoded(json) != .list(values.reversed() + [.integer(0)]))
  }

  @Test(arguments: ["null", "{}", "{\"y\":1}", "[[]]", "[1, [2]]", "[null]", "[{}]"])
  func `null, objects, and lists with anything but scalars are refused`(_ json: String) {
    #expect(throws: ProtocolError(text: "{\"x\":\(json)}", reason: "'x' has the wrong type")) {
      try decoded(json)
    }
  }

  @Test func `a number too large for a double is refused`() {
    #expect(throws: ProtocolError.self) { try decoded("1e999") }
  }

  @Test(
    arguments: [
      (.bool(true), "true"), (.integer(-5), "-5"), (.number(0.5), "0.5"), (.number(1e20), "1e+20"),
      (.text("a b"), "a b"), (.text(""), ""), (.list([.integer(1), .text("a b")]), "[1, a b]"),
      (.list([]), "[]"),
    ] as [(Scalar, String)])
  func `the description of a value is what people would write`(_ value: Scalar, _ text: String) {
    #expect("\(value)" == text)
  }

  @Test func `scalars of different types differ`() {
    #expect(Scalar.text("1") != .integer(1))
    #expect(Scalar.integer(1) != .bool(true))
    #expect(Scalar.list([.integer(1)]) != .integer(1))
  }

  @Test func `a Swift value is read from a scalar of its type, and a Double also from an integer`()
  {
    #expect(Int(scalar: .integer(3)) == 3 && Int(scalar: .number(3.5)) == nil)
    #expect(Int(scalar: .text("3")) == nil && Int(scalar: .list([.integer(3)])) == nil)
    #expect(Double(scalar: .number(0.5)) == 0.5 && Double(scalar: .integer(3)) == 3)
    #expect(Double(scalar: .text("0.5")) == nil)
    #expect(Bool(scalar: .bool(true)) == true && Bool(scalar: .integer(1)) == nil)
    #expect(String(scalar: .text("a")) == "a" && String(scalar: .integer(1)) == nil)
  }

  @Test func `a Swift value becomes the scalar that JSON would give back`() throws {
    for value in [1.0, 0.5, 1e300] as [Double] {
      let line = try LineCodec.line(["x": value.scalar])
      #expect(
        try LineCodec.message([String: Scalar].self, from: line.dropLast()) == ["x": value.scalar])
    }
    #expect(3.scalar == .integer(3) && 2.0.scalar == .integer(2) && true.scalar == .bool(true))
    #expect("a".scalar == .text("a"))
  }
}
