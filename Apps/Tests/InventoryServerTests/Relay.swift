import Foundation
import Glibc
import ServerTestSupport
import Synchronization
import TestSupport
import Testing

/// Passes one connection's bytes on to a server, so that a test knows when a request is under way.
final class Relay: Sendable {
  /// Where it listens.
  let address: String
  private let listener: Int32
  private let passed = DispatchSemaphore(value: 0)

  init(to server: String) throws {
    let target = try #require(server.split(separator: ":").last.flatMap { UInt16($0) })
    let (socket, port) = try RudeServer.bound()
    try #require(listen(socket, 1) == 0)
    (listener, address) = (socket, "http://127.0.0.1:\(port)")
    Thread.detachNewThread { [passed] in
      let client = accept(socket, nil, nil)
      _ = fcntl(client, F_SETFD, FD_CLOEXEC)
      let far = Self.connected(to: target)
      Thread.detachNewThread {
        Self.pass(from: far, to: client) {}
        shutdown(client, Int32(SHUT_RDWR))
      }
      Self.pass(from: client, to: far) { passed.signal() }
      close(client)
      close(far)
      close(socket)
    }
  }

  /// Waits until the server has been sent a request.
  func awaitRequest() { passed.wait() }

  private static func connected(to port: UInt16) -> Int32 {
    let far = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    address.sin_port = port.bigEndian
    _ = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(far, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    return far
  }

  private static func pass(from: Int32, to: Int32, then: () -> Void) {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = recv(from, &bytes, bytes.count, 0), count > 0 {
      _ = send(to, bytes, count, Int32(MSG_NOSIGNAL))
      then()
    }
  }
}

/// Work on a thread of its own, which may wait as long as it has to.
final class Later<Value: Sendable>: Sendable {
  private let work: @Sendable () -> Value
  private let result = Mutex<Value?>(nil)
  private let isDone = DispatchSemaphore(value: 0)

  init(_ work: @escaping @Sendable () -> Value) { self.work = work }

  /// Begins.
  func begin() {
    Thread.detachNewThread { [self] in
      let value = work()
      result.withLock { $0 = value }
      isDone.signal()
    }
  }

  /// Waits for what it leads to.
  func value() -> Value? {
    isDone.wait()
    return result.withLock { $0 }
  }
}
