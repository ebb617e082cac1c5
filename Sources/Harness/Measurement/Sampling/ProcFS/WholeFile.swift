import SystemPackage

/// A file of /proc or /sys that is read once, to its end.
///
/// The kernel returns long lists such as mountinfo a page at a time. The single read of a
/// ``ProcFile`` would truncate them.
public enum WholeFile {
  /// Reads and parses a file.
  /// - Throws: ``SamplingError/unreadable(path:errno:)``, or errors of `parse`.
  public static func read<Content>(
    _ path: FilePath, _ parse: (ProcText) throws(SamplingError) -> Content
  ) throws(SamplingError) -> Content {
    let bytes: [UInt8]
    do {
      let file = try FileDescriptor.open(path, .readOnly, options: .closeOnExec)
      bytes = try file.closeAfter { try content(of: file) }
    } catch {
      throw .unreadable(path: path, errno: error as? Errno ?? .ioError)
    }
    // Result carries the type of the error through a closure that can only rethrow.
    return try bytes.withUnsafeBytes { buffer in
      Result { () throws(SamplingError) in try parse(ProcText(bytes: buffer, path: path)) }
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
