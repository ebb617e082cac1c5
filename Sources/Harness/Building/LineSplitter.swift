import Glibc

/// Splits a stream of bytes into lines, without a string for each.
struct LineSplitter {
  private var begun: [UInt8] = []

  /// Hands out each line that ends in these bytes, without its line break.
  mutating func split(
    _ bytes: UnsafeRawBufferPointer, _ read: (UnsafeRawBufferPointer) -> Void
  ) {
    var rest = bytes[...]
    while let base = bytes.baseAddress,
      let found = memchr(base + rest.startIndex, CInt(UInt8(ascii: "\n")), rest.count)
    {
      let end = UnsafeRawPointer(found) - base
      let line = UnsafeRawBufferPointer(rebasing: rest[..<end])
      if begun.isEmpty {
        read(line)
      } else {
        begun += line
        begun.withUnsafeBytes(read)
        begun.removeAll(keepingCapacity: true)
      }
      rest = rest[(end + 1)...]
    }
    begun += rest
  }
}
