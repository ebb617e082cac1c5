import Glibc

/// Reads lines from a descriptor, without waiting for more than has arrived.
public struct LineReader {
  private let descriptor: Int32
  private var pending: [UInt8] = []

  /// Creates a reader of a descriptor, which still belongs to the caller.
  public init(descriptor: Int32) { self.descriptor = descriptor }

  /// The next line without its line feed, or nil at the end of input.
  public mutating func next() -> [UInt8]? {
    var searched = 0
    while true {
      if let end = pending[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { pending.removeSubrange(...end) }
        return Array(pending[..<end])
      }
      searched = pending.count
      guard fill() else { return nil }
    }
  }

  private mutating func fill() -> Bool {
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { chunk in
      while true {
        let count = read(descriptor, chunk.baseAddress, chunk.count)
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else { return false }
        pending.append(contentsOf: chunk[..<count])
        return true
      }
    }
  }
}
