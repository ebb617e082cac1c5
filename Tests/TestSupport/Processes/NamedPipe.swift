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

  /// The number that a process writes into it in a line, usually its pid.
  public func number() throws -> Int32? { try numbers(1).first }

  /// The numbers with which so many lines begin, of one process or of several; fewer if no more come for ten minutes,
  /// since whoever was to write may have ended.
  public func numbers(_ count: Int) throws -> [Int32] {
    // Also for writing: it does not end between two writers, who might find no reader then, and be ended by SIGPIPE.
    let pipe = try FileDescriptor.open(path, .readWrite, options: .closeOnExec)
    return try pipe.closeAfter {
      var lines: [Substring] = []
      var bytes: [UInt8] = []
      var chunk = [UInt8](repeating: 0, count: 4096)
      var ready = pollfd(fd: pipe.rawValue, events: Int16(POLLIN), revents: 0)
      while lines.count < count, poll(&ready, 1, 600_000) > 0 {
        let size = try chunk.withUnsafeMutableBytes { try pipe.read(into: $0) }
        bytes += chunk[..<size]
        let text = String(decoding: bytes.prefix(1 + (bytes.lastIndex(of: 10) ?? -1)), as: UTF8.self)
        lines = text.split(separator: "\n")
      }
      return lines.compactMap { Int32($0.prefix { $0.isNumber }) }
    }
  }
}

extension NamedPipe {
  /// The same without occupying one of the few threads of asynchronous code, which the process at
  /// the other end may need.
  public func number() async throws -> Int32? {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(with: Result { try numbers(1).first })
      }
    }
  }
}
