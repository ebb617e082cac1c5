import SystemPackage

/// A file of /proc that stays open and is read again and again from its start.
///
/// An open descriptor makes a reading about four times cheaper than opening anew, and it goes on
/// naming the same process even where the pid has been given to another.
public final class ProcFile {
  /// The path, for error messages.
  public let path: FilePath
  private let descriptor: FileDescriptor
  private let buffer: UnsafeMutableRawBufferPointer

  /// Opens the file.
  /// - Parameter capacity: the longest content expected, in bytes; what is beyond is not read.
  /// - Throws: ``ProcFSError/unreadable(path:errno:)``.
  public init(_ path: FilePath, capacity: Int = 4096) throws(ProcFSError) {
    self.path = path
    do {
      descriptor = try FileDescriptor.open(path, .readOnly, options: .closeOnExec)
    } catch {
      throw .unreadable(path: path, errno: error as? Errno ?? .ioError)
    }
    buffer = .allocate(byteCount: capacity, alignment: 16)
  }

  deinit {
    // A file opened for reading loses nothing when closing fails.
    try? descriptor.close()
    buffer.deallocate()
  }

  /// Reads the file from its start and parses what it holds now.
  /// - Throws: ``ProcFSError/unreadable(path:errno:)`` where the process has ended, or what
  ///   `parse` throws.
  public func read<Content>(
    _ parse: (ProcText) throws(ProcFSError) -> Content
  ) throws(ProcFSError) -> Content {
    let count: Int
    do {
      count = try descriptor.read(fromAbsoluteOffset: 0, into: buffer)
    } catch {
      throw .unreadable(path: path, errno: error as? Errno ?? .ioError)
    }
    return try parse(
      ProcText(bytes: UnsafeRawBufferPointer(rebasing: buffer[..<count]), path: path))
  }
}

/// A file of /proc or /sys that is read once, from its start to its end.
///
/// The kernel hands out long lists such as mountinfo a page at a time: one reading, which is
/// enough for a ``ProcFile``, would cut them.
public enum WholeFile {
  /// Reads and parses a file.
  /// - Throws: ``ProcFSError/unreadable(path:errno:)``, or what `parse` throws.
  public static func read<Content>(
    _ path: FilePath, _ parse: (ProcText) throws(ProcFSError) -> Content
  ) throws(ProcFSError) -> Content {
    let bytes: [UInt8]
    do {
      let file = try FileDescriptor.open(path, .readOnly, options: .closeOnExec)
      bytes = try file.closeAfter { try content(of: file) }
    } catch {
      throw .unreadable(path: path, errno: error as? Errno ?? .ioError)
    }
    // Result carries the type of the error through a closure that can only rethrow.
    return try bytes.withUnsafeBytes { buffer in
      Result { () throws(ProcFSError) in try parse(ProcText(bytes: buffer, path: path)) }
    }.get()
  }

  private static func content(of file: FileDescriptor) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var page = [UInt8](repeating: 0, count: 16 << 10)
    while true {
      let count = try page.withUnsafeMutableBytes { try file.read(into: $0) }
      if count == 0 { return bytes }
      bytes += page[..<count]
    }
  }
}

/// A failure to read a file of /proc.
public enum ProcFSError: Error, Equatable, CustomStringConvertible {
  /// It can't be opened or read: the process has ended, or is not ours.
  case unreadable(path: FilePath, errno: Errno)
  /// It does not hold the field that every kernel since 4.0 writes.
  case malformed(path: FilePath, missing: String)
  /// It holds a text that no kernel known here writes.
  case unexpected(path: FilePath, text: String, allowed: String)

  /// The file and what is wrong with it.
  public var description: String {
    switch self {
    case .unreadable(let path, let errno): "\(path) can't be read: \(errno)."
    case .malformed(let path, let missing): "\(path) has no field '\(missing)'."
    case .unexpected(let path, let text, let allowed):
      "\(path) holds '\(text)'; expected: \(allowed)."
    }
  }
}
