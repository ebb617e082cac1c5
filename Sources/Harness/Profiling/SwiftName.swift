/// A Swift symbol as people name it: the function that it belongs to, and its module.
///
/// Specialisations, closures, thunks and functions within functions are put under the function that was
/// written: they are its work, and the next compiler may cut it otherwise.
struct SwiftName: Equatable {
  /// Without module, types and specialisation: `Inventory.devices(matching:)`.
  let name: String
  /// The Swift module; nil where the symbol names none.
  let module: String?

  /// Reads a mangled symbol; nil where it is none of Swift's.
  init?(mangled symbol: String) {
    // `$s…Tm` and the like may have a suffix of the linker's: `.resume.0`, `.llvm.123`.
    let core = symbol.prefix { $0 != "." }
    // The names of types within types within types can be as long as they like.
    guard core.hasPrefix("$s") || core.hasPrefix("_$s") || core.hasPrefix("$S"),
      core.utf8.count <= 4_000, let text = Self.demangled(String(core)), text.utf8.count <= 20_000,
      text != core
    else { return nil }
    self.init(demangled: text)
  }

  /// Reads what the runtime makes of a symbol.
  init(demangled text: String) {
    var text = Self.owner(of: Substring(text))
    for word in ["static ", "class "] where text.hasPrefix(word) {
      text = text.dropFirst(word.count)
    }
    let bare = Self.withoutTypes(text)
    // What is about a type, such as its metadata, begins with words: it is no function of a module.
    guard !bare.contains(" "), let dot = bare.firstIndex(of: "."), dot > bare.startIndex else {
      name = bare
      module = nil
      return
    }
    module = String(bare[..<dot])
    name = String(bare[bare.index(after: dot)...])
  }

