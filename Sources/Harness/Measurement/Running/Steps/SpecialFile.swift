import Foundation
import Glibc
public import SystemPackage

/// Something to be copied that is no regular file: reading a named pipe would block for ever, and a
/// device has no end.
public struct SpecialFile: Sendable, Equatable {
  /// Its path.
  public let path: FilePath
  /// Its kind, such as `a named pipe`.
  public let kind: String

  /// Finds the first one in a file or a folder, with all that is below; targets of links inside are not copied.
  /// - Parameter path: if it is a link, it is followed.
  /// - Returns: nil if there is none.
  public static func first(in path: FilePath) -> SpecialFile? {
    var facts = stat()
    guard stat(path.string, &facts) == 0 else { return nil }
    return first(path, facts.st_mode)
  }

  private static func first(_ path: FilePath, _ mode: mode_t) -> SpecialFile? {
    switch mode & S_IFMT {
    case S_IFIFO: return SpecialFile(path: path, kind: "a named pipe")
    case S_IFSOCK: return SpecialFile(path: path, kind: "a socket")
    case S_IFCHR, S_IFBLK: return SpecialFile(path: path, kind: "a device")
    case S_IFDIR:
      let names = (try? FileManager.default.contentsOfDirectory(atPath: path.string)) ?? []
      for name in names.sorted() {
        let inner = path.appending(name)
        var facts = stat()
        if lstat(inner.string, &facts) == 0, let found = first(inner, facts.st_mode) {
          return found
        }
      }
      return nil
    default: return nil
    }
  }
}
