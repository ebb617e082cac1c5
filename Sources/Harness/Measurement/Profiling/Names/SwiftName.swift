/// The readable name of a Swift symbol: its function and its module.
///
/// Specialisations, closures, thunks and nested functions are attributed to the function in the source: they
/// are its work, and the next compiler may divide it differently. If a closure was built into a copy of a
/// function, the copy counts as the closure's function. Otherwise everything mapped would be `Sequence.map`.
struct SwiftName: Equatable {
  /// Without module, types and specialisation: `Inventory.devices(matching:)`.
  let name: String
  /// The Swift module; nil if the symbol has none.
  let module: String?

  /// Parses a mangled symbol; nil if it is not Swift's.
  init?(mangled symbol: String) {
    // `$s…Tm` and similar names may have a linker's suffix: `.resume.0`, `.llvm.123`.
    let core = symbol.prefix { $0 != "." }
    // Names of nested types can be arbitrarily long.
    guard core.hasPrefix("$s") || core.hasPrefix("_$s") || core.hasPrefix("$S"),
      core.utf8.count <= 4_000, let text = Self.demangled(String(core)), text.utf8.count <= 20_000,
      text != core
    else { return nil }
    self.init(demangled: text)
  }

  /// Returns whether a symbol is the part of an asynchronous function that runs after a wait: `…TY0_`, `…TQ1_`.
  static func isContinuation(_ symbol: Substring) -> Bool {
    let core = symbol.prefix { $0 != "." }
    guard core.hasPrefix("$s") || core.hasPrefix("_$s"), core.hasSuffix("_") else { return false }
    let rest = core.dropLast()
    let digits = rest.reversed().prefix { $0.isASCII && $0.isNumber }.count
    let mark = rest.dropLast(digits).suffix(2)
    return digits > 0 && (mark == "TY" || mark == "TQ")
  }

  init(demangled text: String) {
    var text = Self.owner(of: Substring(text))
    for word in ["static ", "class "] where text.hasPrefix(word) {
      text = text.dropFirst(word.count)
    }
    let bare = Self.withoutTypes(text)
    // Demangled type metadata begins with words, and is not a function of a module.
    guard !bare.contains(" "), let dot = bare.firstIndex(of: "."), dot > bare.startIndex else {
      name = bare
      module = nil
      return
    }
    module = String(bare[..<dot])
    name = String(bare[bare.index(after: dot)...])
  }

  /// Demangles with the runtime, which knows all forms that its compiler writes.
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

  /// The words before the name of the original function.
  private static let makings = [
    "merged ", "partial apply forwarder for ", "partial apply for ", "dispatch thunk of ",
    "method lookup function for ", "@objc ", "@nonobjc ", "override ", "distributed thunk ",
    "variable initialization expression of ", "property wrapper backing initializer of ",
  ]

  private static func owner(of text: Substring) -> Substring {
    // The demangler omits this closing bracket; and a function's attribute is not part of its name.
    var text = Substring(
      text.replacing("[Closure Propagated : ", with: "Closure Propagated : ")
        .replacing("@Sendable ", with: ""))
    while true {
      if let making = makings.first(where: text.hasPrefix) {
        text = text.dropFirst(making.count)
      } else if text.hasPrefix("("), let mark = text.firstRange(of: " partial function for "),
        text[..<mark.lowerBound].allSatisfy({ $0 != "." })
      {
        text = text[mark.upperBound...]
      } else if text.hasPrefix("default argument "), let mark = text.firstRange(of: " of ") {
        text = text[mark.upperBound...]
      } else if let closure = builtIn(text) {
        return closure
      } else if let rest = specialised(text) {
        text = rest
      } else if let witness = witnessed(text) {
        return Substring(witness)
      } else if let place = text.lastOutside(" in ") {
        text = text[place...]
      } else {
        return text
      }
    }
  }

  /// The index at which the arguments of a specialisation begin.
  private static func specialisation(_ text: Substring) -> Substring.Index? {
    guard let mark = text.firstRange(of: "specialization <"), text[..<mark.lowerBound].count < 50,
      !text[..<mark.lowerBound].contains(".")
    else { return nil }
    return mark.upperBound
  }

  /// The first closure that was built into a specialisation: `function signature specialization
  /// <Arg[0] = [Closure Propagated : closure #1 in X, Argument Types : []> of Y`.
  ///
  /// Some closures stay mangled. A thunk that was built in belongs to no function.
  private static func builtIn(_ text: Substring) -> Substring? {
    guard let start = specialisation(text),
      let mark = text[start...].firstRange(of: "Closure Propagated : "),
      !text[start..<mark.lowerBound].contains("> of "),
      let end = text[mark.upperBound...].firstRange(of: ", Argument Types : [")
    else { return nil }
    let closure = text[mark.upperBound..<end.lowerBound]
    let name = owner(of: demangled(String(closure)).map { Substring($0) } ?? closure)
    return name.hasPrefix("reabstraction thunk") ? nil : name
  }

