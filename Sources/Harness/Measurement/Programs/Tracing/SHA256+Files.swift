import Recording
import SystemPackage

extension SHA256 {
  /// Adds what is left of a file, and closes it. `body` sees each piece, too, of 64 KB at most.
  /// - Throws: `Errno` if it can't be read.
  public mutating func update(
    from file: FileDescriptor, _ body: (UnsafeRawBufferPointer) -> Void = { _ in }
  ) throws {
    try file.closeAfter {
      try withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 16) { chunk in
        while case let count = try file.read(into: chunk), count > 0 {
          let piece = UnsafeRawBufferPointer(rebasing: chunk[..<count])
          update(piece)
          body(piece)
        }
      }
    }
  }
}
