import DriverKit
import DriverProtocol
import Foundation
import Glibc
import TestSupport
import Testing

@testable import rehearse_users

/// What the answers to many users may hold together, with a real server. Each test is a process of its own, because all
/// exchanges of a process share that room.
@Suite struct AnswerRoomTests {
  private static let content = String(repeating: "a", count: 31)

  @Test func `users are not measured if the answers that they wait for can't be held together`()
    async
  {
    let error = UserError.tooLarge(limit: 268_435_456, amongOthers: true)
    #expect(error.code == "not-measured")
    #expect(
      error.description
        == "The answers that users wait for have more than 268435456 bytes together, the most that are held: let fewer "
        + "users arrive, or use no more of the content than its size ('bytes').")
    await #expect(processExitsWith: .success) {
      let server = try HoldingServer()
      defer { server.stop() }
      // Ten answers begin with 30 bytes, and do not go on. There is room for eight.
      Exchange.room = 256
      #expect(throws: UserError.tooLarge(limit: 268_435_456, amongOthers: true)) {
        try server.serveTenUsers("/held", expecting: ["text": .text(AnswerRoomTests.content)])
      }
    }
  }

  @Test func `content of which only the size is expected is counted, and takes no room`() async {
    await #expect(processExitsWith: .success) {
      let server = try HoldingServer()
      defer { server.stop() }
      Exchange.room = 0
      let counted = try server.serveTenUsers(
        "/whole", expecting: ["status": .integer(200), "bytes": .integer(31)])
      #expect(counted.errors == [] && counted.latencies.count == 10)
      #expect(throws: UserError.tooLarge(limit: 268_435_456, amongOthers: true)) {
        try server.serveTenUsers("/whole", expecting: ["text": .text(AnswerRoomTests.content)])
      }
    }
  }

  @Test func `the room of an answer is free once its exchange sends anew, is released or is gone`()
    async
  {
    await #expect(processExitsWith: .success) {
      let server = try HoldingServer()
      defer { server.stop() }
      let settings = try server.settings()
      let request = rehearse_users.Request(
        method: "GET", url: settings.base + "/whole", headers: [], body: nil)
      let (one, other) = try (Exchange(settings), Exchange(settings))
      Exchange.room = 40
      try one.prepare(request)
      #expect(try one.answer().size == 31)
      #expect(Exchange.room == 9)
      try other.prepare(request)
      #expect(throws: UserError.tooLarge(limit: 268_435_456, amongOthers: true)) {
        _ = try other.answer()
      }
      one.release()
      #expect(Exchange.room == 40)
      for _ in 1...2 {
        try other.prepare(request)
        #expect(try other.answer().body == Array(AnswerRoomTests.content.utf8))
      }
      try other.prepare(request)
      #expect(Exchange.room == 40)
      do {
        let third = try Exchange(settings)
        try third.prepare(request)
        #expect(try third.answer().size == 31)
      }
      #expect(Exchange.room == 40)
    }
  }
}

/// A server in Python that answers with 31 bytes: at `/whole` at once, at `/held` without the last one, until the
/// client ends the connection.
private struct HoldingServer {
  private static let script = #"""
    from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

    class Answers(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self):
            answer = b"HTTP/1.1 200 OK\r\nContent-Length: 31\r\n\r\n" + b"a" * 31
            if self.path == "/whole":
                self.wfile.write(answer)
                return
            self.wfile.write(answer[:-1])
            self.connection.recv(1)
            self.close_connection = True

        def log_message(self, *words):
            pass

    ThreadingHTTPServer.request_queue_size = 100
    server = ThreadingHTTPServer(("127.0.0.1", 0), Answers)
    print(server.server_port, flush=True)
    server.serve_forever()
    """#

  private let process = Process()
  private let port: Int

  init() throws {
    try requirePython()
    let output = Pipe()
    process.executableURL = URL(filePath: debianPython)
    process.arguments = ["-c", Self.script]
    process.standardOutput = output
    try process.run()
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    port = try #require(Int(line.trimmingCharacters(in: .newlines)))
  }

  func stop() {
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  func settings() throws -> Settings {
    setenv("SERVER_PORT", "\(port)", 1)
    return try Settings(Arguments(LineCodec.arguments(RequestSettings(port: "SERVER_PORT"))))
  }

  /// Serves ten users, at distances of 50 ms, with a request whose answer has to have these facts.
  func serveTenUsers(_ path: String, expecting facts: [String: Scalar]) throws -> Crowd.Served {
    let step = UserArrivals.Step(
      label: "story: GET \(path)", request: StepRequest(method: "GET", target: path),
      repetitions: 1, counts: true, facts: facts, error: nil)
    let load = UserArrivals(
      rate: 20, pattern: .constant, seconds: 0.5, seed: 1, tolerated: 0,
      stories: [UserArrivals.Story(share: 1, steps: [step])])
    return try Crowd(Load(load, inRound: 1), settings(), Values(variables: [String]())).serve()
  }
}
