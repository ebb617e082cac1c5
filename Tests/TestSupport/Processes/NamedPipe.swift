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

  /// The number that a process writes into it in a line, usually its pid.
  public func number() throws -> Int32? { try numbers(1).first }

  /// The numbers with which so many lines begin, of one process or of several; fewer if no more come for ten minutes.
  public func numbers(_ count: Int) throws -> [Int32] {
    // Also for writing: it does not end between two writers, who might find no reader then, and be ended by SIGPIPE.
    let pipe = try FileDescriptor.open(path, .readWrite, options: .closeOnExec)
    return try pipe.closeAfter {
      var lines: [Substring] = []
      var bytes: [UInt8] = []
      var chunk = [UInt8](repeating: 0, count: 4096)
      while lines.count < count, pipe.becomesReadable() {
        let size = try chunk.withUnsafeMutableBytes { try pipe.read(into: $0) }
        bytes += chunk[..<size]
        let whole = bytes.prefix(1 + (bytes.lastIndex(of: 10) ?? -1))
        lines = String(decoding: whole, as: UTF8.self).split(separator: "\n")
      }
      return lines.compactMap { Int32($0.prefix { $0.isNumber }) }
    }
  }
}

extension FileDescriptor {
  /// Waits until there is something to read, or the end; at most ten minutes, since whoever was to write may hang, or
  /// have ended without closing it.
  public func becomesReadable() -> Bool {
    var ready = pollfd(fd: rawValue, events: Int16(POLLIN), revents: 0)
    while true {
      let count = poll(&ready, 1, 600_000)
      if count < 0, errno == EINTR { continue }
      return count > 0
    }
  }

  /// Reads the bytes before the next one of this value, and that one; nil at the end, or if nothing comes for ten
  /// minutes. `pending` is what was read behind them.
  func next(before end: UInt8, _ pending: inout [UInt8]) throws -> [UInt8]? {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while !pending.contains(end) {
      guard becomesReadable() else { return nil }
      let count = try chunk.withUnsafeMutableBytes { try read(into: $0) }
      if count == 0 { return nil }
      pending += chunk[..<count]
    }
    let found = Array(pending.prefix { $0 != end })
    pending.removeFirst(found.count + 1)
    return found
  }
}

extension NamedPipe {
  /// Opens it for reading without waiting for whoever is to write, who may never come. The end shows once the last
  /// writer has gone.
  func reader() throws -> FileDescriptor {
    try FileDescriptor.open(path, .readOnly, options: [.nonBlocking, .closeOnExec])
  }

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
