import Glibc
import SystemPackage

/// Standard input and output of measured commands, closed with the last that uses them.
final class CommandStreams {
  let input: FileDescriptor
  let output: FileDescriptor
  /// The file that their standard error is copied to, or nil.
  let echo: FileDescriptor?

  /// - Throws: ``RunningError``.
  init(_ conditions: CommandConditions) throws {
    input = try Self.open(conditions.input)
    if conditions.showsOutput {
      // Standard output is reserved for the result.
      output = .standardError
      echo = .standardError
    } else {
      do {
        output = try Self.nullDevice(.writeOnly)
      } catch {
        try? input.close()
        throw error
      }
      echo = nil
    }
  }

  private static func open(_ path: FilePath?) throws -> FileDescriptor {
    guard let path else { return try nullDevice(.readOnly) }
    do {
      // Opening must not wait for the writer of a pipe, which is refused below.
      let file = try FileDescriptor.open(path, .readOnly, options: [.closeOnExec, .nonBlocking])
      var facts = stat()
      let kind = fstat(file.rawValue, &facts) == 0 ? facts.st_mode & S_IFMT : 0
      if kind == S_IFREG || kind == S_IFCHR {
        // Commands expect reads to block.
        _ = fcntl(file.rawValue, F_SETFL, O_RDONLY)
        return file
      }
      try? file.close()
      throw RunningError.inputNotReadAgain(path)
    } catch let errno as Errno {
      throw RunningError.inputUnreadable(path, errno)
    }
  }

  private static func nullDevice(
    _ mode: FileDescriptor.AccessMode
  ) throws(RunningError) -> FileDescriptor {
    let path = FilePath("/dev/null")
    do {
      return try FileDescriptor.open(path, mode, options: .closeOnExec)
    } catch {
      throw .noNullDevice(error as? Errno ?? .ioError)
    }
  }

  deinit {
    try? input.close()
    if echo == nil { try? output.close() }
  }
}
