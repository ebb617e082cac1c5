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

  /// The same for a path as text, of which no FilePath has to be made.
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
}
