import Glibc

/// A file that is written piece by piece beside its destination and then takes its place: whoever
/// opens the destination, or finds it after a crash, meets the old content or the whole new one.
///
/// As with writing in place, a symbolic link stays and what it points to is written, a file keeps
/// its permissions, and a new one has those that the process gives to its files. The owner is this
/// process's, and hard links part.
package final class ReplacingFile {
  /// As many symbolic links as the system follows, one after the other.
  private static let mostLinks = 40
  /// Pieces are collected up to this many bytes: cairo hands out some of a few bytes.
  private static let bufferSize = 1 << 16

  /// As the user gave it.
  private let path: String
  /// The file that is replaced: where the links at `path` end.
  private let destination: String
  private let temporary: String
  private var descriptor: Int32
  private var buffer: [UInt8] = []
  /// The first thing that went wrong; nothing is written from then on.
  package private(set) var failure: ExportError?

  /// Begins a file.
  /// - Throws: ``ExportError``.
  package init(_ path: String) throws(ExportError) {
    var status = stat()
    let isThere = stat(path, &status) == 0
    if isThere, status.st_mode & S_IFMT != S_IFREG {
      throw .notARegularFile(path: path)
    }
    self.path = path
    destination = try Self.destination(of: path)
    // A random name, and nothing of the destination's, to which nothing could be added where it is
    // as long as names may be.
    let unique = String(UInt64.random(in: .min ... .max), radix: 36)
    temporary = Self.folder(of: destination) + "/.\(unique).part"
    // What replaces a file that others may not read must not be read by them meanwhile.
    let permissions = isThere ? status.st_mode & 0o7777 : nil
    let atFirst: mode_t = isThere ? 0o600 : 0o666
    descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, atFirst)
    guard descriptor >= 0 else {
      throw .fileNotWritten(path: path, operation: "create", errno: errno)
    }
    if let permissions, fchmod(descriptor, permissions) != 0 { fail("set permissions") }
  }

  deinit {
    close()
  }

  /// Adds bytes.
  /// - Returns: false when they, or earlier ones, could not be written.
  package func write(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.bufferSize { flush() }
    return failure == nil
  }

  /// Makes the bytes durable and puts the file in its place.
  /// - Throws: ``ExportError``; what is written so far is removed.
  package func finish() throws(ExportError) {
    flush()
    if failure == nil, fsync(descriptor) != 0 { fail("synchronise") }
    close()
    if failure == nil, rename(temporary, destination) != 0 { fail("replace") }
    if let failure {
      unlink(temporary)
      throw failure
    }
    synchroniseFolder()
  }

  /// Removes what is written so far.
  package func abandon() {
    close()
    unlink(temporary)
  }

  private func flush() {
    var written = 0
    while failure == nil, written < buffer.count {
      let count = buffer[written...].withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count >= 0 {
        written += count
      } else if errno != EINTR {
        fail("write")
      }
    }
    buffer.removeAll(keepingCapacity: true)
  }

  /// A file system may report a full disk as late as here.
  private func close() {
    guard descriptor >= 0 else { return }
    if Glibc.close(descriptor) != 0 { fail("close") }
    descriptor = -1
  }

  /// Makes the new name itself survive a power loss, where the folder allows it: the file has
  /// taken its place by now, so what fails here is no failure to write it.
  private func synchroniseFolder() {
    let folder = open(Self.folder(of: destination), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return }
    fsync(folder)
    Glibc.close(folder)
  }

  private func fail(_ operation: String) {
    let code = errno
    guard failure == nil else { return }
    failure = .fileNotWritten(path: path, operation: operation, errno: code)
  }

  /// Where the symbolic links at a path end, whether or not anything is there.
  private static func destination(of path: String) throws(ExportError) -> String {
    var destination = path
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    for _ in 0...mostLinks {
      let count = readlink(destination, &bytes, bytes.count)
      guard count >= 0 else { return destination }
      guard let target = String(validating: bytes[..<count], as: UTF8.self) else {
        throw .fileNotWritten(path: path, operation: "follow", errno: EILSEQ)
      }
      destination = target.hasPrefix("/") ? target : folder(of: destination) + "/" + target
    }
    throw .fileNotWritten(path: path, operation: "follow", errno: ELOOP)
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
