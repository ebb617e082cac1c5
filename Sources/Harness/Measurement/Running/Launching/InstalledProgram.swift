import Foundation
public import SystemPackage

/// The programs that were built or installed with this one.
public enum InstalledProgram {
  /// The path of this program, even if PATH has another.
  public static var own: FilePath {
    get throws {
      FilePath(try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
    }
  }

  /// The places in which a program of this name may be: beside this program, or in `../libexec/rehearse`.
  public static func places(of name: String) throws -> [FilePath] {
    let folder = try own.removingLastComponent()
    return [
      folder.appending(name),
      folder.removingLastComponent().appending("libexec/rehearse").appending(name),
    ]
  }
}
