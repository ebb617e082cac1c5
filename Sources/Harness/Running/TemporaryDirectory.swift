import Foundation
import Glibc
import Recording
import Sampling
import SystemPackage

/// An empty directory of one run's own, or of a command's, below the system's directory for temporary
/// files. It is locked as long as it is in use, so that what a killed process has left can be distinguished
/// from it.
public struct TemporaryDirectory: Sendable {
  /// Where it is.
  public let path: FilePath
  /// Nil where the file system knows no locks.
  private let lock: DirectoryLock?

  /// Makes one.
  /// - Throws: `RunFailure` with the reason `notMeasured`.
  public init() throws(RunFailure) {
    Self.removeLeftovers
    (path, lock) = try Self.made()
  }

  private static func made() throws(RunFailure) -> (FilePath, DirectoryLock?) {
    while true {
      var template = Array(parent.appending(prefix + "XXXXXX").string.utf8CString)
      guard mkdtemp(&template) != nil else {
        throw .noDirectory(in: parent, Errno(rawValue: errno))
      }
      let path = FilePath(
        String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self))
      switch DirectoryLock.take(path, waits: true) {
      case .held(let lock): return (path, lock)
      // Another process took it for left over before it was locked.
      case .gone: continue
      case .anothers: return (path, nil)
      }
    }
  }

  /// The system's directory for temporary files.
  static var parent: FilePath {
    FilePath(ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp")
  }

  /// Deletes it with all that is in it. What can't be deleted stays: the run has been made.
  public func remove() {
    try? FileManager.default.removeItem(atPath: path.string)
    lock?.release()
  }

  private static let prefix = "rehearse-run-"

  /// Deletes, once in a process, what others have left here that were killed.
  private static let removeLeftovers: Void = removeLeftovers(in: parent)

  /// Deletes what runs have left in a folder whose process was killed: directories with the names and
  /// permissions that are given to runs, of this user, which nobody has locked.
  static func removeLeftovers(in folder: FilePath) {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.string)) ?? [] {
      let isRun = name.hasPrefix(prefix) && name.utf8.count == prefix.utf8.count + 6
      guard isRun || ClaimedDirectory.names.contains(name),
        case .held(let lock) = DirectoryLock.take(
          folder.appending(name), mode: 0o700, waits: false)
      else { continue }
      try? FileManager.default.removeItem(atPath: folder.appending(name).string)
      lock.release()
    }
  }
}
