import Foundation
import Glibc
import Sampling
import SystemPackage

/// An empty directory of a fixed name, which is one process's as long as that holds a lock on it.
///
/// The kernel takes the lock back however the process ends. What one that was killed has left
/// behind is emptied for the next.
struct ClaimedDirectory {
  let path: FilePath
  private let lock: DirectoryLock

  /// Claims a name.
  /// - Returns: nil where it is another's.
  /// - Throws: `Errno` where no directory can be made.
  init?(_ path: FilePath) throws(Errno) {
    self.path = path
    while true {
      if mkdir(path.string, 0o700) != 0, errno != EEXIST { throw Errno(rawValue: errno) }
      switch DirectoryLock.take(path, mode: 0o700, waits: false) {
      case .held(let lock): self.lock = lock
      case .gone: continue
      case .anothers: return nil
      }
      break
    }
    for name in (try? FileManager.default.contentsOfDirectory(atPath: path.string)) ?? [] {
      try? FileManager.default.removeItem(atPath: path.appending(name).string)
    }
  }

  /// Claims the first free of the names `PURPOSE-01` to `PURPOSE-99`, which are of the same length.
  /// - Throws: `Errno` where none is free, or no directory can be made.
  static func claim(
    _ purpose: Purpose, in folder: FilePath
  ) throws(Errno) -> ClaimedDirectory {
    for name in names(purpose.rawValue) {
      if let claimed = try ClaimedDirectory(folder.appending(name)) { return claimed }
    }
    throw .fileExists
  }

  /// What directories of a name are called, of which each may be in use once.
  private static func names(_ name: String) -> [String] {
    (1...99).map { "\(name)-\($0 < 10 ? "0" : "")\($0)" }
  }

  /// All that directories which are claimed can be called.
  static let names = Set(Purpose.allCases.flatMap { names($0.rawValue) })

  /// What a directory is claimed for, and how its name begins.
  enum Purpose: String, CaseIterable {
    /// A counted run's app and counts.
    case counts = "rehearse-count"
    /// Copies of programs without debug information.
    case programs = "rehearse-strip"
  }

  /// Deletes it with all that is in it, and gives the name back. To be called once.
  func remove() {
    try? FileManager.default.removeItem(atPath: path.string)
    lock.release()
  }
}
