import Glibc
import SystemPackage

/// The descriptors for a launcher: the command's three streams, control, status. A descriptor's
/// index is its number in the launcher. All are closed on exec from the start: a process that
/// another thread starts meanwhile must not hold a driver's input open.
struct PipeSet {
  /// The harness's ends of the pipes, in order; given streams have none.
  private(set) var ownEnds: [FileDescriptor] = []
  private(set) var childEnds: [FileDescriptor] = []
  /// The harness's end of the launcher's control.
  var control: FileDescriptor { ownEnds[ownEnds.count - 2] }
  /// The harness's end of the launcher's status.
  var status: FileDescriptor { ownEnds[ownEnds.count - 1] }

  /// The pipes that the launcher's side writes, in their order.
  private static let childWrites = [false, true, true, false, true]

  /// Makes five pipes, fewer if the first streams are given: the launcher gets copies of those.
  /// - Throws: `Errno`, with nothing left open.
  init(after given: [FileDescriptor] = []) throws {
    do {
      for stream in given { childEnds.append(try Self.outOfTheWay(stream)) }
      for childWrites in Self.childWrites.dropFirst(given.count) {
        let pipe = try FileDescriptor.pipe(options: .closeOnExec)
        defer { try? (childWrites ? pipe.writeEnd : pipe.readEnd).close() }
        ownEnds.append(childWrites ? pipe.readEnd : pipe.writeEnd)
        childEnds.append(try Self.outOfTheWay(childWrites ? pipe.writeEnd : pipe.readEnd))
      }
    } catch {
      closeOwnEnds()
      closeChildEnds()
      throw error
    }
  }

  /// A copy whose number does not clash with the numbers in the launcher.
  private static func outOfTheWay(_ descriptor: FileDescriptor) throws -> FileDescriptor {
    let copy = fcntl(descriptor.rawValue, F_DUPFD_CLOEXEC, 16)
    guard copy >= 0 else { throw Errno(rawValue: errno) }
    return FileDescriptor(rawValue: copy)
  }

  func closeOwnEnds() { ownEnds.forEach { try? $0.close() } }
  func closeChildEnds() { childEnds.forEach { try? $0.close() } }
}

/// Keeps the last bytes of a stream.
struct TailBuffer {
  let limit: Int
  /// The file that all bytes are copied to, or nil.
  let echo: FileDescriptor?
  private var bytes: [UInt8] = []

  init(limit: Int, echo: FileDescriptor? = nil) {
    self.limit = limit
    self.echo = echo
  }

  /// The last bytes, or nil if there were none.
  var content: [UInt8]? { bytes.isEmpty ? nil : bytes }

  /// The last bytes as text; invalid UTF-8 is replaced.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Reads what is available; false at the end.
  mutating func fill(from descriptor: FileDescriptor) -> Bool {
    descriptor.readOnce {
      // If it can't be shown, it is still kept.
      _ = try? echo?.writeAll($0)
      bytes.append(contentsOf: $0)
      if bytes.count > limit { bytes.removeFirst(bytes.count - limit) }
    }
  }
}

extension FileDescriptor {
  /// Passes on the bytes of one read; false at the end of the stream and on errors, which mean the
  /// same for a pipe.
  func readOnce(_ take: (UnsafeRawBufferPointer) -> Void) -> Bool {
    withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 1) { chunk in
      guard let count = try? read(into: chunk), count > 0 else { return false }
      take(UnsafeRawBufferPointer(rebasing: chunk[..<count]))
      return true
    }
  }
}

/// A line for an error message: at most 200 characters, no control characters.
func quoted(_ line: [UInt8]) -> String {
  let text = String(decoding: line.prefix(800), as: UTF8.self)
  let visible = text.unicodeScalars.map { scalar in
    scalar.properties.generalCategory == .control ? "\u{FFFD}" : String(scalar)
  }
  let shown = visible.prefix(200).joined()
  return "'\(shown)\(visible.count > 200 || line.count > 800 ? "…" : "")'"
}
