import ArgumentParser
import FlyingFox
import FlyingSocks
import Foundation
import NoteExchange
import NoteServing

/// Serves notes over HTTP on the loopback.
@main
struct FieldNotesServer: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "field-notes-server",
    abstract: "Serve notes to apps over HTTP, on this machine.",
    discussion: """
      The accounts are in the environment: FIELD_NOTES_ACCOUNTS="alice:secret,bob:hidden". When it \
      can be asked, it prints its address. /openapi.json says what can be asked.
      """)

  static let accountsVariable = "FIELD_NOTES_ACCOUNTS"

  @Option(help: "The port; 0 for one that is free.") var port: UInt16 = 0
  @Option(help: "The SQLite file; made where there is none.") var store: String

  func run() async throws {
    guard let text = ProcessInfo.processInfo.environment[Self.accountsVariable] else {
      throw Failure("\(Self.accountsVariable) names no accounts.")
    }
    let notes = try NoteServer(path: store, accounts: Accounts(text))
    let server = HTTPServer(
      config: HTTPServer.Configuration(
        address: try .inet(ip4: "127.0.0.1", port: port), timeout: 60,
        // A body comes in pieces of so many bytes, and is read once.
        sharedRequestBufferSize: 65_536, sharedRequestReplaySize: 0,
        pool: PromptPool(pool: HTTPServer.defaultPool()), logger: .disabled),
      handler: NoteHandler(server: notes))
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        do {
          try await server.run()
        } catch {
          throw Failure("The port \(port) can't be had: \(error.localizedDescription)")
        }
      }
      group.addTask {
        try await server.waitUntilListening(timeout: 60)
        guard case .ip4(let address, let port)? = await server.listeningAddress else { return }
        print("http://\(address):\(port)")
        fflush(nil)
      }
      // Whichever ends first: the server only does where it fails.
      try await group.next()
      try await group.waitForAll()
    }
  }
}

/// Why there is no server.
struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// Sends what there is to send at once.
///
/// FlyingFox sends an answer's header and its body one after the other. By TCP's rules the second waits
/// until the first is acknowledged, which the other side puts off for 40 ms. A socket waits here before
/// its first answer, since a request has to come.
struct PromptPool: AsyncSocketPool {
  let pool: any AsyncSocketPool

  func prepare() async throws { try await pool.prepare() }

  func run() async throws { try await pool.run() }

  func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
    var yes: Int32 = 1
    // Connections have it from the socket that listens, too.
    setsockopt(
      socket.file.rawValue, Int32(IPPROTO_TCP), TCP_NODELAY, &yes,
      socklen_t(MemoryLayout.size(ofValue: yes)))
    try await pool.suspendSocket(socket, untilReadyFor: events)
  }
}

/// Requests and answers as FlyingFox has them.
struct NoteHandler: HTTPHandler {
  let server: NoteServer

  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    var body = Data()
    var isTooLarge = request.bodySequence.count ?? 0 > NoteServer.requestLimit
    // Too large a body is read to its end all the same, and dropped: what FlyingFox finds of it later it
    // takes for the next request, and a connection that is closed while somebody sends breaks.
    for try await piece in request.bodySequence {
      isTooLarge = isTooLarge || body.count + piece.count > NoteServer.requestLimit
      if isTooLarge { body = Data() } else { body += piece }
    }
    let answer =
      isTooLarge
      ? .tooLarge
      : server.answer(
        to: ExchangeRequest(
          request.method.rawValue, request.target.rawValue,
          credentials: request.headers[.authorization].flatMap(Credentials.init(basic:)),
          ifMatch: request.headers[HTTPHeader("If-Match")],
          ifNoneMatch: request.headers[.ifNoneMatch], body: body))
    var fields = HTTPHeaders()
    for (name, value) in answer.fields { fields[HTTPHeader(name)] = value }
    return HTTPResponse(
      statusCode: HTTPStatusCode(answer.status, phrase: Self.phrase(answer.status)),
      headers: fields, body: answer.body)
  }

  private static func phrase(_ status: Int) -> String {
    let known: [HTTPStatusCode] = [
      .ok, .created, .noContent, .notModified, .badRequest, .unauthorized, .notFound,
      .methodNotAllowed, .preconditionFailed, .payloadTooLarge, .unprocessableContent,
      .preconditionRequired, .internalServerError, .serviceUnavailable,
    ]
    return known.first { $0.code == status }?.phrase ?? "Insufficient Storage"
  }
}

extension Credentials {
  /// Of a field such as `Basic YWxpY2U6c2VjcmV0` (RFC 7617); nil for any other.
  init?(basic field: String) {
    let parts = field.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, parts[0].lowercased() == "basic",
      let data = Data(base64Encoded: String(parts[1])),
      let text = String(validating: data, as: UTF8.self), let colon = text.firstIndex(of: ":")
    else { return nil }
    self.init(user: String(text[..<colon]), secret: String(text[text.index(after: colon)...]))
  }
}
