/// How the processes of a run could be watched, and what happened to them meanwhile: what a reader of its
/// measurements must know as well.
public struct RunCircumstances: Sendable, Equatable, Codable {
  /// How the processes that it started were found; nil if unknown, as for commands shorter than 20 ms and in
  /// imports.
  public var treeSource: TreeSource?
  /// The reasons why there was no control group, or why a part of its measurements was missing: one reason
  /// each, in words.
  public var groupRefusals: [String]
  /// A Boolean value indicating whether the control group counted CPU time, too, which may be refused
  /// separately. Nil if unknown.
  public var countsCPUByGroup: Bool?
  /// The number of processes that were found but could not be read.
  public var unreadableProcesses: Int
  /// The reason why the run could not be sampled at all, in words; nil if it could.
  public var samplingRefusal: String?
  /// A Boolean value indicating whether /proc showed only processes of Rehearse's own user (hidepid), so that
  /// others were neither found nor read.
  public var hidesOthers: Bool
  /// How long its first process was stopped by a signal, ns, as far as samples show.
  public var stoppedTime: Int64
  /// The number of samples taken for each one kept, 1 unless there were too many.
  public var samplesPerKept: Int
  /// The services whose peak anonymous memory is exact only to the kernel's batches (``AnonymousPeak``);
  /// nil for none.
  public var batchedServices: [String]?
  /// The most memory seen in pages of the kernel's pool (hugetlb), bytes, which no measurement includes; nil
  /// for none.
  public var hugePages: Int64?
  /// The number of processes of its own control group that the kernel ended because memory ran out, for commands that
  /// of all runs made at once; nil for none, and without a group.
  public var memoryKills: Int64?

  /// Circumstances; by default those of a run without any.
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

/// How the processes that a process started were found.
public enum TreeSource: String, Sendable, Equatable, Codable, CaseIterable {
  /// By a control group that they can't leave: none is missed.
  case controlGroup = "control-group"
  /// By the kernel's lists of children. A process that lived between two scans is missed, and so is one whose
  /// parent ended before it was seen.
  case children
  /// By looking at every process of the machine, less often because it is expensive; misses the same.
  case scan

  /// The source in words.
  public var words: String {
    switch self {
    case .controlGroup: "a control group"
    case .children: "the kernel's lists of children"
    case .scan: "a scan of all processes"
    }
  }
}
