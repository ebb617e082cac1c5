import Foundation
import Glibc
import Recording
import Sampling
import SystemPackage

/// An empty directory for one run, or for a command, below the system's directory for temporary
/// files. It is locked while in use, which distinguishes it from what a killed process left behind.
public struct TemporaryDirectory: Sendable {
  /// Its path.
  public let path: FilePath
  /// Nil if the file system has no locks.
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
      // Another process took it for a leftover before it was locked.
      case .gone: continue
      case .anothers: return (path, nil)
      }
    }
  }

  /// The system's directory for temporary files. An empty `TMPDIR` counts as unset, as for mktemp.
  static var parent: FilePath {
    let named = ProcessInfo.processInfo.environment["TMPDIR"] ?? ""
    return FilePath(named.isEmpty ? "/tmp" : named)
  }

  /// The permissions of directories that are removed with their contents: for this user only, with the
  /// sticky bit, which has no effect in such a directory and is our mark, as nobody else sets it.
  static let mode: mode_t = 0o1700

  /// Deletes it with its contents. What can't be deleted stays: the run has been made.
  public func remove() {
    try? FileManager.default.removeItem(atPath: path.string)
    lock?.release()
  }

  private static let prefix = "rehearse-run-"

  /// Deletes the leftovers of killed processes, once per process.
  private static let removeLeftovers: Void = removeLeftovers(in: parent)

  /// Deletes leftovers of runs in a folder whose process was killed: unlocked directories of this
  /// user with the names and permissions of a run's (``mode``).
  static func removeLeftovers(in folder: FilePath) {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.string)) ?? [] {
      let isRun = name.hasPrefix(prefix) && name.utf8.count == prefix.utf8.count + 6
      guard isRun || ClaimedDirectory.names.contains(name),
        case .held(let lock) = DirectoryLock.take(folder.appending(name), mode: mode, waits: false)
      else { continue }
      try? FileManager.default.removeItem(atPath: folder.appending(name).string)
      lock.release()
    }
  }
}
