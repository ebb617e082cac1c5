import DriverProtocol

/// The resident memory of a process by what backs it, from `/proc/PID/smaps`.
public struct MemoryMap: Equatable, Sendable {
  /// Memory of mapped files, including shared memory.
  public private(set) var files = Bytes.zero
  /// Memory of its threads' stacks.
  public private(set) var stacks = Bytes.zero
  /// All other memory: the heap, and anonymous mappings.
  public private(set) var anonymous = Bytes.zero

  /// Parses the file. Mappings of files for whose path `isLeftOut` returns true are left out.
  public init(_ text: ProcText, leavingOut isLeftOut: (Substring) -> Bool = { _ in false }) {
    var mapping: Mapping?
    var before: Mapping?
    for line in text.lines {
      if let next = Mapping(line, above: before) {
        if let mapping { add(mapping, isLeftOut) }
        (mapping, before) = (next, next)
      } else if line.hasPrefix("Rss:") {
        mapping?.resident = Bytes(kilobytes: Self.number(line))
      } else if line.hasPrefix("VmFlags:"), line.contains(" nh") {
        mapping?.isOfThread = true
      }
    }
    if let mapping { add(mapping, isLeftOut) }
  }

  private mutating func add(_ mapping: Mapping, _ isLeftOut: (Substring) -> Bool) {
    if mapping.path.hasPrefix("/") {
      if !isLeftOut(mapping.path) { files = files + mapping.resident }
    } else if mapping.path == "[stack]" || mapping.path.isEmpty && mapping.isOfThread {
      stacks = stacks + mapping.resident
    } else {
      anonymous = anonymous + mapping.resident
    }
  }

  private static func number(_ line: Substring) -> Int64 {
    line.split(separator: " ").dropFirst().first.flatMap { Int64($0) } ?? 0
  }

  /// One mapping: `7f00-7f10 rw-p 00000000 00:00 0    [heap]`.
  private struct Mapping {
    let start: UInt64
    let end: UInt64
    let isAccessible: Bool
    let path: Substring
    var resident = Bytes.zero
    /// A Boolean value indicating whether it is a thread's stack. Linux shows this since 6.7 (`MAP_STACK`
    /// asks for no huge pages). Earlier, the small inaccessible mapping below it gives it away.
    var isOfThread: Bool

    /// A guard is a page, or 64 KiB on some machines; address space reserved by an allocator is larger.
    private static let greatestGuard: UInt64 = 65536

    /// The mapping that a line begins, if any. `below` is the mapping before it.
    init?(_ line: Substring, above below: Mapping?) {
      guard let first = line.utf8.first, !(UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first)
      else { return nil }
      let words = line.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true)
      guard words.count >= 5 else { return nil }
      let range = words[0].split(separator: "-")
      guard range.count == 2, let start = UInt64(range[0], radix: 16),
        let end = UInt64(range[1], radix: 16), start <= end
      else { return nil }
      (self.start, self.end) = (start, end)
      isAccessible = !words[1].hasPrefix("---")
      path = words.count > 5 ? words[5].drop { $0 == " " } : ""
      if let below, below.end == start, !below.isAccessible, below.path.isEmpty {
        isOfThread = below.end - below.start <= Self.greatestGuard
      } else {
        isOfThread = false
      }
    }
  }
}
