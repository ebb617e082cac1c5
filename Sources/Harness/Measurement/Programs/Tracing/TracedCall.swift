/// A system call in a trace, as strace prints it: `4711  openat(AT_FDCWD</>, "a", O_RDONLY) = 3</a>`.
struct TracedCall {
  let process: Int32
  let name: Substring
  /// The arguments, as printed.
  let arguments: [Substring]
  /// The result up to the first blank, as printed: `0`, `3</a>`, `-1`.
  let result: Substring
  /// The name of the error; nil if there was none.
  let error: Substring?

  /// The names of the calls that start a process.
  static let starters: Set<Substring> = ["clone", "clone3", "fork", "vfork"]

  var succeeded: Bool { error == nil && !result.isEmpty && result.first != "?" }

  /// Parses a call without its process; nil if it is no call, such as the end of a process.
  init?(_ text: Substring, of process: Int32) {
    let bytes = text.utf8
    guard let open = bytes.firstIndex(of: UInt8(ascii: "(")),
      let first = bytes.first, first != UInt8(ascii: "+"), first != UInt8(ascii: "-")
    else { return nil }
    self.process = process
    name = text[..<open]
    guard
      let (arguments, end) = Self.arguments(text[text.index(after: open)...]),
      let sign = text[end...].firstRange(of: "= ")
    else { return nil }
    self.arguments = arguments
    let rest = text[sign.upperBound...]
    // A path in the result may contain blanks: it ends with its bracket.
    if let bracket = rest.utf8.firstIndex(of: UInt8(ascii: "<")),
      rest[..<bracket].utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
      let close = rest.utf8.lastIndex(of: UInt8(ascii: ">"))
    {
      result = rest[...close]
      error = nil
      return
    }
    let words = rest.split(separator: " ", maxSplits: 2)
    result = words.first ?? ""
    error = result == "-1" ? words.dropFirst().first ?? "" : nil
  }

  /// The arguments between the brackets of a call, and the position after them; nil if they don't end.
  private static func arguments(_ text: Substring) -> ([Substring], String.Index)? {
    var arguments: [Substring] = []
    let bytes = text.utf8
    var (start, place) = (bytes.startIndex, bytes.startIndex)
    var depth = 0
    var isQuoted = false
    while place < bytes.endIndex {
      let byte = bytes[place]
      if isQuoted {
        if byte == UInt8(ascii: "\\") {
          place = bytes.index(after: place)
          if place == bytes.endIndex { return nil }
        } else if byte == UInt8(ascii: "\"") {
          isQuoted = false
        }
      } else {
        switch byte {
        case UInt8(ascii: "\""): isQuoted = true
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "("): depth += 1
        // The path of a descriptor, in which strace writes angle brackets as numbers.
        case UInt8(ascii: "<"):
          guard let close = bytes[place...].firstIndex(of: UInt8(ascii: ">")) else { return nil }
          place = close
        case UInt8(ascii: ")") where depth == 0:
          if start != place || !arguments.isEmpty { arguments.append(trimmed(text[start..<place])) }
          return (arguments, bytes.index(after: place))
        case UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ")"): depth -= 1
        case UInt8(ascii: ",") where depth == 0:
          arguments.append(trimmed(text[start..<place]))
          start = bytes.index(after: place)
        default: break
        }
      }
      place = bytes.index(after: place)
    }
    return nil
  }

  private static func trimmed(_ text: Substring) -> Substring {
    text.first == " " ? text.dropFirst() : text
  }

  /// The text of a quoted argument without strace's escapes; nil if it is not quoted, such as a
  /// null pointer, or not UTF-8.
  func text(_ place: Int) -> String? {
    guard arguments.indices.contains(place) else { return nil }
    return Self.quoted(arguments[place]).flatMap(Self.unescaped)
  }

  private static func quoted(_ argument: Substring) -> Substring? {
    guard argument.first == "\"", argument.count > 1, argument.last == "\"" else { return nil }
    return argument.dropFirst().dropLast()
  }

  /// The path of a descriptor argument: `3</a>`, `AT_FDCWD</a>`; nil if it is not a file.
  func descriptor(_ place: Int) -> String? {
    arguments.indices.contains(place) ? Self.path(of: arguments[place]) : nil
  }

  /// The paths that are not UTF-8, as printed.
  var illegiblePaths: [String] {
    (arguments + [result]).compactMap { word in
      guard word.utf8.contains(UInt8(ascii: "\\")) else { return nil }
      let path = Self.quoted(word) ?? Self.bracketed(word)
      return path.flatMap { Self.unescaped($0) == nil ? String($0) : nil }
    }
  }

  var resultPath: String? { Self.path(of: result) }

  private static func path(of descriptor: Substring) -> String? {
    bracketed(descriptor).flatMap(unescaped)
  }

  private static func bracketed(_ descriptor: Substring) -> Substring? {
    guard let open = descriptor.utf8.firstIndex(of: UInt8(ascii: "<")),
      let close = descriptor.utf8.lastIndex(of: UInt8(ascii: ">"))
    else { return nil }
    let path = descriptor[descriptor.utf8.index(after: open)..<close]
    return path.utf8.first == UInt8(ascii: "/") ? path : nil
  }

  /// The text with strace's escapes decoded.
  private static func unescaped(_ text: Substring) -> String? {
    let bytes = text.utf8
    guard bytes.contains(UInt8(ascii: "\\")) else { return String(text) }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var rest = bytes[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\"), let sign = rest.popFirst() else {
        result.append(byte)
        continue
      }
      switch sign {
      case UInt8(ascii: "n"): result.append(10)
      case UInt8(ascii: "t"): result.append(9)
      case UInt8(ascii: "r"): result.append(13)
      case UInt8(ascii: "v"): result.append(11)
      case UInt8(ascii: "f"): result.append(12)
      case UInt8(ascii: "0")...UInt8(ascii: "7"):
        var value = Int(sign - UInt8(ascii: "0"))
        for _ in 0..<2 {
          guard let digit = rest.first, UInt8(ascii: "0")...UInt8(ascii: "7") ~= digit else {
            break
          }
          value = value * 8 + Int(digit - UInt8(ascii: "0"))
          rest.removeFirst()
        }
        result.append(UInt8(truncatingIfNeeded: value))
      default: result.append(sign)
      }
    }
    return String(validating: result, as: UTF8.self)
  }
}
