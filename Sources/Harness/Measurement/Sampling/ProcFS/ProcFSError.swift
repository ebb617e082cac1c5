import SystemPackage

/// A failure to read a file of /proc.
public enum ProcFSError: Error, Equatable, CustomStringConvertible {
  /// It can't be opened or read: the process has ended, or belongs to another user.
  case unreadable(path: FilePath, errno: Errno)
  /// It lacks a field that every kernel since 4.0 writes.
  case malformed(path: FilePath, missing: String)
  /// It has no memory lines: the process, or its first thread, has ended and was not waited for.
  case withoutMemory(path: FilePath)
  /// It has text that no known kernel writes.
  case unexpected(path: FilePath, text: String, allowed: String)

  /// The file and what is wrong with it.
  public var description: String {
    switch self {
    case .unreadable(let path, let errno): "\(path) can't be read: \(errno)."
    case .malformed(let path, let missing): "\(path) has no field '\(missing)'."
    case .withoutMemory(let path): "\(path) has no field 'VmHWM:'."
    case .unexpected(let path, let text, let allowed):
      "\(path) holds '\(text)'; expected: \(allowed)."
    }
  }
}
