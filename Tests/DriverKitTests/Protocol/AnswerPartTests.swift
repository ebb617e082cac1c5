import DriverProtocol
import Testing

/// The names of an answer's parts, which scenarios write and the driver of requests reads.
struct AnswerPartTests {
  @Test(
    arguments: [
      ("$", []), ("$.a", [.name("a")]), ("$._a-1.b", [.name("_a-1"), .name("b")]),
      ("$['a.b']['']", [.name("a.b"), .name("")]), ("$['a]']", [.name("a]")]),
      ("$[0][-1]", [.index(0), .index(-1)]), ("$.a[*].b", [.name("a"), .all, .name("b")]),
      ("$['ü']", [.name("ü")]),
    ] as [(String, [JSONPath.Segment])])
  func `a path is read into its parts`(_ text: String, _ segments: [JSONPath.Segment]) throws {
    let path = try #require(JSONPath(rawValue: text))
    #expect(path.segments == segments && path.rawValue == text)
  }

  @Test(arguments: [
    "", "a", "$a", "$.", "$..a", "$.1", "$.-a", "$.ü", "$.a b", "$[", "$[]", "$[a]", "$[+1]", "$[1",
    "$['a'", "$['a]", "$['a'b]", "$[1.5]", "$[99999999999999999999]", "$.a.", "$ ",
  ])
  func `any other text is no path`(_ text: String) { #expect(JSONPath(rawValue: text) == nil) }

  @Test(arguments: [
    "status", "bytes", "text", "header location", "header x-a_b!", "$.a[0]", "length($)",
    "length($.a[*])",
  ])
  func `a part is told and read by its name`(_ name: String) throws {
    let part = try #require(AnswerPart(rawValue: name))
    #expect(part.rawValue == name)
    let line = try LineCodec.line([part])
    #expect(String(decoding: line, as: UTF8.self) == "[\"\(name)\"]\n")
    #expect(try LineCodec.message([AnswerPart].self, from: line.dropLast()) == [part])
  }

  @Test(arguments: ["", "Status", "header", "header ", "header a b", "length(a)", "length($", "a"])
  func `any other text is no part`(_ name: String) { #expect(AnswerPart(rawValue: name) == nil) }

  @Test func `a request is the same at both ends`() throws {
    let request = StepRequest(
      method: "POST", target: "/${a}", headers: ["a: b"],
      body: .form(["a": ["1", "2"], "b": []]), taken: ["t": .header("a")], data: "a.csv",
      changing: [.whole], shown: [.status, .length(.whole)])
    #expect(try LineCodec.message(StepRequest.self, in: LineCodec.arguments(request)) == request)
    #expect(throws: ProtocolError.self) { try LineCodec.message(StepRequest.self, in: [:]) }
  }
}
