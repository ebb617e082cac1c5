public import AppExchange
import FlyingFox
import FlyingSocks
import Foundation

/// A server of an app, over HTTP on the loopback.
public struct HTTPService: Sendable {
  private let server: any ExchangeServer
  private let port: UInt16

  /// A service that does not listen yet. It will at the port, or, for 0, at one that is free.
  public init(_ server: some ExchangeServer, port: UInt16) {
    (self.server, self.port) = (server, port)
  }

  /// Serves until the process ends. When it can be asked, it prints its address.
  /// - Throws: ``ServiceFailure``, at once.
  public func run() async throws {
    let service = HTTPServer(
      config: HTTPServer.Configuration(
        address: try .inet(ip4: "127.0.0.1", port: port), timeout: 60,
        // A body comes in pieces of so many bytes, and is read once.
        sharedRequestBufferSize: 65_536, sharedRequestReplaySize: 0,
        pool: PromptPool(pool: HTTPServer.defaultPool()), logger: .disabled),
      handler: ExchangeHandler(server: server))
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        do {
          try await service.run()
        } catch {
          throw ServiceFailure("The port \(port) can't be had: \(error.localizedDescription)")
        }
      }
      group.addTask {
        try await service.waitUntilListening(timeout: 60)
        guard case .ip4(let address, let port)? = await service.listeningAddress else { return }
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
public struct ServiceFailure: Error, CustomStringConvertible {
  /// The reason, for the user to read.
  public let description: String

  /// A failure with its reason.
  public init(_ description: String) { self.description = description }
}

/// Sends what there is to send at once.
///
/// FlyingFox sends an answer's header and its body one after the other. By TCP's rules the second waits
/// until the first is acknowledged, which the other side puts off for 40 ms. A socket waits here before
/// its first answer, since a request has to come.
private struct PromptPool: AsyncSocketPool {
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
