import FlyingSocks
import Foundation
import Glibc
import Synchronization

/// The open connections: at most this many, and none for so long that it blocks the others.
final class SiteConnections: Sendable {
  /// Browsers open six at a time.
  private static let most = 128

  private let open = Mutex<[SiteConnection]>([])

  /// Adds a connection. If there are too many, the one that has waited longest for its request is ended.
  /// - Returns: nil if none of them can be ended: this one is then.
  func add(_ socket: AsyncSocket) -> SiteConnection? {
    let connection = SiteConnection(socket, of: self)
    return open.withLock { open in
      if open.count >= Self.most {
        guard let place = open.firstIndex(where: \.keepsWaiting) else {
          connection.close()
          return nil
        }
        open.remove(at: place).end()
      }
      open.append(connection)
      return connection
    }
  }

  func remove(_ connection: SiteConnection) {
    open.withLock { open in open.removeAll { $0 === connection } }
  }

  /// Ends overdue connections, until the task is cancelled.
  func endLate() async throws {
    while true {
      try await Task.sleep(for: .milliseconds(250))
      let now = ContinuousClock.now
      open.withLock { open in open.filter { $0.deadline < now } }.forEach { $0.end() }
    }
  }
}

/// One connection: reads a request, answers it, and ends.
final class SiteConnection: Sendable {
  /// The time for a request to arrive completely, and for each piece of an answer to be accepted.
  private static let patience = Duration.seconds(10)
  private static let pieceSize = 65_536

  private let socket: AsyncSocket
  private let connections: SiteConnections
  private let state = Mutex(
    Progress(isOpen: true, keepsWaiting: true, deadline: .now + SiteConnection.patience))

  private struct Progress {
    var isOpen: Bool
    /// A Boolean value indicating whether it is the other side's turn.
    var keepsWaiting: Bool
    /// Nil while an answer is being made.
    var deadline: ContinuousClock.Instant?
  }

  init(_ socket: AsyncSocket, of connections: SiteConnections) {
    self.socket = socket
    self.connections = connections
  }

  var keepsWaiting: Bool { state.withLock(\.keepsWaiting) }

  /// When to end it; never while its answer is being made.
  var deadline: ContinuousClock.Instant {
    state.withLock(\.deadline) ?? .now + Self.patience
  }

  /// Makes everything that waits on the socket fail. Its number stays in use until it is closed.
  func end() {
    state.withLock { state in
      if state.isOpen { shutdown(socket.socket.file.rawValue, Int32(SHUT_RDWR)) }
    }
  }

  func close() {
    state.withLock { state in
      if state.isOpen { try? socket.close() }
      state.isOpen = false
    }
  }

  func serve(_ authentication: Authentication, _ site: StoreSite) async {
    // A connection that ends before its request has arrived gets no answer.
    try? await exchange(authentication, site)
    connections.remove(self)
    close()
  }

  private func exchange(_ authentication: Authentication, _ site: StoreSite) async throws {
    var reader = RequestReader()
    var isHead = false
    let answer: SiteAnswer
    reading: while true {
      switch reader.add(try await socket.read(atMost: 4096)) {
      case .unfinished: continue
      case .refused(let refusal):
        answer = refusal
        break reading
      case .whole(let request):
        wait(nil)
        isHead = request.method == "HEAD"
        answer = await Self.answer(to: request, authentication, site)
        break reading
      }
    }
    try await write(answer.head)
    if !isHead {
      var rest = answer.body[...]
      while !rest.isEmpty {
        try await write(Data(rest.prefix(Self.pieceSize)))
        rest = rest.dropFirst(Self.pieceSize)
      }
    }
    try await takeLeave()
  }

  private static func answer(
    to request: SiteRequest, _ authentication: Authentication, _ site: StoreSite
  ) async -> SiteAnswer {
    if let refusal = authentication.refusal(of: request) { return refusal }
    guard let path = SitePath(request.target) else { return .notFound }
    do {
      return try await site.answer(to: request, at: path)
    } catch {
      return .refusal(500, "\(error)")
    }
  }

  private func wait(_ time: Duration?) {
    state.withLock { state in
      state.deadline = time.map { .now + $0 }
      state.keepsWaiting = false
    }
  }

  private func write(_ data: Data) async throws {
    wait(Self.patience)
    try await socket.write(data)
  }

  /// Lets the other side read the answer, even if it is still sending: closing with unread bytes makes the
  /// kernel discard what the other side has not read.
  private func takeLeave() async throws {
    shutdown(socket.socket.file.rawValue, Int32(SHUT_WR))
    state.withLock { state in
      state.deadline = .now + .seconds(2)
      state.keepsWaiting = true
    }
    while true { _ = try await socket.read(atMost: 4096) }
  }
}

extension SiteAnswer {
  /// The first line and the header fields, as bytes.
  fileprivate var head: Data {
    var lines = ["HTTP/1.1 \(status) \(Self.phrases[status] ?? "Status")"]
    for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
      // A value with a line break would start another field, so they are removed.
      lines.append("\(name): \(value.filter { !$0.isNewline })")
    }
    lines += ["Content-Length: \(body.count)", "Connection: close", "", ""]
    return Data(lines.joined(separator: "\r\n").utf8)
  }

  private static let phrases = [
    200: "OK", 303: "See Other", 400: "Bad Request", 401: "Unauthorized", 403: "Forbidden",
    404: "Not Found", 405: "Method Not Allowed", 409: "Conflict", 411: "Length Required",
    413: "Content Too Large", 421: "Misdirected Request", 431: "Request Header Fields Too Large",
    500: "Internal Server Error",
  ]
}
