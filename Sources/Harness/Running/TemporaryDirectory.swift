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
      chmod(path.string, Self.mode)
      switch DirectoryLock.take(path, waits: true) {
      case .held(let lock): return (path, lock)
      // Another process took it for left over before it was locked.
      case .gone: continue
      case .anothers: return (path, nil)
      }
    }
  }

  /// The system's directory for temporary files. An empty `TMPDIR` is none, as for mktemp.
  static var parent: FilePath {
    let named = ProcessInfo.processInfo.environment["TMPDIR"] ?? ""
    return FilePath(named.isEmpty ? "/tmp" : named)
  }

  /// The permissions of directories that are removed with all that is in them: of nobody but this user, and
  /// with the sticky bit, which changes nothing in such a directory and is our mark: nobody else sets it.
  static let mode: mode_t = 0o1700

  /// Deletes it with all that is in it: it was made by `init`. What can't be deleted stays: the run has been
  /// made.
  public func remove() {
    try? FileManager.default.removeItem(atPath: path.string)
    lock?.release()
  }

  private static let prefix = "rehearse-run-"

  /// Deletes, once in a process, what others have left here that were killed.
  private static let removeLeftovers: Void = removeLeftovers(in: parent)

  /// Deletes what runs have left in a folder whose process was killed: directories with the names and
  /// permissions that are given to runs (``mode``), of this user, which nobody has locked.
  static func removeLeftovers(in folder: FilePath) {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.string)) ?? [] {
      let isRun = name.hasPrefix(prefix) && name.utf8.count == prefix.utf8.count + 6
      guard isRun || ClaimedDirectory.names.contains(name),
        case .held(let lock) = DirectoryLock.take(
          folder.appending(name), mode: mode, waits: false)
      else { continue }
      try? FileManager.default.removeItem(atPath: folder.appending(name).string)
      lock.release()
    }
  }
}
