import Glibc

/// A file that is written piece by piece beside its destination and then takes its place: whoever
/// opens the destination, or finds it after a crash, meets the old content or the whole new one.
final class ReplacingFile {
  /// Pieces are collected up to this many bytes: cairo hands out some of a few bytes.
  private static let bufferSize = 1 << 16

  private let path: String
  private let temporary: String
  private var descriptor: Int32
  private var buffer: [UInt8] = []
  /// The first thing that went wrong; nothing is written from then on.
  private(set) var failure: ExportError?

  /// Begins a file.
  /// - Throws: ``ExportError``.
  init(_ path: String) throws(ExportError) {
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      throw .notARegularFile(path: path)
    }
    self.path = path
    let name = path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...]
    let unique = String(UInt64.random(in: .min ... .max), radix: 36)
    temporary = Self.folder(of: path) + "/.\(name.prefix(60)).\(unique).part"
    descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      throw .fileNotWritten(path: path, operation: "create", errno: errno)
    }
  }

  /// Writes into an open file instead, which it closes, and replaces nothing.
  init(descriptor: Int32, named path: String) {
    (self.path, temporary) = (path, "")
    self.descriptor = descriptor
  }

  deinit {
    close()
  }

  /// Adds bytes.
  /// - Returns: false when they, or earlier ones, could not be written.
  func write(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.bufferSize { flush() }
    return failure == nil
  }

  /// Makes the bytes durable and puts the file in its place.
  /// - Throws: ``ExportError``; what is written so far is removed.
  func finish() throws(ExportError) {
    flush()
    if failure == nil, fsync(descriptor) != 0 { fail("synchronise") }
    close()
    if failure == nil, rename(temporary, path) != 0 { fail("replace") }
    if let failure {
      unlink(temporary)
      throw failure
    }
    synchroniseFolder()
  }

  /// Removes what is written so far.
  func abandon() {
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
    let folder = open(Self.folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return }
    fsync(folder)
    Glibc.close(folder)
  }

  private func fail(_ operation: String) {
    let code = errno
    guard failure == nil else { return }
    failure = .fileNotWritten(path: path, operation: operation, errno: code)
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
