import Foundation
import Glibc

/// A folder of its own for each test, removed with the last reference to it.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    var template = Array("/tmp/inventory-tests.XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw CannotCreate(errno: errno) }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  func file(_ name: String) -> String { path + "/" + name }

  struct CannotCreate: Error {
    let errno: Int32
  }
}

/// Writes bytes to a file, replacing it.
func write(_ bytes: [UInt8], to path: String) {
  let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
  defer { close(file) }
  _ = bytes.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
}

/// A file's bytes; none when it can not be read.
func bytes(of path: String) -> [UInt8] {
  guard let file = fopen(path, "r") else { return [] }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var byte = fgetc(file)
  while byte != EOF {
    bytes.append(UInt8(truncatingIfNeeded: byte))
    byte = fgetc(file)
  }
  return bytes
}

/// A file's permission bits.
func mode(of path: String) -> mode_t {
  var status = stat()
  return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
}
