/// By what means the processes that a process started were found.
public enum TreeSource: String, Sendable, Equatable, Codable {
  /// A control group that they can't leave: none is missed.
  case controlGroup = "control-group"
  /// The kernel's lists of children: one that lived between two looks is missed, and so is one
  /// whose parent ended before it was seen.
  case children
  /// A look at every process of the machine, less often because it is dear; misses the same.
  case scan

  /// The same in words.
  public var words: String {
    switch self {
    case .controlGroup: "a control group"
    case .children: "the kernel's lists of children"
    case .scan: "a scan of all processes"
    }
  }
}
