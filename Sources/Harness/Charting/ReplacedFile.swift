import Glibc
import SystemPackage

/// A file that is replaced as a whole: it holds its old content or all of the new one,
/// whenever the machine stops.
struct ReplacedFile {
  let path: FilePath

  init(_ path: FilePath) {
    self.path = path
  }

  /// Writes beside the destination, since only within one file system a rename replaces.
  func write(_ bytes: [UInt8]) throws(ChartRenderingError) {
    try refuseSpecialFiles()
    guard let name = path.lastComponent else {
      throw .fileNotWritten(path: path.string, operation: "open", errno: .isDirectory)
    }
    let unique = String(UInt64.random(in: .min ... .max), radix: 36)
    let folder = path.removingLastComponent()
    let beside = folder.appending(".\(name.string.prefix(100)).\(unique).part")
    do throws(ChartRenderingError) {
      let file = try attempt("create \(beside.string)") {
        try FileDescriptor.open(
          beside, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec],
          permissions: [.ownerReadWrite, .groupRead, .otherRead])
      }
      try fill(file, with: bytes)
      guard rename(beside.string, path.string) == 0 else { throw failure("rename") }
    } catch {
      _ = unlink(beside.string)
      throw error
    }
    try synchronise(folder.isEmpty ? "." : folder)
  }

  /// Writes, makes durable and closes. A file system may report a full disk at either of
  /// the three.
  func fill(_ file: FileDescriptor, with bytes: [UInt8]) throws(ChartRenderingError) {
    do throws(ChartRenderingError) {
      _ = try attempt("write") { try file.writeAll(bytes) }
      guard fsync(file.rawValue) == 0 else { throw failure("fsync") }
    } catch {
      try? file.close()
      throw error
    }
    try attempt("close") { try file.close() }
  }

  /// A rename would put a chart in the place of `/dev/full`.
  private func refuseSpecialFiles() throws(ChartRenderingError) {
    var facts = stat()
    guard stat(path.string, &facts) == 0 else { return }
    guard facts.st_mode & S_IFMT == S_IFREG else { throw .notARegularFile(path: path.string) }
  }

  /// Makes the new name durable.
  private func synchronise(_ folder: FilePath) throws(ChartRenderingError) {
    let descriptor = try attempt("open folder") {
      try FileDescriptor.open(folder, .readOnly, options: [.directory, .closeOnExec])
    }
    defer { try? descriptor.close() }
    guard fsync(descriptor.rawValue) == 0 else { throw failure("fsync folder") }
  }

  private func attempt<Value>(
    _ operation: String, _ body: () throws -> Value
  ) throws(ChartRenderingError) -> Value {
    do {
      return try body()
    } catch {
      // System's calls throw nothing but Errno.
      let errno = error as? Errno ?? .ioError
      throw .fileNotWritten(path: path.string, operation: operation, errno: errno)
    }
  }

  private func failure(_ operation: String) -> ChartRenderingError {
    .fileNotWritten(path: path.string, operation: operation, errno: Errno(rawValue: errno))
  }
}
