import Dispatch
import Glibc
import Recording
import Sampling
import Synchronization
import SystemPackage

/// The log of all processes under Valgrind, read while they run from a pipe.
///
/// Each process opens its log anew whenever it executes a program, and empties it, so a file would keep only what it
/// ran last. A pipe can't be emptied, and all that wrote to it stays known.
final class CodeLog: Sendable {
  let path: FilePath
  /// It stays open, so that the reader sees no end between two processes.
  private let own: FileDescriptor
  private let content: Content

  private final class Content: Sendable {
    let code = Mutex(ExecutedCode())
    /// Given when all is read that was written before the end was asked for.
    let isRead = DispatchSemaphore(value: 0)
  }

  /// A line that no Valgrind writes.
  private static let last = Array("==== END".utf8)

  /// Makes the pipe at a path, and reads it from now on.
  /// - Throws: `RunFailure` with the reason `notMeasured`.
  init(at path: FilePath) throws(RunFailure) {
    self.path = path
    let content = Content()
    self.content = content
    do {
      guard mkfifo(path.string, 0o600) == 0 else { throw Errno(rawValue: errno) }
      // No writer has opened it, for which a reader would wait.
      let reader = try FileDescriptor.open(path, .readOnly, options: [.nonBlocking, .closeOnExec])
      own = try FileDescriptor.open(path, .writeOnly, options: .closeOnExec)
      _ = fcntl(reader.rawValue, F_SETFL, O_RDONLY)
      try SystemThread.start("rehearse-code") { Self.read(reader, into: content) }
    } catch {
      throw .notMeasured("The log of the code that runs can't be read: \(error).")
    }
  }

  deinit { try? own.close() }

  /// The code that all processes have run so far.
  var executedCode: ExecutedCode {
    guard (try? own.writeAll(Self.last + [UInt8(ascii: "\n")])) != nil else {
      return content.code.withLock { $0 }
    }
    content.isRead.wait()
    return content.code.withLock { $0 }
  }

  /// Reads until no process has the pipe open.
  private static func read(_ pipe: FileDescriptor, into content: Content) {
    defer {
      try? pipe.close()
      content.isRead.signal()
    }
    var lines = LineBuffer()
    while lines.fill(from: pipe) {
      content.code.withLock { code in
        while let line = lines.next() {
          if line.suffix(last.count).elementsEqual(last) {
            content.isRead.signal()
          } else {
            code.add(line[...])
          }
        }
      }
    }
  }
}
