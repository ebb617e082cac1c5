import SystemPackage

/// The library that counts what programs allocate, loaded before all others of theirs.
public struct AllocationCounter: Sendable {
  /// The library's file.
  let path: FilePath
  /// The size of the file in which a process records its call paths, bytes: some 200,000 of them.
  public var stacksSize = 64 << 20

  /// The one that was built or installed with a launcher: beside it.
  public init(beside launcher: Launcher) {
    path = launcher.path.removingLastComponent().appending("librehearse-allocations.so")
  }
}
