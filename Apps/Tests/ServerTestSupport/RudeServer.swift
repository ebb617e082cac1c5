import Foundation
import Glibc
import Testing

/// A server that answers each connection with the same bytes, and then ends it or leaves it open.
public final class RudeServer: Sendable {
  /// Where it listens.
  public let address: String
  private let listener: Int32

  /// Starts one.
  public init(_ answer: String, thenEnds: Bool) throws {
    let (socket, port) = try Self.bound()
    try #require(listen(socket, 8) == 0)
    (listener, address) = (socket, "http://127.0.0.1:\(port)")
    Thread.detachNewThread {
      while case let connection = accept(socket, nil, nil), connection >= 0 {
        _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
        Thread.detachNewThread { Self.answer(answer, thenEnds: thenEnds, on: connection) }
      }
      close(socket)
    }
  }

  private static func answer(_ answer: String, thenEnds: Bool, on connection: Int32) {
    var request = [UInt8](repeating: 0, count: 1 << 16)
    _ = recv(connection, &request, request.count, 0)
    let bytes = Array(answer.utf8)
    _ = send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    if thenEnds { shutdown(connection, Int32(SHUT_WR)) }
    // Until the client goes: what nobody has read when a connection is closed breaks it.
    while recv(connection, &request, request.count, 0) > 0 {}
    close(connection)
  }

  deinit { shutdown(listener, Int32(SHUT_RDWR)) }

  /// A socket at a free port, to which nobody listens yet.
  public static func bound() throws -> (socket: Int32, port: UInt16) {
    let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(socket, address, size) == 0 ? getsockname(socket, address, &size) : -1
      }
    }
    try #require(status == 0)
    return (socket, UInt16(bigEndian: address.sin_port))
  }
}
