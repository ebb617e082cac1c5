import Foundation
public import SystemPackage

/// The programs that were built or installed with this one.
public enum InstalledProgram {
  /// The places in which a program of this name may be: beside this program, or in `../libexec/rehearse`.
  public static func places(of name: String) throws -> [FilePath] {
    let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let folder = FilePath(program).removingLastComponent()
    return [
      folder.appending(name),
      folder.removingLastComponent().appending("libexec/rehearse").appending(name),
    ]
  }
}
