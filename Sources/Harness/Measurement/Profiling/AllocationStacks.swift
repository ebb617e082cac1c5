import CAllocationPage
import Glibc
import SystemPackage

/// All call paths by which a process has allocated so far, from the counter's file.
public struct AllocationStacks: Sendable, Equatable {
  /// The paths in the order of their first use; new ones are appended.
  public let paths: [Path]
  /// The number of allocations missing from the paths because the file was full.
  public let lost: Int64
  /// Their bytes.
  public let lostBytes: Int64

  /// One call path.
  public struct Path: Sendable, Equatable {
    /// Return addresses, the innermost first.
    public let addresses: [UInt64]
    /// The type of the Swift object; nil for other blocks.
    public let type: String?
    /// The number of blocks.
    public let count: Int64
    /// Their bytes.
    public let bytes: Int64
    /// The number of them that are not freed yet. Blocks allocated by another process can make it negative.
    public let live: Int64
    /// Their bytes.
    public let liveBytes: Int64
    /// A Boolean value indicating whether its outermost calls are left out.
    public var isCut: Bool { addresses.count >= Self.depth }

    private static let depth = STACK_DEPTH
  }

  /// The environment variable that asks for stacks; it holds their file's size in bytes.
  public static let variable = ALLOCATION_STACKS

  /// Reads the file of a process, which may be running.
  /// - Returns: nil if it can't be read, or is not ready.
  public init?(_ file: FilePath) {
    guard
      let handle = try? FileDescriptor.open(file, .readOnly, options: [.closeOnExec, .noFollow])
    else { return nil }
    defer { try? handle.close() }
    guard let head = Self.read(handle, MemoryLayout<stack_header>.size),
      let used = Int(exactly: Self.number(head, 8)), used < 1 << 33,
      let bytes = Self.read(handle, used)
    else { return nil }
    try? self.init(bytes)
  }

  /// Reads a file's content.
  /// - Throws: ``ProfilingError`` if it is no such file, or contradicts itself.
  public init(_ bytes: [UInt8]) throws(ProfilingError) {
    let first = MemoryLayout<stack_header>.size + STACK_INDEX * 4
    guard bytes.count >= first, Self.number(bytes, 0) == STACK_MARK else {
      throw .noAllocationPaths
    }
    let used = min(Self.number(bytes, 8), UInt64(bytes.count))
    lost = Int64(clamping: Self.number(bytes, 24))
    lostBytes = Int64(clamping: Self.number(bytes, 32))
    var paths: [Path] = []
    var place = first
    let head = MemoryLayout<stack_entry>.size
    while place + head <= used {
      func field(_ offset: Int) -> Int64 { Int64(bitPattern: Self.number(bytes, place + offset)) }
      let lengths = Self.number(bytes, place + 48)
      let (depth, length) = (Int(lengths & 0xFFFF_FFFF), Int(lengths >> 32))
      guard depth <= STACK_DEPTH, length <= STACK_TYPE else { throw .damagedAllocationPath(place) }
      let name = place + head + depth * 8
      let end = name + (length + 7) / 8 * 8
      guard end <= used else { throw .damagedAllocationPath(place) }
      paths.append(
        Path(
          addresses: (0..<depth).map { Self.number(bytes, place + head + $0 * 8) },
          type: length == 0 ? nil : String(decoding: bytes[name..<(name + length)], as: UTF8.self),
          count: field(8), bytes: field(16), live: field(24), liveBytes: field(32)))
      place = end
    }
    self.paths = paths
  }

  private static func read(_ file: FileDescriptor, _ count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let more = bytes.withUnsafeMutableBytes { buffer in
        (try? file.read(
          fromAbsoluteOffset: Int64(filled),
          into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))) ?? 0
      }
      if more == 0 { return nil }
      filled += more
    }
    return bytes
  }

  private static func number(_ bytes: [UInt8], _ place: Int) -> UInt64 {
    bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: place, as: UInt64.self) }
  }
}
