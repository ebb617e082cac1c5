import Foundation
import Glibc
import SystemPackage

/// A folder that is Rehearse's own, as a mark in it says: nothing is removed in any other.
///
/// Settings, options and links of a checkout can lead to any folder. So one is taken over only if it is
/// new, empty or marked, or holds nothing but what an earlier version, which left no mark, made.
/// A mark alone is no leave to remove: a checkout can bring one. Who removes looks at names and kinds,
/// too.
struct OwnFolder {
  /// Where it is.
  let path: FilePath

  /// The name of the mark. No hidden file: what carries artifacts from job to job leaves those out.
  static let mark = "rehearse-folder.txt"
  private static let words =
    "Made by rehearse, which removes what it made in this folder. Keep other files elsewhere.\n"
  /// Without it a repository that does not ignore the folder would take all in it for the user's files.
  static let ignored = (name: ".gitignore", text: "*\n")

  /// Takes a folder over, and makes it if it is not there.
  /// - Parameter isOurs: whether something in it has a name and a kind that Rehearse makes there.
  /// - Throws: ``RevisionError/notOurs(folder:found:)``, ``RevisionError/notKept(path:reason:)``.
  init(_ path: FilePath, isOurs: (FilePath) -> Bool) throws(RevisionError) {
    self.path = path
    let names: [String]
    do {
      try FileManager.default.createDirectory(
        atPath: path.string, withIntermediateDirectories: true)
      names = try FileManager.default.contentsOfDirectory(atPath: path.string)
    } catch {
      throw .notKept(path: path, reason: error.localizedDescription)
    }
    let markText = try? String(contentsOfFile: path.appending(Self.mark).string, encoding: .utf8)
    if markText != Self.words {
      let ignored = path.appending(Self.ignored.name)
      let isOfEarlierVersion =
        (try? String(contentsOfFile: ignored.string, encoding: .utf8)) == Self.ignored.text
      let others = names.filter { $0 != Self.ignored.name && $0 != Self.mark }.sorted()
      if let found = others.first(where: { !isOfEarlierVersion || !isOurs(path.appending($0)) }) {
        throw .notOurs(folder: path, found: found)
      }
    }
    try write(Self.words, to: Self.mark)
    try write(Self.ignored.text, to: Self.ignored.name)
  }

  /// Never over a file that is there: whoever wrote it meant it.
  private func write(_ text: String, to name: String) throws(RevisionError) {
    let file = path.appending(name)
    do {
      let descriptor = try FileDescriptor.open(
        file, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec],
        permissions: [.ownerReadWrite, .groupRead, .otherRead])
      try descriptor.closeAfter { _ = try descriptor.writeAll(text.utf8) }
    } catch Errno.fileExists {
      return
    } catch {
      throw .notKept(path: file, reason: "\(error)")
    }
  }

  /// Returns whether a path is a folder itself, rather than a link to one.
  static func isFolder(_ path: FilePath) -> Bool {
    var facts = stat()
    return lstat(path.string, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
  }
}
