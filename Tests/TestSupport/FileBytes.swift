import Foundation

/// Replaces a file's content; its mode stays.
public func write(_ bytes: [UInt8], to path: String) {
  try? Data(bytes).write(to: URL(fileURLWithPath: path))
}

/// A file's bytes; empty if it can't be read.
public func bytes(of path: String) -> [UInt8] {
  FileManager.default.contents(atPath: path).map(Array.init) ?? []
}
