import SystemPackage

/// What can go wrong with a file of /proc.
public enum ProcFSError: Error, Equatable, CustomStringConvertible {
  /// It can't be opened or read: the process has ended, or is not ours.
  case unreadable(path: FilePath, errno: Errno)
  /// It does not hold the field that every kernel since 4.0 writes.
  case malformed(path: FilePath, missing: String)

  /// The file and what is wrong with it.
  public var description: String {
    switch self {
    case .unreadable(let path, let errno): "\(path) can't be read: \(errno)."
    case .malformed(let path, let missing): "\(path) has no field '\(missing)'."
    }
  }
}
