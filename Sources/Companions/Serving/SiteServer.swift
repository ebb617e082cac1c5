import Analysis
import Experimenting
import FlyingSocks
import Foundation
import Glibc

/// Serves a site over HTTP/1.1, one request per connection.
///
/// It uses FlyingFox's sockets without its request reader, which limits neither lines nor header fields nor
/// the time of a request (0.27.1), and takes quadratic time for a long line before anybody can look at it.
/// Any web page can send such a line to this machine. A server in front would need as much reading as this
/// one; hummingbird has limits, but takes ten times as long to compile.
public struct SiteServer: Sendable {
  private let name: String
  private let address: any SocketAddress

  /// A server that does not listen yet.
  /// - Parameters:
  ///   - address: a numeric IPv4 or IPv6 address of this machine.
  ///   - port: 0 for any free one.
  /// - Throws: `Refusal` for an invalid address.
  public init(address: String, port: UInt16) throws(Refusal) {
    name = "\(address):\(port)"
    do {
      self.address =
        address.contains(":")
        ? try sockaddr_in6.inet6(ip6: address, port: port)
        : try sockaddr_in.inet(ip4: address, port: port)
    } catch {
      throw Refusal(
        .outcome(.toolFailed),
        "'\(address)' is not an address; allowed: one in numbers, such as 127.0.0.1 or ::1.")
    }
  }

  /// Serves until the task is cancelled.
  /// - Parameters:
  ///   - site: creates the site once its port is known.
  ///   - listening: is then called with the port.
  /// - Throws: `Refusal` if it can't listen, and the errors of `site`.
  public func run(
    site: @escaping @Sendable (UInt16) throws -> (Authentication, StoreSite),
    listening: @escaping @Sendable (UInt16) throws -> Void
  ) async throws {
    let pool = SocketPool<Poll>.make()
    try await pool.prepare()
    let socket = try listen()
    defer { try? socket.close() }
    guard let port = try? socket.sockname().port else {
      throw Refusal(.outcome(.toolFailed), "Nothing listens at \(name).")
    }
    let (authentication, site) = try site(port)
    let connections = SiteConnections()
    let listener = try AsyncSocket(socket: socket, pool: pool)
    try await withThrowingTaskGroup(of: Void.self) { group in
      defer { group.cancelAll() }
      group.addTask { try await pool.run() }
      group.addTask { try await connections.endLate() }
      group.addTask {
        try await withThrowingDiscardingTaskGroup { answering in
          while let socket = try await accept(from: listener) {
            guard let connection = connections.add(socket) else { continue }
            answering.addTask { await connection.serve(authentication, site) }
          }
        }
      }
      try listening(port)
      try await group.next()
    }
  }

  private func listen() throws -> Socket {
    do {
      let socket = try Socket(domain: Int32(address.family))
      try socket.setValue(true, for: .localAddressReuse)
      try bind(socket, to: address)
      try socket.listen()
      socket.closeOnExecution()
      return socket
    } catch {
      throw Refusal(
        .outcome(.toolFailed), "\(name) can't be used: \(error.localizedDescription)")
    }
  }

  private func bind(_ socket: Socket, to address: some SocketAddress) throws {
    try socket.bind(to: address)
  }

  /// - Returns: nil if there was none, for example without a free descriptor; a later one may succeed.
  private func accept(from listener: AsyncSocket) async throws -> AsyncSocket? {
    while true {
      do {
        let socket = try await listener.accept()
        socket.socket.closeOnExecution()
        return socket
      } catch is CancellationError {
        return nil
      } catch {
        try await Task.sleep(for: .milliseconds(50))
      }
    }
  }
}

extension Socket {
  /// Hides it from programs that are started.
  fileprivate func closeOnExecution() { _ = fcntl(file.rawValue, F_SETFD, FD_CLOEXEC) }
}

extension Socket.Address {
  fileprivate var port: UInt16? {
    switch self {
    case .ip4(_, let port), .ip6(_, let port): port
    case .unix: nil
    }
  }
}
