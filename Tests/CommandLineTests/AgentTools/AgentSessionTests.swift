import DriverProtocol
import SystemPackage
import TestSupport
import Testing

@testable import rehearse

/// Lines of a client, and what the server makes of them, as JSON.
struct AgentSessionTests {
  /// A conversation that goes on from line to line.
  private final class Talk {
    var session: AgentSession

    init() throws { session = AgentSession(in: try ScratchFolder().path) }

    func effects(_ line: String) -> [AgentSession.Effect] { session.receive(Array(line.utf8)) }

    /// The single line that is sent.
    func reply(_ line: String) throws -> String {
      let effects = effects(line)
      guard case .send(let message)? = effects.first, effects.count == 1 else {
        Issue.record("\(line): \(effects)")
        return ""
      }
      return String(decoding: try message.bytes, as: UTF8.self)
    }

    @discardableResult
    func initialize(_ version: String = "2025-06-18") throws -> String {
      try reply(
        #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"\#(version)"}}"#
      )
    }
  }

  private let talk: Talk

  init() throws { talk = try Talk() }

  private static func call(_ id: String, _ arguments: String, _ more: String = "") -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"tools/call","#
      + #""params":{"name":"check","arguments":\#(arguments)\#(more)}}"#
  }

  private static func error(_ code: Int, _ message: String, id: String = "1") -> String {
    #"{"error":{"code":\#(code),"message":"\#(message)"},"id":\#(id),"jsonrpc":"2.0"}"#
  }

  @Test(arguments: [
    ("2024-11-05", "2024-11-05"), ("2025-03-26", "2025-03-26"), ("2025-06-18", "2025-06-18"),
    ("2025-11-25", "2025-06-18"), ("1", "2025-06-18"),
  ])
  func `the revision of the protocol is the client's, or the newest`(
    _ wanted: String, _ agreed: String
  ) throws {
    let line = try talk.initialize(wanted)
    let reply = try #require(try JSONValue(parsing: Array(line.utf8)))
    let result = try #require(reply["result"])
    #expect(result["protocolVersion"] == .text(agreed))
    #expect(result["capabilities"] == ["tools": [:]])
    #expect(
      result["serverInfo"]
        == ["name": "rehearse", "title": "Rehearse", "version": .text(Version.current)])
    #expect(reply["id"] == 0)
  }

  @Test func `a ping is answered at any time, with the id that it has`() throws {
    #expect(
      try talk.reply(#"{"jsonrpc":"2.0","id":"a","method":"ping"}"#)
        == #"{"id":"a","jsonrpc":"2.0","result":{}}"#)
    try talk.initialize()
    #expect(
      try talk.reply(#"{"jsonrpc":"2.0","id":7,"method":"ping"}"#)
        == #"{"id":7,"jsonrpc":"2.0","result":{}}"#)
  }

  @Test func `lines that are no requests get errors`() throws {
    let messages = [
      ("{", Self.error(-32700, "The line is not JSON.", id: "null")),
      ("\u{FFFD}", Self.error(-32700, "The line is not JSON.", id: "null")),
      (
        String(repeating: "[", count: 101),
        Self.error(-32700, "The line is not read: it has more than 100 levels.", id: "null")
      ),
      ("3", Self.error(-32600, "A message is a JSON object.", id: "null")),
      (#"{"id":1}"#, Self.error(-32600, #"'jsonrpc' is not \"2.0\"."#)),
      (#"{"jsonrpc":"2.0","id":1}"#, Self.error(-32600, "'method' is missing.")),
      (#"{"jsonrpc":"2.0","id":1,"method":2}"#, Self.error(-32600, "'method' is no text.")),
      (
        #"{"jsonrpc":"2.0","id":[1],"method":"ping"}"#,
        Self.error(-32600, "'id' is neither a text nor a whole number.", id: "null")
      ),
      (
        #"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#,
        Self.error(-32600, "The first request is 'initialize'.")
      ),
      (
        #"{"jsonrpc":"2.0","id":1,"method":"initialize"}"#,
        Self.error(-32602, "'protocolVersion' is missing, or no text.")
      ),
      (
        #"{"jsonrpc":"2.0","id":1,"method":"resources/list"}"#,
        Self.error(-32601, "There is no method 'resources/list'.")
      ),
    ]
    for (line, error) in messages { #expect(try talk.reply(line) == error) }
    let effects = talk.session.receive(nil)
    #expect(
      effects == [
        .send([
          "jsonrpc": "2.0", "id": .null,
          "error": ["code": -32600, "message": "A line has more than 1048576 bytes."],
        ])
      ])
  }

  @Test func `notifications, replies and empty lines are not answered`() {
    for line in [
      #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#, "", "\r",
      #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":9}}"#,
      #"{"jsonrpc":"2.0","id":1,"result":{}}"#,
    ] { #expect(talk.effects(line) == []) }
  }

  @Test func `a call starts once, can be cancelled while it runs, and frees its id`() throws {
    try talk.initialize()
    let line = Self.call(
      #""x""#, #"{"scenario":"s.yml"}"#, #","_meta":{"progressToken":"p"}"#)
    let call = AgentSession.Call(
      id: "x", tool: .check,
      words: ["check", "s.yml", "--max-time", "10min", "--against", "never", "--json"],
      progressToken: "p")
    #expect(talk.effects(line) == [.start(call)])
    #expect(
      try talk.reply(line)
        == Self.error(-32600, "A call with this id is not finished.", id: #""x""#))
    let cancel =
      #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"x"}}"#
    #expect(talk.effects(cancel) == [.cancel("x")])
    talk.session.end("x")
    #expect(talk.effects(cancel) == [])
    #expect(talk.effects(line) == [.start(call)])
  }

  @Test func `no more than sixteen calls wait`() throws {
    try talk.initialize()
    for id in 1...16 {
      #expect(talk.effects(Self.call("\(id)", #"{"scenario":"s.yml"}"#)).count == 1)
    }
    #expect(
      try talk.reply(Self.call("17", #"{"scenario":"s.yml"}"#))
        == Self.error(
          -32600, "16 calls are unfinished; allowed: 16 at most.", id: "17"))
  }

  @Test func `calls with wrong parameters are refused`() throws {
    try talk.initialize()
    let start = #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":"#
    #expect(
      try talk.reply(start + "{}}") == Self.error(-32602, "'name' is missing, or no text."))
    #expect(
      try talk.reply(start + #"{"name":"run"}}"#)
        == Self.error(-32602, "There is no tool 'run'; allowed: check, judge, explain, show."))
    #expect(
      try talk.reply(Self.call("1", #"{"scenario":"s.yml"}"#, #","_meta":{"progressToken":[]}"#))
        == Self.error(-32602, "'progressToken' is neither a text nor a whole number."))
  }

  @Test func `several messages in a line are answered in one, in their revision alone`()
    throws
  {
    let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#
    let alone = Self.error(-32600, "Send each message in a line of its own.", id: "null")
    #expect(try talk.reply("[\(ping)]") == alone)
    try talk.initialize("2025-03-26")
    #expect(try talk.reply("[]") == alone)
    let call = Self.call("2", #"{"scenario":"s.yml"}"#)
    #expect(
      try talk.reply("[\(ping),\(call)]")
        == #"[{"id":1,"jsonrpc":"2.0","result":{}},"#
        + Self.error(-32600, "Send each call of a tool in a line of its own.", id: "2") + "]")
  }

  @Test func `the list has each tool with its arguments, and only 'show' reads alone`()
    throws
  {
    try talk.initialize()
    let line = try talk.reply(#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#)
    let list = try JSONValue(parsing: Array(line.utf8))?["result"]?["tools"]
    guard case .list(let tools)? = list else {
      Issue.record("\(line)")
      return
    }
    #expect(tools.map { $0["name"] } == ["check", "judge", "explain", "show"])
    #expect(
      tools.map { $0["annotations"]?["readOnlyHint"] } == [false, false, false, true])
    #expect(tools.map { $0["annotations"]?["destructiveHint"] } == [false, false, false, false])
    #expect(
      tools.map { $0["inputSchema"]?["required"] }
        == [["scenario"], ["scenario", "against", "ledger"], [], []])
    let minutes = try #require(tools.first?["inputSchema"]?["properties"]?["minutes"])
    #expect(minutes["type"] == "integer" && minutes["minimum"] == 1 && minutes["maximum"] == 60)
    #expect(minutes["default"] == 10)
  }
}
