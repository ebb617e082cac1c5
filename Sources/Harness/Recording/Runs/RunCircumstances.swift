/// The way in which the processes of a run could be watched, and what happened to them meanwhile:
/// what a reader of its measurements has to know beside them.
public struct RunCircumstances: Sendable, Equatable, Codable {
  /// The way in which the processes that it started were found; nil where nobody looked, as in
  /// commands shorter than 20 ms and in imports.
  public var treeSource: TreeSource?
  /// Why there was no control group, or a part of its measurements was missing: a reason each, in
  /// words.
  public var groupRefusals: [String]
  /// A Boolean value indicating whether the control group counted CPU time too: its parts may be
  /// refused apart. Nil where nobody looked.
  public var countsCPUByGroup: Bool?
  /// Processes that were found, but could not be read.
  public var unreadableProcesses: Int
  /// Why the run could not be sampled at all, in words; nil where it could.
  public var samplingRefusal: String?
  /// A Boolean value indicating whether /proc showed Rehearse its own user's processes alone
  /// (hidepid), so that what runs as another user was neither found nor read.
  public var hidesOthers: Bool
  /// For how long its first process was stopped by a signal, ns, as far as samples show it.
  public var stoppedTime: Int64
  /// The number of samples taken for each that is kept, 1 unless there were too many to keep.
  public var samplesPerKept: Int
  /// The services whose peak anonymous memory is exact only to the kernel's batches (``AnonymousPeak``);
  /// nil for none.
  public var batchedServices: [String]?
  /// The most memory that was seen in pages of the kernel's pool (hugetlb), bytes, which is in no
  /// measurement; nil for none.
  public var hugePages: Int64?

  /// Circumstances; those of a run without any by default.
  public init(
    treeSource: TreeSource? = nil, groupRefusals: [String] = [], countsCPUByGroup: Bool? = nil,
    unreadableProcesses: Int = 0, samplingRefusal: String? = nil, hidesOthers: Bool = false,
    stoppedTime: Int64 = 0, samplesPerKept: Int = 1, batchedServices: [String]? = nil,
    hugePages: Int64? = nil
  ) {
    self.treeSource = treeSource
    self.groupRefusals = groupRefusals
    self.countsCPUByGroup = countsCPUByGroup
    self.unreadableProcesses = unreadableProcesses
    self.samplingRefusal = samplingRefusal
    self.hidesOthers = hidesOthers
    self.stoppedTime = stoppedTime
    self.samplesPerKept = samplesPerKept
    self.batchedServices = batchedServices
    self.hugePages = hugePages == 0 ? nil : hugePages
  }
}

/// By what means the processes that a process started were found.
public enum TreeSource: String, Sendable, Equatable, Codable {
  /// A control group that they can't leave: none is missed.
  case controlGroup = "control-group"
  /// The kernel's lists of children: one that lived between two scans is missed, and so is one
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
