import Glibc
import SystemPackage

/// A file that is replaced as a whole: whenever the machine stops, it holds either its old content or all of
/// the new content.
public struct ReplacedFile {
  private let path: FilePath

  /// The file at that path, whether it exists or not.
  public init(_ path: FilePath) {
    self.path = path
  }

  /// Writes beside the destination, because a rename replaces only within one file system.
  /// - Throws: ``OutputError``; the destination is unchanged then.
  public func write(_ bytes: [UInt8]) throws(OutputError) {
    try refuseSpecialFiles()
    guard let name = path.lastComponent else {
      throw OutputError.notWritten(path, operation: "open", .isDirectory)
    }
    let unique = String(UInt64.random(in: .min ... .max), radix: 36)
    let folder = path.removingLastComponent()
    let beside = folder.appending(".\(name.string.prefix(100)).\(unique).part")
    do throws(OutputError) {
      let file = try attempt("create \(beside.string)") {
        try FileDescriptor.open(
          beside, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec],
          permissions: [.ownerReadWrite, .groupRead, .otherRead])
      }
      try fill(file, with: bytes)
      guard rename(beside.string, path.string) == 0 else { throw failure("rename") }
    } catch {
      // Created above, under a unique name.
      _ = unlink(beside.string)
      throw error
    }
    try synchronise(folder.isEmpty ? "." : folder)
  }

  /// Writes, syncs and closes. A file system may report a full disk at any of the three.
  func fill(_ file: FileDescriptor, with bytes: [UInt8]) throws(OutputError) {
    do throws(OutputError) {
      _ = try attempt("write") { try file.writeAll(bytes) }
      guard fsync(file.rawValue) == 0 else { throw failure("fsync") }
    } catch {
      try? file.close()
      throw error
    }
    try attempt("close") { try file.close() }
  }

  /// A rename would put a file in place of `/dev/full`.
  private func refuseSpecialFiles() throws(OutputError) {
    var facts = stat()
    guard stat(path.string, &facts) == 0 else { return }
    guard facts.st_mode & S_IFMT == S_IFREG else {
      throw failure("replace what is no regular file", .notSupported)
    }
  }

  /// Makes the new name durable.
  private func synchronise(_ folder: FilePath) throws(OutputError) {
    let descriptor = try attempt("open folder") {
      try FileDescriptor.open(folder, .readOnly, options: [.directory, .closeOnExec])
    }
    defer { try? descriptor.close() }
    guard fsync(descriptor.rawValue) == 0 else { throw failure("fsync folder") }
  }

  private func attempt<Value>(
    _ operation: String, _ body: () throws -> Value
  ) throws(OutputError) -> Value {
    do {
      return try body()
    } catch {
      // System's calls throw nothing but Errno.
      throw failure(operation, error as? Errno ?? .ioError)
    }
  }

  private func failure(
    _ operation: String, _ error: Errno = Errno(rawValue: errno)
  ) -> OutputError {
    OutputError.notWritten(path, operation: operation, error)
  }
}
