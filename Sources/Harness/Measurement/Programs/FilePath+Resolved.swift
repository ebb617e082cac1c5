import Foundation
import Glibc
import SystemPackage

extension FilePath {
  /// The same place without symbolic links and dots; nil if nothing is there.
  public var existing: FilePath? { Self.existing(string).map { FilePath($0) } }

  /// The same for a path as text, without the time of making a FilePath.
  static func existing(_ path: String) -> String? {
    guard let end = realpath(path, nil) else { return nil }
    defer { free(end) }
    return String(cString: end)
  }

  /// The same place without symbolic links and dots; if nothing is there, only without dots.
  public var resolved: FilePath { existing ?? lexicallyNormalized() }

  /// A Boolean value indicating whether a folder is there, perhaps by symbolic links.
  public var isFolder: Bool {
    var isFolder = ObjCBool(false)
    return FileManager.default.fileExists(atPath: string, isDirectory: &isFolder)
      && isFolder.boolValue
  }

  /// A Boolean value indicating whether a file holds only git-lfs's pointer to its content.
  public var isLargeFilePointer: Bool {
    // Pointers are shorter.
    guard let head = Self.head(of: string, 1024), head.count < 1024 else { return false }
    return head.starts(with: "version https://git-lfs.github.com/spec/v1".utf8)
  }

  /// The beginning of a file, at most so many bytes; nil if it can't be read.
  static func head(of path: String, _ most: Int) -> ArraySlice<UInt8>? {
    let file = try? FileDescriptor.open(path, .readOnly, options: [.closeOnExec, .nonBlocking])
    guard let file else { return nil }
    defer { try? file.close() }
    var bytes = [UInt8](repeating: 0, count: most)
    let count = try? bytes.withUnsafeMutableBytes { try file.read(into: $0) }
    return count.map { bytes[..<$0] }
  }
}
