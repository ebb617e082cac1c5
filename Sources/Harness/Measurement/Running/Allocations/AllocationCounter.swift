import SystemPackage

/// The library that counts a program's allocations. It is loaded before all other libraries.
public struct AllocationCounter: Sendable {
  let path: FilePath
  /// The size of the file in which a process records its call paths, bytes: room for some 200,000.
  public var stacksSize = 64 << 20

  /// The library built or installed beside this launcher.
  public init(beside launcher: Launcher) {
    path = launcher.program("librehearse-allocations.so")
  }
}
