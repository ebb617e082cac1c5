/// Replacements of some texts by others, all in one pass: one after the other, as strings do it, takes
/// seconds for a picture of thousands of dots.
struct TextEdits {
  private let edits: [(old: [UInt8], new: [UInt8])]
  /// Whether an old text begins with a byte.
  private let begins: [Bool]

  /// - Parameter edits: old texts, none of them empty, and what takes their place; of two that match
  ///   at the same place the one that stands first.
  init(_ edits: [(old: String, new: String)]) {
    self.edits = edits.map { (Array($0.old.utf8), Array($0.new.utf8)) }
    var begins = [Bool](repeating: false, count: 256)
    for edit in self.edits { begins[Int(edit.old[0])] = true }
    self.begins = begins
  }

  /// A text with all of them made; what was put in is not looked at again.
  func applied(to text: some StringProtocol) -> String {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + 64)
    var place = 0
    while place < bytes.count {
      let byte = bytes[place]
      if begins[Int(byte)],
        let edit = edits.first(where: { bytes[place...].starts(with: $0.old) })
      {
        result += edit.new
        place += edit.old.count
      } else {
        result.append(byte)
        place += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
