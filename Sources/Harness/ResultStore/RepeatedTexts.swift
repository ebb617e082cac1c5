/// Reads texts of which many are equal, each once.
///
/// Rows follow each other in a certain order, so after one text mostly comes the one that came after
/// it the last time: that is tried first, byte by byte, before a string is made and looked up.
struct RepeatedTexts<Value> {
  private var entries: [(text: [UInt8], value: Value)] = []
  private var places: [String: Int] = [:]
  private var expected = 0

  /// A text's value.
  /// - Parameters:
  ///   - text: the text, in UTF-8.
  ///   - read: makes the value of a text that was not seen before.
  mutating func value(
    of text: UnsafeBufferPointer<UInt8>, read: (String) throws -> Value
  ) rethrows -> Value {
    let place =
      expected < entries.count && text.elementsEqual(entries[expected].text)
      ? expected : try self.place(of: text, read)
    expected = place + 1 < entries.count ? place + 1 : 0
    return entries[place].value
  }

  private mutating func place(
    of text: UnsafeBufferPointer<UInt8>, _ read: (String) throws -> Value
  ) rethrows -> Int {
    let string = String(decoding: text, as: UTF8.self)
    if let place = places[string] { return place }
    entries.append((Array(text), try read(string)))
    places[string] = entries.count - 1
    return entries.count - 1
  }
}
