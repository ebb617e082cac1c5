import Foundation

/// Writes bytes to a file, replacing it.
func write(_ bytes: [UInt8], to path: String) {
  _ = FileManager.default.createFile(atPath: path, contents: Data(bytes))
}

/// A file's bytes; none when it can not be read.
func bytes(of path: String) -> [UInt8] {
  FileManager.default.contents(atPath: path).map(Array.init) ?? []
}
