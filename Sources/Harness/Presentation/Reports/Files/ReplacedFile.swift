import CKernel
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
    try take(writtenBeside(bytes, isSynchronised: true))
    let folder = path.removingLastComponent()
    try synchronise(folder.isEmpty ? "." : folder)
  }

  /// Removes the old file, if there is one, so that a failure before the new one is written leaves nothing that looks
  /// like it. A device stays, and writing reports it.
  /// - Throws: ``OutputError``.
  public func removeOld() throws(OutputError) {
    guard (try? replaced()) != nil else { return }
    if unlink(path.string) != 0 { throw failure("remove the old file") }
  }

  /// The number of files from which one call for their whole file system takes less time than two for each: a disk
  /// needs some milliseconds for a call.
  private static let many = 100

  /// Replaces files in a folder and below it, in their order; if there are many, none before all are written.
  /// - Throws: ``OutputError``; each file has either its old content or the new.
  static func replace(
    _ files: [(path: FilePath, bytes: [UInt8])], in folder: FilePath
  ) throws(OutputError) {
    guard files.count >= many else {
      for file in files { try ReplacedFile(file.path).write(file.bytes) }
      return
    }
    var waiting: [(file: ReplacedFile, beside: FilePath)] = []
    do throws(OutputError) {
      for (path, bytes) in files {
        let file = ReplacedFile(path)
        let beside = try file.writtenBeside(bytes, isSynchronised: false)
        waiting.append((file, beside))
      }
      try ReplacedFile(folder).synchronise(folder, andFileSystem: true)
      for (file, beside) in waiting { try file.take(beside) }
    } catch {
      // Those that were taken have no such name any more.
      for (_, beside) in waiting { _ = unlink(beside.string) }
      throw error
    }
    for folder in Set(files.map { $0.path.removingLastComponent() }) {
      try ReplacedFile(folder).synchronise(folder)
    }
  }

  /// Puts a file in place of the destination.
  private func take(_ beside: FilePath) throws(OutputError) {
    guard rename(beside.string, path.string) == 0 else {
      let failure = failure("rename")
      _ = unlink(beside.string)
      throw failure
    }
  }

  /// Writes a new file beside the destination, under a unique name.
  private func writtenBeside(
    _ bytes: [UInt8], isSynchronised: Bool
  ) throws(OutputError) -> FilePath {
    let old = try replaced()
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
      // Who may read and change the file stays as it is, as far as that is allowed here.
      if let old {
        _ = fchown(file.rawValue, old.st_uid, old.st_gid)
        _ = fchmod(file.rawValue, old.st_mode & 0o7777)
      }
      try fill(file, with: bytes, isSynchronised)
      return beside
    } catch {
      _ = unlink(beside.string)
      throw error
    }
  }

  /// Writes, syncs and closes. A file system may report a full disk at any of the three.
  func fill(
    _ file: FileDescriptor, with bytes: [UInt8], _ isSynchronised: Bool = true
  ) throws(OutputError) {
    do throws(OutputError) {
      _ = try attempt("write") { try file.writeAll(bytes) }
      guard !isSynchronised || fsync(file.rawValue) == 0 else { throw failure("fsync") }
    } catch {
      try? file.close()
      throw error
    }
    try attempt("close") { try file.close() }
  }

  /// The file that will be replaced; nil if there is none. A rename would put a file in place of `/dev/full`, too.
  private func replaced() throws(OutputError) -> stat? {
    var facts = stat()
    guard stat(path.string, &facts) == 0 else { return nil }
    guard facts.st_mode & S_IFMT == S_IFREG else {
      throw failure("replace what is no regular file", .notSupported)
    }
    return facts
  }

  /// Makes new names in a folder durable, or everything in its file system.
  private func synchronise(
    _ folder: FilePath, andFileSystem isWhole: Bool = false
  ) throws(OutputError) {
    let descriptor = try attempt("open folder") {
      try FileDescriptor.open(folder, .readOnly, options: [.directory, .closeOnExec])
    }
    defer { try? descriptor.close() }
    if isWhole {
      let error = file_system_synchronise(descriptor.rawValue)
      guard error == 0 else { throw failure("syncfs", Errno(rawValue: error)) }
    } else {
      guard fsync(descriptor.rawValue) == 0 else { throw failure("fsync folder") }
    }
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
