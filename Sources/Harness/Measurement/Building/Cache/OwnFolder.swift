import Foundation
import Glibc
import SystemPackage

/// A folder that belongs to Rehearse, as a mark in it shows: nothing is removed in any other.
///
/// Settings, options and links of a checkout can lead to any folder. So a folder is only taken over if it is
/// new, empty or marked. A mark alone is no permission to remove anything, because a checkout can contain one: names
/// and kinds are checked, too.
struct OwnFolder {
  let path: FilePath

  /// The name of the mark. Not a hidden file: tools that carry artifacts between jobs omit those.
  static let mark = "rehearse-folder.txt"
  private static let words =
    "Made by rehearse, which removes what it made in this folder. Keep other files elsewhere.\n"
  /// Without it, a repository that does not ignore the folder would take its contents for the user's files.
  static let ignored = (name: ".gitignore", text: "*\n")

  /// Takes over a folder, and creates it if necessary.
  /// - Throws: ``RevisionError/notOurs(folder:found:)``, ``RevisionError/notKept(path:reason:)``.
  init(_ path: FilePath) throws(RevisionError) {
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
      let others = names.filter { $0 != Self.ignored.name && $0 != Self.mark }
      if let found = others.min() { throw .notOurs(folder: path, found: found) }
    }
    try write(Self.words, to: Self.mark)
    try write(Self.ignored.text, to: Self.ignored.name)
  }

  /// Never overwrites an existing file, which may be intended.
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

  /// Returns whether a path is itself a folder, not a link to one.
  static func isFolder(_ path: FilePath) -> Bool {
    var facts = stat()
    return lstat(path.string, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
  }
}
