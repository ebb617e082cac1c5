import Foundation

/// Writes bytes into a file, in the place of what it held; its mode stays.
public func write(_ bytes: [UInt8], to path: String) {
  try? Data(bytes).write(to: URL(fileURLWithPath: path))
}

/// A file's bytes; none when it can not be read.
public func bytes(of path: String) -> [UInt8] {
  FileManager.default.contents(atPath: path).map(Array.init) ?? []
}
