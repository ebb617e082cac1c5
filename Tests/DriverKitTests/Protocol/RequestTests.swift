import Testing

@testable import DriverProtocol

struct RequestTests {
  @Test(
    arguments: [
      (.hello(version: 1), #"{"protocol":1,"request":"hello"}"#),
      (
        .prepare(
          fixture: ["devices": .integer(5), "name": .text("a/b"), "share": .number(0.5)],
          directory: "/tmp/x y"),
        #"{"directory":"/tmp/x y","fixture":{"devices":5,"name":"a/b","share":0.5},"request":"prepare"}"#
      ),
      (
        .prepare(fixture: [:], directory: ""),
        #"{"directory":"","fixture":{},"request":"prepare"}"#
      ),
      (
        .step(verb: "lend", arguments: ["now": .bool(true)], repetitions: 20),
        #"{"arguments":{"now":true},"repeat":20,"request":"step","verb":"lend"}"#
      ),
      (
        .step(verb: "größe", arguments: ["note": .text("a\n\"b\"\u{2028}")], repetitions: 1),
        #"{"arguments":{"note":"a\n\"b\"\#u{2028}"},"repeat":1,"request":"step","verb":"größe"}"#
      ),
      (
        .step(verb: "list", arguments: [:], repetitions: 1, counting: .callgrind),
        #"{"arguments":{},"count":true,"repeat":1,"request":"step","verb":"list"}"#
      ),
      (
        .step(verb: "list", arguments: [:], repetitions: 1, counting: .perf),
        #"{"arguments":{},"count":true,"counter":"perf","repeat":1,"request":"step","verb":"list"}"#
      ),
      (
        .step(verb: "list", arguments: [:], repetitions: 20, timesEach: true),
        #"{"arguments":{},"elapsed":true,"repeat":20,"request":"step","verb":"list"}"#
      ),
      (.bye, #"{"request":"bye"}"#),
    ] as [(Request, String)])
  func `a request is one line and reads back as itself`(_ request: Request, _ json: String) throws {
    let line = try LineCodec.line(request)
    #expect(String(decoding: line, as: UTF8.self) == json + "\n")
    #expect(line.count { $0 == UInt8(ascii: "\n") } == 1)
    #expect(try LineCodec.message(Request.self, from: line.dropLast()) == request)
  }

  @Test(
    arguments: [
      (#"{"request":"bye","later":[1,{"a":null}]}"#, .bye),
      (#" { "protocol" : 2 , "request" : "hello" } "#, .hello(version: 2)),
      ("{\"request\":\"bye\"}\r", .bye),
    ] as [(String, Request)])
  func `unknown keys and blanks in a request are ignored`(_ json: String, _ request: Request) throws
  {
    #expect(try LineCodec.message(Request.self, from: Array(json.utf8)) == request)
  }

  @Test(arguments: [
    ("", "it is not a JSON object"),
    ("hello", "it is not a JSON object"),
    ("[1]", "it is not a JSON object"),
    ("5", "it is not a JSON object"),
    ("null", "it is not a JSON object"),
    (#"{"request":"bye"} x"#, "it is not a JSON object"),
    (#"{"request":"bye""#, "it is not a JSON object"),
    ("{}", "the key 'request' is missing"),
    (#"{"request":"hello"}"#, "the key 'protocol' is missing"),
    (#"{"request":"hello","protocol":"1"}"#, "'protocol' has the wrong type"),
    (#"{"request":"hello","protocol":1.5}"#, "a number in it does not fit"),
    (#"{"request":"hello","protocol":null}"#, "'protocol' has the wrong type"),
    (#"{"request":"dance"}"#, "'request' can't have this value"),
    (#"{"request":5}"#, "'request' has the wrong type"),
    (#"{"request":"prepare","fixture":[],"directory":"d"}"#, "'fixture' has the wrong type"),
    (
      #"{"request":"prepare","fixture":{"a":null},"directory":"d"}"#,
      "'fixture.a' has the wrong type"
    ),
    (#"{"request":"prepare","fixture":{}}"#, "the key 'directory' is missing"),
    (#"{"request":"step","arguments":{},"repeat":1}"#, "the key 'verb' is missing"),
    (#"{"request":"step","verb":"v","repeat":1}"#, "the key 'arguments' is missing"),
    (#"{"request":"step","verb":"v","arguments":{}}"#, "the key 'repeat' is missing"),
  ])
  func `a line that is no request is refused with the reason`(_ line: String, _ reason: String) {
    #expect(throws: ProtocolError(text: line, reason: reason)) {
      try LineCodec.message(Request.self, from: Array(line.utf8))
    }
  }

  @Test func `bytes that are not UTF-8 are quoted with a replacement character`() {
    #expect(throws: ProtocolError(text: "\u{FFFD}a", reason: "it is not a JSON object")) {
      try LineCodec.message(Request.self, from: [0xff, UInt8(ascii: "a")])
    }
  }
}