  /// The runtime's own demangler, which knows each form that its compiler writes.
  private static func demangled(_ symbol: String) -> String? {
    var symbol = symbol
    return symbol.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        guard let text = swiftDemangle(characters.baseAddress, characters.count, nil, nil, 0) else {
          return nil
        }
        defer { text.deallocate() }
        return String(cString: text)
      }
    }
  }

  /// The words that stand before the name of what something was made from.
  private static let makings = [
    "merged ", "partial apply forwarder for ", "partial apply for ", "dispatch thunk of ",
    "method lookup function for ", "@objc ", "@nonobjc ", "override ", "distributed thunk ",
    "variable initialization expression of ", "property wrapper backing initializer of ",
  ]

  private static func owner(of text: Substring) -> Substring {
    var text = text
    while true {
      if let making = makings.first(where: text.hasPrefix) {
        text = text.dropFirst(making.count)
      } else if text.hasPrefix("("), let mark = text.firstRange(of: " partial function for "),
        text[..<mark.lowerBound].allSatisfy({ $0 != "." })
      {
        text = text[mark.upperBound...]
      } else if text.hasPrefix("default argument "), let mark = text.firstRange(of: " of ") {
        text = text[mark.upperBound...]
      } else if let rest = specialised(text) {
        text = rest
      } else if let witness = witnessed(text) {
        return Substring(witness)
      } else if let place = lastOutside(of: text, " in ") {
        text = text[place...]
      } else {
        return text
      }
    }
  }

  /// What was specialised: `generic specialization <Swift.Int> of X`.
  private static func specialised(_ text: Substring) -> Substring? {
    guard let mark = text.firstRange(of: "specialization <"), text[..<mark.lowerBound].count < 50,
      !text[..<mark.lowerBound].contains("."),
      let end = close(of: text, from: text.index(before: mark.upperBound)),
      text[end...].hasPrefix("> of ")
    else { return nil }
    return text[end...].dropFirst("> of ".count)
  }

  /// The implementation behind `protocol witness for P.f() -> () in conformance M.T : P in M`.
  private static func witnessed(_ text: Substring) -> String? {
    let mark = "protocol witness for "
    guard text.hasPrefix(mark), let conformance = text.firstRange(of: " in conformance ") else {
      return nil
    }
    let requirement = withoutTypes(
      withoutStatic(
        text[text.index(text.startIndex, offsetBy: mark.count)..<conformance.lowerBound]))
    let type = withoutTypes(text[conformance.upperBound...].split(separator: " : ").first ?? "")
    let head = requirement.prefix { $0 != "(" }
    let member =
      head.lastIndex(of: ".").map { requirement[requirement.index(after: $0)...] }
      ?? Substring(requirement)
    // `x.getter` has its dot behind the property's name.
    let accessors = ["getter", "setter", "modify", "read"]
    if accessors.contains(String(member)) {
      return type + "." + requirement.split(separator: ".").suffix(2).joined(separator: ".")
    }
    return "\(type).\(member)"
  }

  private static func withoutStatic(_ text: Substring) -> Substring {
    text.hasPrefix("static ") ? text.dropFirst("static ".count) : text
  }

  /// The place behind the last mark that is in no brackets.
  private static func lastOutside(of text: Substring, _ mark: String) -> Substring.Index? {
    var found: Substring.Index?
    var next = text.startIndex
    while let range = text[next...].firstRange(of: mark) {
      if depth(of: text[..<range.lowerBound]) == 0 { found = range.upperBound }
      next = range.upperBound
    }
    return found
  }

  private static func depth(of text: Substring) -> Int {
    var (depth, last): (Int, Character) = (0, " ")
    for character in text {
      switch character {
      case "(", "<", "[": depth += 1
      case ")", "]": depth -= 1
      case ">" where last != "-": depth -= 1
      default: break
      }
      last = character
    }
    return depth
  }

  /// The place of the bracket that closes the one at a place.
  private static func close(of text: Substring, from place: Substring.Index) -> Substring.Index? {
    var (depth, last): (Int, Character) = (0, " ")
    for index in text[place...].indices {
      switch text[index] {
      case "(", "<", "[": depth += 1
      case ")", "]": depth -= 1
      case ">" where last != "-": depth -= 1
      default: break
      }
      if depth == 0 { return index }
      last = text[index]
    }
    return nil
  }

  /// A name with the labels of its arguments alone: `M.T.f(a:_:)`.
  private static func withoutTypes(_ text: some StringProtocol) -> String {
    var rest = Substring(text)
    var name = ""
    while let character = rest.first {
      switch character {
      case "<":
        // A generic's arguments, or an operator.
        guard !name.hasSuffix("."), let end = close(of: rest, from: rest.startIndex) else {
          name.append(character)
          rest = rest.dropFirst()
          continue
        }
        rest = rest[end...].dropFirst()
      case "(":
        guard let end = close(of: rest, from: rest.startIndex) else { return name }
        let inner = rest[rest.index(after: rest.startIndex)..<end]
        rest = rest[end...].dropFirst()
        if inner.hasPrefix("extension in ") {
          if rest.hasPrefix(":") { rest = rest.dropFirst() }
        } else if let place = inner.firstRange(of: " in "),
          depth(of: inner[..<place.lowerBound]) == 0,
          name.isEmpty || name.hasSuffix(".")
        {
          // A private name, with what tells it from others.
          name += inner[..<place.lowerBound]
        } else {
          return name + "(\(labels(inner)))"
        }
      case " ":
        // What follows is a type, but for operators, which are written `== infix`.
        if rest.hasPrefix(" infix") || rest.hasPrefix(" prefix") || rest.hasPrefix(" postfix") {
          rest = rest.dropFirst().drop { $0 != "(" && $0 != "<" }
        } else if rest.hasPrefix(" : ") || rest.hasPrefix(" -> ") {
          return name
        } else {
          name.append(character)
          rest = rest.dropFirst()
        }
      default:
        name.append(character)
        rest = rest.dropFirst()
      }
    }
    return name
  }

  private static func labels(_ arguments: Substring) -> String {
    // Of a witness the labels are found already.
    if arguments.hasSuffix(":"), !arguments.contains(" ") { return String(arguments) }
    var (labels, start): (String, Substring.Index) = ("", arguments.startIndex)
    func label(_ argument: Substring) -> String {
      let words = argument.drop { $0 == " " }
      let name = words.prefix { $0 != ":" && $0 != " " && $0 != "." && $0 != "(" && $0 != "<" }
      let isLabelled = words.dropFirst(name.count).hasPrefix(": ") && !name.isEmpty
      return isLabelled ? "\(name):" : "_:"
    }
    for index in arguments.indices where arguments[index] == "," {
      guard depth(of: arguments[..<index]) == 0 else { continue }
      labels += label(arguments[start..<index])
      start = arguments.index(after: index)
    }
    return arguments.isEmpty ? "" : labels + label(arguments[start...])
  }
}

/// The runtime's, which has no header.
@_silgen_name("swift_demangle")
private func swiftDemangle(
  _ name: UnsafePointer<CChar>?, _ length: Int, _ output: UnsafeMutablePointer<CChar>?,
  _ size: UnsafeMutablePointer<Int>?, _ flags: UInt32
) -> UnsafeMutablePointer<CChar>?
