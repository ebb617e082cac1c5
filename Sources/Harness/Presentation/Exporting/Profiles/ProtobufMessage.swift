/// A message of protocol buffers, as in a file.
///
/// Source: <https://protobuf.dev/programming-guides/encoding/>: a tag of number and type before each value;
/// zeros may be omitted. pprof only needs four kinds of fields, which don't justify a library.
struct ProtobufMessage {
  private(set) var bytes: [UInt8] = []

  /// Adds a number; 0, the default, is omitted.
  mutating func add(_ number: Int, _ value: Int64) {
    guard value != 0 else { return }
    appendTag(number, type: 0)
    append(UInt64(bitPattern: value))
  }

  mutating func add(_ number: Int, packed values: [Int64]) {
    var list = ProtobufMessage()
    for value in values { list.append(UInt64(bitPattern: value)) }
    add(number, list.bytes)
  }

  /// Adds a text, or one of several.
  mutating func add(_ number: Int, _ text: String) { add(number, Array(text.utf8)) }

  /// Adds a message, or one of several.
  mutating func add(_ number: Int, _ fill: (inout ProtobufMessage) -> Void) {
    var message = ProtobufMessage()
    fill(&message)
    add(number, message.bytes)
  }

  private mutating func add(_ number: Int, _ content: [UInt8]) {
    appendTag(number, type: 2)
    append(UInt64(content.count))
    bytes += content
  }

  private mutating func appendTag(_ number: Int, type: Int) { append(UInt64(number << 3 | type)) }

  /// Appends seven bits at a time, the lowest first; all bytes except the last say that more follow.
  private mutating func append(_ value: UInt64) {
    var rest = value
    while rest > 0x7F {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}
