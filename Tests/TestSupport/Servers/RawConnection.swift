import Foundation
import Glibc
import Testing

/// A connection to a local server, through which anything can be sent.
public final class RawConnection {
  private let socket: Int32

  /// Connects to an address.
  public init(to address: String) throws {
    let port = try #require(URL(string: address)?.port)
    socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    try #require(socket >= 0)
    // Long enough for a busy machine; a server that sends nothing at all then fails the test.
    var patience = timeval(tv_sec: 60, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, size)
    setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &patience, size)
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_port = UInt16(port).bigEndian
    place.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    let done = withUnsafePointer(to: &place) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    try #require(done == 0)
  }

  deinit { close(socket) }

  /// Sends as much as the server accepts.
  public func send(_ text: String) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count <= 0 { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Everything received until the server ends the connection; nil if it does not.
  public func answer() -> String? {
    var all: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = recv(socket, &piece, piece.count, 0)
      if count < 0, errno == EAGAIN { return nil }
      if count <= 0 { return String(decoding: all, as: UTF8.self) }
      all += piece.prefix(count)
    }
  }
}
