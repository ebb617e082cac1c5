import Foundation
import Glibc
public import SystemPackage

/// A pipe with a path: through it a process far away tells a test that it got somewhere.
public struct NamedPipe: Sendable {
  /// Where it is.
  public let path: FilePath

  /// Makes one.
  public init(_ path: FilePath) throws {
    self.path = path
    guard mkfifo(path.string, 0o600) == 0 else { throw Errno(rawValue: errno) }
  }

  /// Waits for a writer, and for all that it writes until it closes its end.
  public func text() throws -> String {
    let pipe = try FileDescriptor.open(path, .readOnly, options: .closeOnExec)
    return try pipe.closeAfter {
      var bytes: [UInt8] = []
      var chunk = [UInt8](repeating: 0, count: 4096)
      while case let count = try chunk.withUnsafeMutableBytes({ try pipe.read(into: $0) }),
        count > 0
      {
        bytes += chunk[..<count]
      }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  /// The number that a process writes into it, mostly its own.
  public func number() throws -> Int32? { Int32(try text().prefix { $0.isNumber }) }
}

extension NamedPipe {
  /// The same without keeping one of the few threads that asynchronous code has, which the process at
  /// the other end may need.
  public func number() async throws -> Int32? {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(with: Result { Int32(try text().prefix { $0.isNumber }) })
      }
    }
  }
}
