import SystemPackage

/// Splits the bytes from a descriptor into lines.
struct LineBuffer {
  private var bytes: [UInt8] = []
  /// The offset at which the first untaken line begins.
  private var start = 0
  private var searched = 0

  /// The next complete line without its line feed, or nil.
  mutating func next() -> [UInt8]? {
    guard let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
      searched = bytes.count
      return nil
    }
    defer { (start, searched) = (end + 1, end + 1) }
    return Array(bytes[start..<end])
  }

  /// The bytes so far of an incomplete line, or nil.
  var rest: [UInt8]? {
    if start == bytes.count { return nil }
    // Right after a read, which is when a long line is asked for, nothing is copied.
    return start == 0 ? bytes : Array(bytes[start...])
  }

  /// Reads what is available; false at the end.
  mutating func fill(from descriptor: FileDescriptor) -> Bool {
    bytes.removeSubrange(..<start)
    searched -= start
    start = 0
    return descriptor.readOnce { bytes.append(contentsOf: $0) }
  }
}
