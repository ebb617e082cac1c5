import SystemPackage

/// The root of a proc file system; tests put a folder of their own in its place.
public struct ProcRoot: Sendable, Equatable {
  /// Where it is mounted.
  public let path: FilePath
  /// Whether its lists of children are used where it has them.
  let usesChildLists: Bool

  /// A root; `/proc` unless told otherwise.
  /// - Parameter usingChildLists: whether lists of children are used, which some kernels lack.
  public init(_ path: FilePath = "/proc", usingChildLists: Bool = true) {
    self.path = path
    usesChildLists = usingChildLists
  }

  /// A file of the whole machine, such as `stat`.
  public func file(_ name: FilePath.Component, capacity: Int = 4096) throws(ProcFSError)
    -> ProcFile
  {
    try ProcFile(path.appending(name), capacity: capacity)
  }

  /// A file of one process, such as `statm`.
  public func file(_ name: FilePath.Component, of pid: Int32) throws(ProcFSError) -> ProcFile {
    try ProcFile(folder(of: pid).appending(name))
  }

  /// The folder of a process.
  public func folder(of pid: Int32) -> FilePath { path.appending(String(pid)) }
}
