import Foundation
import NoteExchange
import SecretKeeping

/// The files of pictures and recordings: each is written once, under a name of its own, and goes when
/// no note names it any more. So a call that fails leaves the file that its note names.
///
/// A file is there before the note that names it, and goes after. What a call leaves that is cut short in
/// between, by a crash, is swept when the store is opened next.
struct MediaFolder: Sendable {
  let path: String

  /// Keeps the folder from being swept, until what names the files that are written meanwhile is on disk.
  func hold() throws(NoteError) -> FolderHold {
    if mkdir(path, 0o700) != 0, errno != EEXIST {
      throw .contentFile(.failed(path: path, operation: "create", errno: errno))
    }
    guard let hold = FolderHold(path, LOCK_SH) else {
      throw .contentFile(.failed(path: path, operation: "lock", errno: errno))
    }
    return hold
  }

  /// Writes a file, which is on disk when this returns, and returns its name. The hold is to be ended
  /// once the name is on disk, too.
  func add(_ bytes: [UInt8], under hold: FolderHold) throws(NoteError) -> String {
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

  /// Removes files that no note names; `named` reads which are named. While others hold the folder all
  /// stays as it is: they may be about to name a file.
  func sweep(_ named: () throws(NoteError) -> Set<String>) throws(NoteError) {
    guard let hold = FolderHold(path, LOCK_EX | LOCK_NB) else { return }
    defer { hold.end() }
    let files = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    // Unfinished ones have six letters behind their names.
    let own = files.filter { NoteID(String($0.prefix { $0 != "." })) != nil }
    if own.isEmpty { return }
    let kept = try named()
    remove(own.filter { !kept.contains($0) })
  }

  private func file(_ name: String) -> PrivateFile {
    PrivateFile(path: "\(path)/\(name)", maximumBytes: NoteContent.contentLimit)
  }
}

/// A lock of a folder, shared or alone, which the system ends with the process.
struct FolderHold {
  private let descriptor: Int32

  /// Takes the lock in a mode of flock(2); nil where there is no folder, or others hold it otherwise and
  /// are not waited for.
  init?(_ path: String, _ mode: Int32) {
    descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    while flock(descriptor, mode) != 0 {
      guard errno == EINTR else {
        let reason = errno
        close(descriptor)
        errno = reason
        return nil
      }
    }
  }

  func end() { close(descriptor) }
}
