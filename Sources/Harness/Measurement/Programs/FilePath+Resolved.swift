import Foundation
import Glibc
import SystemPackage

extension FilePath {
  /// The same place without symbolic links and dots; nil if nothing is there.
  public var existing: FilePath? {
    guard let path = realpath(string, nil) else { return nil }
    defer { free(path) }
    return FilePath(platformString: path)
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
    guard let head = self.head(1024), head.count < 1024 else { return false }
    return head.starts(with: "version https://git-lfs.github.com/spec/v1".utf8)
  }

  /// The beginning of a file, at most so many bytes; nil if it can't be read.
  func head(_ most: Int) -> ArraySlice<UInt8>? {
    let file = try? FileDescriptor.open(self, .readOnly, options: [.closeOnExec, .nonBlocking])
    guard let file else { return nil }
    defer { try? file.close() }
    var bytes = [UInt8](repeating: 0, count: most)
    let count = try? bytes.withUnsafeMutableBytes { try file.read(into: $0) }
    return count.map { bytes[..<$0] }
  }
}
