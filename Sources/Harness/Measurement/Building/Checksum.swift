import Recording
import SystemPackage

/// A file's size and SHA-256.
struct Checksum {
  let sha256: String
  let size: Int64

  /// Reads the file.
  /// - Throws: ``BuildError/unreadable(build:path:errno:)``.
  init(of path: FilePath, build: String) throws(BuildError) {
    var hash = SHA256()
    var size: Int64 = 0
    do {
      let file = try FileDescriptor.open(path, .readOnly, options: .closeOnExec)
      try file.closeAfter {
        try withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 16) { chunk in
          while case let count = try file.read(into: chunk), count > 0 {
            hash.update(UnsafeRawBufferPointer(rebasing: chunk[..<count]))
            size += Int64(count)
          }
        }
      }
    } catch {
      throw .unreadable(build: build, path: path, errno: error as? Errno ?? .ioError)
    }
    sha256 = SHA256.text(of: hash.finish())
    self.size = size
  }
}
