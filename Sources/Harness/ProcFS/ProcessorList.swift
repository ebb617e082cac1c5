/// CPUs as the kernel lists them: `0-2,5`.
public struct ProcessorList: Equatable, Sendable {
  /// How many CPUs are listed.
  public let count: Int

  /// Parses the line `Cpus_allowed_list:` of `/proc/PID/status`: the CPUs on which cpuset and
  /// affinity together let the process run.
  public init(allowedIn text: ProcText) throws(ProcFSError) {
    let missing = ProcFSError.malformed(path: text.path, missing: "Cpus_allowed_list:")
    guard let list = text.words(after: "Cpus_allowed_list:") else { throw missing }
    var count = 0
    for range in list.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = range.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
      guard ends.count <= 2, let first = ends.first ?? nil, let last = ends.last ?? nil,
        first >= 0, last >= first, last < Self.most
      else { throw missing }
      count += last - first + 1
    }
    self.count = count
  }

  /// More than any kernel can be built for, and few enough that sums can't overflow.
  private static let most = 1 << 20
}
