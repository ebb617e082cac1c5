import Testing

@testable import DriverProtocol

struct ReplyTests {
  @Test(
    arguments: [
      (Reply(ok: true), #"{"ok":true}"#),
      (
        Reply(ok: true, protocol: 1, driver: "app-driver", verbs: ["list", "lend"]),
        #"{"driver":"app-driver","ok":true,"protocol":1,"verbs":["list","lend"]}"#
      ),
      (
        Reply(
          ok: true, cost: Cost(wall: .nanoseconds(5), cpu: .nanoseconds(4)),
          outcome: ["count": .integer(3), "who": .text("bob")], digest: "00ff"),
        #"{"cost":{"cpu_ns":4,"wall_ns":5},"digest":"00ff","ok":true,"outcome":{"count":3,"who":"bob"}}"#
      ),
      (
        Reply(
          ok: false, error: .init(code: "already-lent", message: "Device 1\nis lent."),
          cost: Cost(
            wall: .nanoseconds(1), cpu: .nanoseconds(2), user: .microseconds(3),
            system: .microseconds(4),
            minorFaults: 5, majorFaults: 6, voluntarySwitches: 7, involuntarySwitches: 8)),
        #"{"cost":{"cpu_ns":2,"involuntary_switches":8,"major_faults":6,"minor_faults":5,"#
          + #""system_us":4,"user_us":3,"voluntary_switches":7,"wall_ns":1},"#
          + #""error":{"code":"already-lent","message":"Device 1\nis lent."},"ok":false}"#
      ),
      (
        Reply(ok: true, latencies: [5, 6], requests: ["a"], places: [0, 0], elapsed: "7 8"),
        #"{"elapsed":"7 8","latencies":[5,6],"ok":true,"places":[0,0],"requests":["a"]}"#
      ),
    ])
  func `a reply is one line and reads back as itself`(_ reply: Reply, _ json: String) throws {
    let line = try LineCodec.line(reply)
    #expect(String(decoding: line, as: UTF8.self) == json + "\n")
    #expect(try LineCodec.message(Reply.self, from: line.dropLast()) == reply)
  }

  @Test func `unknown keys and nulls in a reply are ignored`() throws {
    let line = #"{"ok":true,"error":null,"outcome":null,"cost":{"wall_ns":1,"cpu_ns":2,"gpu":3}}"#
    #expect(
      try LineCodec.message(Reply.self, from: Array(line.utf8))
        == Reply(ok: true, cost: Cost(wall: .nanoseconds(1), cpu: .nanoseconds(2))))
  }

  @Test(arguments: [
    ("Loading...", "it is not a JSON object"),
    ("{}", "the key 'ok' is missing"),
    (#"{"ok":1}"#, "'ok' has the wrong type"),
    (#"{"ok":false,"error":"no"}"#, "'error' has the wrong type"),
    (#"{"ok":false,"error":{"code":"c"}}"#, "the key 'message' is missing"),
    (#"{"ok":true,"cost":{"cpu_ns":1}}"#, "the key 'wall_ns' is missing"),
    (#"{"ok":true,"cost":{"cpu_ns":1.5,"wall_ns":1}}"#, "a number in it does not fit"),
    (#"{"ok":true,"outcome":{"a":{}}}"#, "'outcome.a' has the wrong type"),
    (#"{"ok":true,"outcome":[1]}"#, "'outcome' has the wrong type"),
    (#"{"ok":true,"digest":12}"#, "'digest' has the wrong type"),
    (#"{"ok":true,"verbs":["a",2]}"#, "'verbs.Index 1' has the wrong type"),
  ])
  func `a line that is no reply is refused with the reason`(_ line: String, _ reason: String) {
    #expect(throws: ProtocolError(text: line, reason: reason)) {
      try LineCodec.message(Reply.self, from: Array(line.utf8))
    }
  }

  @Test(arguments: [(Double.nan, "nan"), (.infinity, "inf"), (-.infinity, "-inf")])
  func `a number that JSON can't represent is written as text`(_ number: Double, _ text: String)
    throws
  {
    let line = try LineCodec.line(Reply(ok: true, outcome: ["x": .number(number)]))
    #expect(
      String(decoding: line, as: UTF8.self) == "{\"ok\":true,\"outcome\":{\"x\":\"\(text)\"}}\n")
  }
}
