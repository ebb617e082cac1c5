import Foundation
import Glibc
public import SystemPackage

/// A pipe with a path, through which a distant process tells a test how far it got.
public struct NamedPipe: Sendable {
  /// Where it is.
  public let path: FilePath

  /// Creates the pipe.
  public init(_ path: FilePath) throws {
    self.path = path
    guard mkfifo(path.string, 0o600) == 0 else { throw Errno(rawValue: errno) }
  }

  /// Waits for a writer, and reads everything until it closes its end.
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

  /// The number that a process writes into it, usually its pid.
  public func number() throws -> Int32? { Int32(try text().prefix { $0.isNumber }) }
}

extension NamedPipe {
  /// The same without occupying one of the few threads of asynchronous code, which the process at
  /// the other end may need.
  public func number() async throws -> Int32? {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(with: Result { Int32(try text().prefix { $0.isNumber }) })
      }
    }
  }
}
