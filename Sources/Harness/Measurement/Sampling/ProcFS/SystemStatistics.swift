/// Time of all CPUs since boot, from the first line of `/proc/stat`. All times are in clock ticks, summed over
/// CPUs.
public struct SystemTime: Equatable, Sendable {
  /// All time.
  public let totalTicks: Int64
  /// Time during which a CPU was busy, without what the hypervisor stole: that is not this machine's work.
  public let busyTicks: Int64
  /// Time during which a CPU of this machine had work but the host ran something else on it.
  public let stolenTicks: Int64

  /// Parses the file: user nice system idle iowait irq softirq steal …
  public init(_ text: ProcText) throws(SamplingError) {
    // Time of this machine's own guests comes after `steal`, and is already part of user time.
    let numbers = text.numbers(from: 3, count: 8)
    guard numbers.count == 8 else { throw .malformed(path: text.path, missing: "cpu steal") }
    // Wrapping, as in ProcText, avoids a trap on a malformed file.
    totalTicks = numbers.reduce(0, &+)
    busyTicks = [0, 1, 2, 5, 6].reduce(0) { $0 &+ numbers[$1] }
    stolenTicks = numbers[7]
  }
}

/// The machine's memory, from `/proc/meminfo`.
public struct SystemMemory: Equatable, Sendable {
  /// All memory, kB.
  public let totalKilobytes: Int64
  /// The memory that new processes can use without swapping, kB.
  public let availableKilobytes: Int64

  /// Parses the file.
  public init(_ text: ProcText) throws(SamplingError) {
    totalKilobytes = try text.number(after: "MemTotal:")
    availableKilobytes = try text.number(after: "MemAvailable:")
  }
}

/// The swap lines of `/proc/meminfo`.
public struct SwapSpace: Equatable, Sendable {
  /// All swap space, kB.
  public let totalKilobytes: Int64
  /// Swap space in use, kB.
  public let usedKilobytes: Int64

  /// Parses the file.
  public init(_ text: ProcText) throws(SamplingError) {
    totalKilobytes = try text.number(after: "SwapTotal:")
    usedKilobytes = totalKilobytes &- (try text.number(after: "SwapFree:"))
  }
}

/// A list of CPUs as the kernel writes it: `0-2,5`.
public struct ProcessorList: Equatable, Sendable {
  private let ranges: [ClosedRange<Int>]

  /// The number of CPUs in the list.
  public var count: Int { ranges.map(\.count).reduce(0, +) }

  /// Returns whether a CPU is in the list.
  public func contains(_ cpu: Int) -> Bool { ranges.contains { $0.contains(cpu) } }

  /// Parses `Cpus_allowed_list:` of `/proc/PID/status`: the CPUs on which cpuset and affinity
  /// together let the process run.
  public init(allowedIn text: ProcText) throws(SamplingError) {
    let missing = SamplingError.malformed(path: text.path, missing: "Cpus_allowed_list:")
    guard let list = text.words(after: "Cpus_allowed_list:"), let ranges = Self.ranges(list) else {
      throw missing
    }
    self.ranges = ranges
  }

  /// Parses a file of /sys that is such a list, as `cpu0/topology/thread_siblings_list`.
  public init(_ text: ProcText) throws(SamplingError) {
    guard let ranges = Self.ranges(text.lines.first.map(String.init) ?? "") else {
      throw .unexpected(path: text.path, text: text.whole, allowed: "a list of CPUs")
    }
    self.ranges = ranges
  }

  private static func ranges(_ list: String) -> [ClosedRange<Int>]? {
    var ranges: [ClosedRange<Int>] = []
    for range in list.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = range.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
      guard ends.count <= 2, let first = ends.first ?? nil, let last = ends.last ?? nil,
        first >= 0, last >= first, last < maximum
      else { return nil }
      ranges.append(first...last)
    }
    return ranges
  }

  /// More than any kernel supports, and too few for sums to overflow.
  private static let maximum = 1 << 20
}
