/// The readable name of a C++ function, without its return type, arguments and copy markers. So the
/// three spellings of perf, callgrind and llvm-symbolizer give the same name.
///
///     auto text::apply<main::{lambda(long)#2}>(main::{lambda(long)#2}, long) [clone .constprop.0]
///     text::apply<main::{lambda#2}>
///
/// Overloads count as one function: perf's names of inlined functions have no arguments.
struct CppName {
  /// With its namespace and template arguments.
  let name: String

  /// A Boolean value indicating whether it comes with the compiler: `std::vector<int>::push_back`.
  /// gcc omits the namespace of some inlined functions; then only reserved names are recognised:
  /// `__unguarded_partition<…>`.
  var isOfLibrary: Bool {
    ["std::", "__gnu_cxx::"].contains(where: name.hasPrefix)
      || name.hasPrefix("__") && name.contains("<")
  }

  /// Parses a symbol, mangled or not.
  /// - Returns: nil if it is not a C++ name.
  init?(_ symbol: Substring) {
    let text = symbol.hasPrefix("_Z") ? Self.demangled(symbol)?[...] ?? symbol : symbol
    guard text.utf8.count <= 20_000, !text.hasPrefix("-["), !text.hasPrefix("+["),
      // Go names methods like this.
      !text.contains(".("), text.contains(where: { "(<:".contains($0) })
    else { return nil }
    var reader = Reader(text)
    guard let name = reader.read() else { return nil }
    self.name = name
  }

  /// Demangles a symbol with C++'s runtime.
  private static func demangled(_ symbol: Substring) -> String? {
    // Suffixes added by a compiler, such as `.part.0`, are not part of the name. Names of nested
    // types can be arbitrarily long.
    let core = symbol.prefix { $0 != "." }
    guard core.utf8.count <= 4_000, let text = cppDemangle(String(core), nil, nil, nil) else {
      return nil
    }
    defer { text.deallocate() }
    return String(cString: text)
  }

  /// Scans a name from left to right.
  private struct Reader {
    private let text: [Character]
    private var place = 0
    private var name = ""
    private var open: [Character] = []

    init(_ text: Substring) { self.text = Array(text) }

    private func isNext(_ word: String) -> Bool { text[place...].starts(with: word) }

    private var isAtWord: Bool {
      guard place > 0 else { return true }
      let last = text[place - 1]
      return !last.isLetter && !last.isNumber && last != "_"
    }

    mutating func read() -> String? {
      while place < text.count {
        let character = text[place]
        if open.isEmpty, isNext("operator"), isAtWord, takeOperator() { continue }
        if character == "'" {
          takeQuoted()
        } else if isNext("{lambda(") {
          takeLambda()
        } else if open.isEmpty, character == "(" {
          if isNext("(anonymous namespace)") {
            take("(anonymous namespace)".count)
          } else if !skipBrackets() {
            return nil
          } else if !isNext("::") {
            // These were the function's arguments, or those of an enclosing function. A template's
            // return type can have brackets too.
            if name.hasSuffix("decltype") || name.isEmpty || isNext("> ") {
              name = ""
            } else {
              break
            }
          }
        } else if open.isEmpty, character == " " {
          if isNext(" [") { break }
          // `decltype (x) f()`: the text before was the return type.
          place += 1
          if !isNext("(") || name != "decltype" { name = "" }
        } else if open.isEmpty, character == "[" {
          // An ABI tag of the library: `f[abi:cxx11]`.
          if !skipBrackets() { return nil }
        } else {
          takeNested(character)
        }
      }
      return open.isEmpty && !name.isEmpty ? name : nil
    }

    private mutating func take(_ count: Int) {
      name += String(text[place..<min(text.count, place + count)])
      place += count
    }

    /// Brackets within a name: template arguments, with blanks between `>` and `>` in some spellings.
    private mutating func takeNested(_ character: Character) {
      let isArrow = place > 0 && character == ">" && text[place - 1] == "-"
      switch character {
      case "<" where open.last != ")": open.append(">")
      case "(": open.append(")")
      case "{": open.append("}")
      case ">" where open.last == ">" && !isArrow:
        open.removeLast()
        if name.hasSuffix("> ") { name.removeLast() }
      case ")" where open.last == ")", "}" where open.last == "}": open.removeLast()
      default: break
      }
      take(1)
    }

    /// `operator()`, `operator<<`, `operator new[]`, `operator bool`.
    private mutating func takeOperator() -> Bool {
      let start = place + "operator".count
      guard start < text.count else { return false }
      if text[start].isLetter || text[start].isNumber || text[start] == "_" { return false }
      take("operator".count)
      if isNext("()") || isNext("[]") {
        take(2)
        return true
      }
      var end = place
      while end < text.count, "<>=+-*/%^&|~!,".contains(text[end]) { end += 1 }
      // `operator<<char>` is a template's `operator<`.
      if end < text.count, end > place + 1, text[end - 1] == "<",
        text[end].isLetter || text[end] == "_"
      {
        end -= 1
      }
      if end > place {
        take(end - place)
        if isNext(" <") { place += 1 }
        return true
      }
      // A conversion operator is named by its type, up to its arguments.
      var depth = 0
      while place < text.count, depth > 0 || text[place] != "(" {
        if text[place] == "<" { depth += 1 }
        if text[place] == ">" { depth -= 1 }
        take(1)
      }
      return true
    }

    /// `'lambda0'(int)`, which other tools write as `{lambda(int)#2}`.
    private mutating func takeQuoted() {
      guard isNext("'lambda"), let end = text[(place + 1)...].firstIndex(of: "'") else {
        return take(1)
      }
      let digits = String(text[(place + "'lambda".count)..<end])
      place = end + 1
      if isNext("(") { _ = skipBrackets() }
      let number = digits.isEmpty ? 1 : Int(digits).flatMap { $0 < Int.max - 2 ? $0 + 2 : nil } ?? 0
      name += "{lambda#\(number)}"
    }

    /// `{lambda(int)#1}` without its arguments.
    private mutating func takeLambda() {
      take("{lambda".count)
      if !skipBrackets() { place = text.count }
      while place < text.count, text[place] != "}" { take(1) }
      take(1)
    }

    private mutating func skipBrackets() -> Bool {
      var depth = 0
      while place < text.count {
        if "([".contains(text[place]) { depth += 1 }
        if ")]".contains(text[place]) { depth -= 1 }
        place += 1
        if depth == 0 { return true }
      }
      return false
    }
  }
}

/// `abi::__cxa_demangle` of C++'s runtime.
@_silgen_name("__cxa_demangle")
private func cppDemangle(
  _ name: UnsafePointer<CChar>?, _ output: UnsafeMutablePointer<CChar>?,
  _ size: UnsafeMutablePointer<Int>?, _ status: UnsafeMutablePointer<Int32>?
) -> UnsafeMutablePointer<CChar>?
