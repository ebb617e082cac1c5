import Glibc
import NoteExchange
import SecretKeeping

/// The files of pictures and recordings: each is written once, under a name of its own, and goes when
/// no note names it any more. So a call that fails leaves the file that its note names.
struct MediaFolder: Sendable {
  let path: String

  /// Writes a file, which is on disk when this returns.
  /// - Returns: its name.
  func add(_ bytes: [UInt8]) throws(NoteError) -> String {
    if mkdir(path, 0o700) != 0, errno != EEXIST {
      throw .contentFile(.failed(path: path, operation: "create", errno: errno))
    }
    let name = NoteID.random().text
    do {
      try file(name).replace(with: bytes)
    } catch {
      throw .contentFile(error)
    }
    return name
  }

  /// Reads the file of a note.
  /// - Throws: ``NoteError/contentMissing(_:name:path:)``, ``NoteError/contentFile(_:)``.
  func bytes(of row: NoteRow) throws(NoteError) -> [UInt8] {
    let file = file(row.resource ?? "")
    do {
      return try file.read()
    } catch .failed(_, _, ENOENT) {
      throw .contentMissing(row.id, name: row.name, path: file.path)
    } catch {
      throw .contentFile(error)
    }
  }

  /// Removes files that no note names any more. One that can't be removed only takes room.
  func remove(_ names: [String]) {
    for name in names { unlink("\(path)/\(name)") }
  }

  private func file(_ name: String) -> PrivateFile {
    PrivateFile(path: "\(path)/\(name)", maximumBytes: NoteContent.contentLimit)
  }
}
