import DriverProtocol
import Foundation
import Testing

/// Values of JSON that are read from text.
@Suite struct JSONValueTests {
  /// Texts of every kind of value, with all escapes and notations of numbers.
  private static let texts = [
    "null", " true ", "\n[false]\t\r", "{}", "[]", #"{"a": [1, {"b": null}], "c": {}}"#,
    "0", "-0", "7", "-12", "1.0", "0.5", "-2.5e-3", "1E+2", "9223372036854775807",
    "-9223372036854775808", "9223372036854775808", "1e300", "18446744073709551615",
    #""""#, #""ä€𝄞""#, #""\" \\ \/ \b \f \n \r \t \u0041 \u00e4 \u20AC""#,
    #""before \ud834\udd1e after""#, #"{"": "\u0000"}"#,
  ]

  @Test(arguments: texts)
  func `a text is read as Foundation reads it`(_ text: String) throws {
    let expected = try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
    #expect(try JSONValue(parsing: Array(text.utf8)) == expected)
  }

  @Test(arguments: [
    "9223372036854775809", "-9223372036854775809", "123456789012345678901234567890",
    "1" + String(repeating: "2", count: 40),
  ])
  func `a whole number that would be rounded is text, so that it equals no other`(
    _ digits: String
  ) throws {
    #expect(try JSONValue(parsing: Array(digits.utf8)) == .text(digits))
  }

  @Test(arguments: [
    "", " ", "[", "]", "[1", "[1,", "[,1]", "[1 2]", "{", #"{"a"}"#, #"{"a":}"#,
    "{a:1}", #"{"a" 1}"#, "1 2", "tru", "nul", "True", "NaN", "+1", "01", "-", "-01",
    "1.", ".5", "1e", "1e+", "0x10", "1e999", #"""#, #""a"#, #""\x""#, #""\u12""#, #""\u12g4""#,
    #""\ud834""#, #""\ud834x""#, #""\ud834 \udd1e""#, #""\udd1e""#, "\"\n\"",
    "\"\u{1}\"", "'a'", "[1] x",
  ])
  func `what is not JSON has no value`(_ text: String) throws {
    #expect(try JSONValue(parsing: Array(text.utf8)) == nil)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
    }
  }

  @Test(arguments: ["[1,]", #"{"a":1,}"#])
  func `a comma after the last value is not JSON, although Foundation takes it`(
    _ text: String
  ) throws {
    #expect(try JSONValue(parsing: Array(text.utf8)) == nil)
  }

  @Test func `a byte order mark before the text is left out`() throws {
    #expect(try JSONValue(parsing: [0xef, 0xbb, 0xbf] + Array("[1]".utf8)) == [1])
  }

  @Test func `bytes that are no text have no value`() throws {
    for byte: UInt8 in [0x80, 0xc0, 0xff] {
      let quote = UInt8(ascii: "\"")
      #expect(try JSONValue(parsing: [quote, byte, quote]) == nil)
    }
  }

  @Test func `a hundred levels are read, and no more`() throws {
    func nested(_ levels: Int) -> [UInt8] {
      Array((String(repeating: "[", count: levels) + String(repeating: "]", count: levels)).utf8)
    }
    #expect(try JSONValue(parsing: nested(100)) != nil)
    let error = #expect(throws: ProtocolError.self) { try JSONValue(parsing: nested(101)) }
    #expect(error?.reason == "it has more than 100 levels.")
    // Levels that have ended count no more.
    let list = Array("[".utf8) + nested(99) + Array(",".utf8) + nested(99) + Array("]".utf8)
    #expect(try JSONValue(parsing: list) != nil)
  }

  @Test func `of members with one name the last counts`() throws {
    #expect(try JSONValue(parsing: Array(#"{"a": 1, "a": 2}"#.utf8)) == ["a": 2])
  }
}
