import Glibc

/// A file that its owner alone may read: mode 0600, written whole or not at all.
package struct PrivateFile: Sendable {
  static let mode: mode_t = 0o600

  /// Where it is.
  package let path: String
  private let maximumBytes: Int

  /// The file at a path, whose folder must exist. A file larger than `maximumBytes` is not read; no
  /// keychain comes near the default.
  package init(path: String, maximumBytes: Int = 1 << 20) {
    self.path = path
    self.maximumBytes = maximumBytes
  }

  /// A Boolean value indicating whether there is something at the path.
  package var exists: Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// Reads the file. The mode is that of the open file, so it can not change in between.
  package func read() throws(PrivateFileError) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else { throw failure("open") }
    defer { Glibc.close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw failure("examine") }
    guard status.st_mode & 0o777 == Self.mode else {
      throw .mode(path: path, mode: status.st_mode & 0o777)
    }
    guard status.st_size <= maximumBytes else {
      throw .tooLarge(path: path, bytes: Int(status.st_size))
    }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = Glibc.read(file, &piece, piece.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw failure("read") }
      if count == 0 { return bytes }
      bytes += piece[..<count]
      guard bytes.count <= maximumBytes else {
        throw .tooLarge(path: path, bytes: nil)
      }
    }
  }

  /// Replaces the file in one step: a reader, or a crash, meets the old bytes or the new ones.
  package func replace(with bytes: [UInt8]) throws(PrivateFileError) {
    let temporary = try writeTemporary(bytes)
    guard rename(temporary, path) == 0 else {
      let error = failure("replace")
      unlink(temporary)
      throw error
    }
    try synchroniseFolder()
  }

  /// Creates the file in one step; false when there was one already, which is left as it is.
  package func create(with bytes: [UInt8]) throws(PrivateFileError) -> Bool {
    let temporary = try writeTemporary(bytes)
    // A link fails where rename would overwrite: of two who create at once, one does.
    let status = link(temporary, path)
    let error = failure("create")
    let isTaken = errno == EEXIST
    unlink(temporary)
    guard status == 0 else {
      if isTaken { return false }
      throw error
    }
    try synchroniseFolder()
    return true
  }

  private func writeTemporary(_ bytes: [UInt8]) throws(PrivateFileError) -> String {
    var template = Array((path + ".XXXXXX").utf8CString)
    // mkstemp creates with mode 0600, and never opens a file that exists.
    let file = mkstemp(&template)
    guard file >= 0 else { throw failure("create") }
    defer { Glibc.close(file) }
    // A program started meanwhile by another thread must not inherit it.
    _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    let temporary = String(
      decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw abandoned(temporary, "write") }
      written += count
    }
    guard fsync(file) == 0 else { throw abandoned(temporary, "synchronise") }
    return temporary
  }

  private func abandoned(_ temporary: String, _ operation: String) -> PrivateFileError {
    let error = failure(operation)
    unlink(temporary)
    return error
  }

  /// Makes the new name itself survive a power loss.
  private func synchroniseFolder() throws(PrivateFileError) {
    let end = path.lastIndex(of: "/")
    let folder = end.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard file >= 0 else { throw failure("synchronise") }
    defer { Glibc.close(file) }
    guard fsync(file) == 0 else { throw failure("synchronise") }
  }

  fileprivate func failure(_ operation: String) -> PrivateFileError {
    .failed(path: path, operation: operation, errno: errno)
  }
}

/// The lock of a file: no other process, and no other task, holds it at the same time.
struct FileLock {
  private let descriptor: Int32

  /// Waits for the lock.
  init(_ file: PrivateFile) throws(PrivateFileError) {
    descriptor = open(file.path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { throw file.failure("open") }
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else {
        let error = file.failure("lock")
        Glibc.close(descriptor)
        throw error
      }
    }
  }

  func end() { Glibc.close(descriptor) }
}
