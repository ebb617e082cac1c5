import Foundation
public import SystemPackage

/// The executables that were built with the tests.
public enum BuiltProducts {
  /// The folder of the test bundle.
  public static let folder: FilePath = {
    let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") }
    return FilePath(bundle ?? program ?? "").removingLastComponent()
  }()

  /// An executable of the package.
  public static func path(of name: String) -> FilePath { folder.pushing(FilePath(name)) }

  /// Replays steps, well or badly.
  public static let testDriver = path(of: "test-driver").string
  /// Starts drivers.
  public static let launcher = path(of: "rehearse-launcher")
  /// The command line.
  public static let rehearse = path(of: "rehearse").string
}