  /// The specialised function: `generic specialization <Swift.Int> of X`.
  private static func specialised(_ text: Substring) -> Substring? {
    let inlined = "inlined generic function <"
    if text.hasPrefix(inlined) {
      let start = text.index(text.startIndex, offsetBy: inlined.count - 1)
      guard let end = text.close(from: start), text[end...].hasPrefix("> of ") else { return nil }
      return text[end...].dropFirst("> of ".count)
    }
    guard let start = specialisation(text),
      let end = text.close(from: text.index(before: start)),
      text[end...].hasPrefix("> of ")
    else { return nil }
    return text[end...].dropFirst("> of ".count)
  }

  /// The implementation in `protocol witness for P.f() -> () in conformance M.T : P in M`.
  private static func witnessed(_ text: Substring) -> String? {
    let mark = "protocol witness for "
    guard text.hasPrefix(mark), let conformance = text.firstRange(of: " in conformance ") else {
      return nil
    }
    let requirement = withoutTypes(
      withoutStatic(
        text[text.index(text.startIndex, offsetBy: mark.count)..<conformance.lowerBound]))
    var conforming = text[conformance.upperBound...]
    if conforming.hasPrefix("<"), let end = conforming.close(from: conforming.startIndex) {
      conforming = conforming[end...].dropFirst("> ".count)
    }
    conforming = conforming.split(separator: " : ").first ?? ""
    // A type within a function: `Key #1 in M.T.f() -> ()`.
    if let place = conforming.lastOutside(" in ") { return String(conforming[place...]) }
    let type = withoutTypes(conforming)
    let head = requirement.prefix { $0 != "(" }
    let member =
      head.lastIndex(of: ".").map { requirement[requirement.index(after: $0)...] }
      ?? Substring(requirement)
    // `x.getter` has its dot after the property's name.
    let accessors = ["getter", "setter", "modify", "read"]
    if accessors.contains(String(member)) {
      return type + "." + requirement.split(separator: ".").suffix(2).joined(separator: ".")
    }
    return "\(type).\(member)"
  }

  private static func withoutStatic(_ text: Substring) -> Substring {
    text.hasPrefix("static ") ? text.dropFirst("static ".count) : text
  }

  /// A name with only the argument labels: `M.T.f(a:_:)`.
  private static func withoutTypes(_ text: some StringProtocol) -> String {
    var rest = Substring(text)
    var name = ""
    while let character = rest.first {
      switch character {
      case "<":
        // Generic arguments, or an operator.
        guard !name.hasSuffix("."), let end = rest.close(from: rest.startIndex) else {
          name.append(character)
          rest = rest.dropFirst()
          continue
        }
        rest = rest[end...].dropFirst()
      case "(":
        guard let end = rest.close(from: rest.startIndex) else { return name }
        let inner = rest[rest.index(after: rest.startIndex)..<end]
        rest = rest[end...].dropFirst()
        if inner.hasPrefix("extension in ") {
          if rest.hasPrefix(":") { rest = rest.dropFirst() }
        } else if let place = inner.firstRange(of: " in "),
          inner[..<place.lowerBound].depth == 0,
          name.isEmpty || name.hasSuffix(".")
        {
          // A private name, with its discriminator.
          name += inner[..<place.lowerBound]
        } else {
          return name + "(\(labels(inner)))"
        }
      case " ":
        // What follows is a type, except for operators, which are written `== infix`.
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
    // A witness's labels were found already.
    if arguments.hasSuffix(":"), !arguments.contains(" ") { return String(arguments) }
    var (labels, start): (String, Substring.Index) = ("", arguments.startIndex)
    func label(_ argument: Substring) -> String {
      let words = argument.drop { $0 == " " }
      let name = words.prefix { $0 != ":" && $0 != " " && $0 != "." && $0 != "(" && $0 != "<" }
      let isLabelled = words.dropFirst(name.count).hasPrefix(": ") && !name.isEmpty
      return isLabelled ? "\(name):" : "_:"
    }
    for index in arguments.indices where arguments[index] == "," {
      guard arguments[..<index].depth == 0 else { continue }
      labels += label(arguments[start..<index])
      start = arguments.index(after: index)
    }
    return arguments.isEmpty ? "" : labels + label(arguments[start...])
  }
}

/// Part of the Swift runtime, which has no header.
@_silgen_name("swift_demangle")
private func swiftDemangle(
  _ name: UnsafePointer<CChar>?, _ length: Int, _ output: UnsafeMutablePointer<CChar>?,
  _ size: UnsafeMutablePointer<Int>?, _ flags: UInt32
) -> UnsafeMutablePointer<CChar>?
