import ProcFS

/// What can go wrong with reading a process.
public enum SamplingError: Error, Equatable, CustomStringConvertible {
  /// The process is not there, or not ours.
  case noSuchProcess(pid: Int32)
  /// A file of /proc failed us.
  case proc(ProcFSError)

  /// What failed.
  public var description: String {
    switch self {
    case .noSuchProcess(let pid): "There is no process \(pid) whose clock may be read."
    case .proc(let error): error.description
    }
  }
}
