import SystemPackage

/// Cuts what comes from a descriptor into lines.
struct LineBuffer {
  private var bytes: [UInt8] = []
  /// Where the first line begins that was not taken.
  private var start = 0
  private var searched = 0

  /// The next whole line without its line feed, or nil.
  mutating func next() -> [UInt8]? {
    guard let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
      searched = bytes.count
      return nil
    }
    defer { (start, searched) = (end + 1, end + 1) }
    return Array(bytes[start..<end])
  }

  /// The part that has come of a line that is not whole, or nil.
  var rest: [UInt8]? {
    if start == bytes.count { return nil }
    // Right after a reading, which is when a long line is asked for, nothing has to be copied.
    return start == 0 ? bytes : Array(bytes[start...])
  }

  /// Reads what there is; false at the end.
  mutating func fill(from descriptor: FileDescriptor) -> Bool {
    bytes.removeSubrange(..<start)
    searched -= start
    start = 0
    return descriptor.readOnce { bytes.append(contentsOf: $0) }
  }
}
