/// Text in which `${name}` is a variable of the build; `$${name}` gives the text `${name}`.
///
/// Braces without a valid name, such as a shell's own `${file%.gz}`, are left alone. A regular expression would be
/// compiled for each text, which took most of the time that scenarios of thousands of commands needed.
public enum VariableText {
  /// The variable that every build has: the scenario's folder at the measured revision.
  public static let scenarioFolder = "scenario"

  /// A variable in a text, or a text that stands for one.
  private struct Mention {
    /// From the first dollar sign to the brace at the end.
    let range: Range<String.Index>
    let name: String
    let isEscaped: Bool
  }

  /// The names of the variables in a text.
  public static func names(in text: String) -> [String] {
    mentions(in: text).filter { !$0.isEscaped }.map(\.name)
  }

  static func isName(_ text: String) -> Bool {
    guard let first = text.utf8.first, isLetter(first) else { return false }
    return text.utf8.allSatisfy(isInName)
  }

  /// The text with variables resolved; a variable without a value stays.
  public static func resolved(_ text: String, by values: [String: String]) -> String {
    let mentions = mentions(in: text)
    if mentions.isEmpty { return text }
    var resolved = ""
    var rest = text.startIndex
    for mention in mentions {
      resolved += text[rest..<mention.range.lowerBound]
      resolved +=
        mention.isEscaped
        ? "${\(mention.name)}" : values[mention.name] ?? String(text[mention.range])
      rest = mention.range.upperBound
    }
    return resolved + text[rest...]
  }

  private static func mentions(in text: String) -> [Mention] {
    let bytes = text.utf8
    var mentions: [Mention] = []
    var rest = bytes[...]
    while let start = rest.firstIndex(of: UInt8(ascii: "$")) {
      if let mention = mention(in: bytes, at: start) {
        mentions.append(mention)
        rest = bytes[mention.range.upperBound...]
      } else {
        rest = bytes[bytes.index(after: start)...]
      }
    }
    return mentions
  }

  /// The variable whose first dollar sign is at an index; nil if none begins there.
  private static func mention(in bytes: String.UTF8View, at start: String.Index) -> Mention? {
    var rest = bytes[bytes.index(after: start)...]
    let isEscaped = rest.first == UInt8(ascii: "$")
    if isEscaped { rest.removeFirst() }
    guard rest.popFirst() == UInt8(ascii: "{"), let first = rest.first, isLetter(first) else {
      return nil
    }
    let begin = rest.startIndex
    rest = rest.drop(while: isInName)
    let port = ".port".utf8
    if rest.starts(with: port) { rest.removeFirst(port.count) }
    let end = rest.startIndex
    guard rest.popFirst() == UInt8(ascii: "}") else { return nil }
    return Mention(
      range: start..<rest.startIndex, name: String(decoding: bytes[begin..<end], as: UTF8.self),
      isEscaped: isEscaped)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    // A letter of ASCII differs from the other case by one bit.
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static func isInName(_ byte: UInt8) -> Bool {
    isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
  }
}
