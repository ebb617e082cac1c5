import Programs
import Recording
import SystemPackage

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
      try hash.update(from: file) { size += Int64($0.count) }
    } catch {
      throw .unreadable(build: build, path: path, errno: error as? Errno ?? .ioError)
    }
    sha256 = SHA256.text(of: hash.finish())
    self.size = size
  }
}
