import DriverProtocol
import Foundation
import Running
import SystemPackage
import TestSupport
import Testing

@testable import rehearse

/// A server with a program in the place of `rehearse`, and the ends of its streams.
private final class ServedFolder: Sendable {
  let folder: ScratchFolder
  private let input: FileDescriptor
  private let output: FileDescriptor
  private let served: Task<Void, Never>

  /// Starts it; `script` is carried out for each call.
  init(_ script: String) throws {
    folder = try ScratchFolder()
    let program = try folder.addScript("program", script)
    let requests = try FileDescriptor.pipe(options: .closeOnExec)
    let replies = try FileDescriptor.pipe(options: .closeOnExec)
    (input, output) = (requests.writeEnd, replies.readEnd)
    let server = AgentServer(program, in: folder.path) { line in
      _ = try? replies.writeEnd.writeAll(line)
    }
    let interruption = try Interruption()
    served = Task {
      await server.serve(requests.readEnd, until: interruption)
      try? replies.writeEnd.close()
      try? requests.readEnd.close()
    }
  }

  func say(_ line: String) throws { try input.writeAll((line + "\n").utf8) }

  func initialize() throws {
    try say(
      #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}"#)
  }

  func call(_ id: Int, _ more: String = "") throws {
    try say(
      #"{"jsonrpc":"2.0","id":\#(id),"method":"tools/call","params":{"name":"show","arguments":{"experiment":\#(id)}\#(more)}}"#
    )
  }

  /// Ends the input, and returns all messages after it has ended.
  func messages() async throws -> [JSONValue] {
    try input.close()
    let text = await Self.text(of: output)
    await served.value
    return try text.split(separator: "\n").map {
      try #require(try JSONValue(parsing: Array($0.utf8)))
    }
  }

  /// The messages until one has this id.
  func messages(until id: JSONValue) async throws -> [JSONValue] {
    var messages: [JSONValue] = []
    while messages.last?["id"] != id {
      guard let line = await Self.line(of: output) else { break }
      messages.append(try #require(try JSONValue(parsing: Array(line.utf8))))
    }
    return messages
  }

  /// Reading keeps a thread, so it is done on one of its own.
  private static func onThread<Value: Sendable>(
    _ body: @escaping @Sendable () -> Value
  ) async -> Value {
    await withCheckedContinuation { (continuation: CheckedContinuation<Value, Never>) in
      Thread.detachNewThread { continuation.resume(returning: body()) }
    }
  }

  private static func line(of output: FileDescriptor) async -> String? {
    await onThread {
      var bytes: [UInt8] = []
      var byte: [UInt8] = [0]
      while output.becomesReadable(),
        (try? byte.withUnsafeMutableBytes { try output.read(into: $0) }) == 1
      {
        if byte[0] == 10 { return String(decoding: bytes, as: UTF8.self) }
        bytes.append(byte[0])
      }
      return nil
    }
  }

  private static func text(of output: FileDescriptor) async -> String {
    var text = ""
    while let line = await line(of: output) { text += line + "\n" }
    return text
  }
}

struct AgentServerTests {
  /// Says that it has begun, and waits until it is interrupted.
  private static let waiting = """
    trap 'echo interrupted > end; kill $child; exit 130' INT
    sleep 1000 < /dev/null > /dev/null 2>&1 & child=$!
    echo "$$ $child" > begun
    wait
    """

  @Test func `a call runs the program with its words, in the folder of the server`() async throws {
    let served = try ServedFolder(#"echo "note: $PWD" >&2; printf '["%s"]' "$*""#)
    try served.initialize()
    try served.call(5)
    let reply = try #require(try await served.messages(until: 5).last?["result"])
    #expect(reply["structuredContent"]?["result"] == ["show 5 --json"])
    #expect(reply["isError"] == false)
    guard case .list(let messages)? = reply["structuredContent"]?["messages"],
      case .text(let message)? = messages.first
    else {
      Issue.record("\(reply)")
      return
    }
    #expect(message.hasSuffix(served.folder.path.lastComponent?.string ?? "-"))
    #expect(try await served.messages() == [])
  }

  @Test func `news comes before the reply, if the client named it`() async throws {
    let served = try ServedFolder("echo '{}'")
    try served.initialize()
    try served.call(1, #","_meta":{"progressToken":"p"}"#)
    let messages = try await served.messages(until: 1)
    #expect(messages.count == 3)
    #expect(messages[1]["method"] == "notifications/progress")
    #expect(messages[1]["params"]?["progressToken"] == "p")
    #expect(messages[1]["params"]?["progress"] == 0)
    try served.call(2)
    #expect(try await served.messages(until: 2).count == 1)
  }

  @Test func `calls are carried out one after another, in their order`() async throws {
    let served = try ServedFolder(
      #"[ -e busy ] && exit 1; touch busy; echo "$2" >> order; sleep 0.1; rm busy; echo '{}'"#)
    try served.initialize()
    for id in 1...3 { try served.call(id) }
    let replies = try await served.messages(until: 3).dropFirst()
    #expect(replies.map { $0["id"] } == [1, 2, 3])
    #expect(replies.allSatisfy { $0["result"]?["isError"] == false })
    #expect(try served.folder.text(of: "order") == "1\n2\n3\n")
  }

  @Test func `a cancelled call is interrupted, gets no reply, and others follow`() async throws {
    let served = try ServedFolder("[ $2 = 2 ] && { echo '{}'; exit; }\n" + Self.waiting)
    let begun = try NamedPipe(served.folder["begun"])
    try served.initialize()
    try served.call(1)
    try served.call(2)
    let pid = try #require(try await begun.number())
    let watch = ProcessWatch(pid)
    try served.say(
      #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#)
    let replies = try await served.messages(until: 2)
    #expect(replies.map { $0["id"] } == [0, 2])
    #expect(watch?.hasEnded() ?? true)
    #expect(try served.folder.text(of: "end") == "interrupted\n")
  }

  @Test func `a ping is answered while a call runs, and at the end of input no call is left`()
    async throws
  {
    let served = try ServedFolder(Self.waiting)
    let begun = try NamedPipe(served.folder["begun"])
    try served.initialize()
    try served.call(1)
    let pid = try #require(try await begun.number())
    try served.say(#"{"jsonrpc":"2.0","id":9,"method":"ping"}"#)
    #expect(try await served.messages(until: 9).map { $0["id"] } == [0, 9])
    let watch = ProcessWatch(pid)
    #expect(try await served.messages() == [])
    #expect(watch?.hasEnded() ?? true)
    #expect(try served.folder.text(of: "end") == "interrupted\n")
  }

  @Test func `a line that is too long is refused, and what follows is answered`() async throws {
    let served = try ServedFolder("exit 1")
    let line = String(repeating: "a", count: 1 << 16)
    let writing = Task.detached {
      try served.say(String(repeating: line, count: 17))
      try served.say(#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#)
    }
    let replies = try await served.messages(until: 1)
    try await writing.value
    #expect(replies.map { $0["error"]?["code"] } == [-32600, nil])
  }

  @Test func `a program that can't be started is an error of the call`() async throws {
    let served = try ServedFolder("exit 1")
    try FileManager.default.removeItem(atPath: served.folder.file("program"))
    try served.initialize()
    try served.call(1)
    let result = try await served.messages(until: 1).last?["result"]
    #expect(result?["isError"] == true)
    #expect(
      result?["structuredContent"]?["meaning"]
        == "Rehearse did not end by itself, so nothing is decided.")
  }
}
