import Foundation
import Glibc
import SystemPackage

/// The folder of a repository in which its revisions are built, for one Rehearse at a time: as long
/// as the value lives.
final class RevisionHome: Sendable {
  /// Where it is.
  let folder: FilePath
  private let lock: Int32

  /// Where the one work tree is.
  var tree: FilePath { folder.appending("tree") }
  /// Where the package manager builds.
  var builds: FilePath { folder.appending("builds") }
  /// Where each revision's executables are, until the next comparison.
  var kept: FilePath { folder.appending("kept") }

  /// Takes the folder, and removes what an earlier comparison kept.
  /// - Throws: ``RevisionError/inUse(folder:)``, ``RevisionError/notKept(path:reason:)``.
  init(in repository: FilePath) throws(RevisionError) {
    folder = repository.appending(".build/rehearse/revisions")
    do {
      try FileManager.default.createDirectory(
        atPath: folder.string, withIntermediateDirectories: true)
      // Else a repository that does not ignore .build would take all this for the user's files.
      try Data("*\n".utf8).write(to: URL(fileURLWithPath: folder.appending(".gitignore").string))
    } catch {
      throw .notKept(path: folder, reason: error.localizedDescription)
    }
    // Let go by the end of the process, however it ends.
    lock = open(folder.string, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard flock(lock, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else {
      throw .inUse(folder: folder)
    }
    do {
      if FileManager.default.fileExists(atPath: kept.string) {
        try FileManager.default.removeItem(atPath: kept.string)
      }
    } catch {
      throw .notKept(path: kept, reason: error.localizedDescription)
    }
  }

  deinit { close(lock) }
}
