/// A C++ function as people name it: without the type that it returns, its arguments and what marks a copy, so that
/// perf, callgrind and llvm-symbolizer, which write one function in three ways, mean the same.
///
///     auto text::apply<main::{lambda(long)#2}>(main::{lambda(long)#2}, long) [clone .constprop.0]
///     text::apply<main::{lambda#2}>
///
/// Overloads are one function: what was inlined has no arguments in perf's names.
struct CppName {
  /// With its namespace and the arguments of templates.
  let name: String

  /// A Boolean value indicating whether it comes with the compiler: `std::vector<int>::push_back`. gcc leaves the
  /// namespace of some out where they were inlined, and then only the names that are reserved are known:
  /// `__unguarded_partition<…>`.
  var isOfLibrary: Bool {
    ["std::", "__gnu_cxx::"].contains(where: name.hasPrefix)
      || name.hasPrefix("__") && name.contains("<")
  }

  /// Reads a symbol, mangled or not.
  /// - Returns: nil for what is no name of C++'s.
  init?(_ symbol: Substring) {
    let text = symbol.hasPrefix("_Z") ? Self.demangled(symbol)?[...] ?? symbol : symbol
    guard text.utf8.count <= 20_000, !text.hasPrefix("-["), !text.hasPrefix("+["),
      // As Go names methods.
      !text.contains(".("), text.contains(where: { "(<:".contains($0) })
    else { return nil }
    var reader = Reader(text)
    guard let name = reader.read() else { return nil }
    self.name = name
  }

  /// What the runtime of C++ makes of a mangled symbol.
  private static func demangled(_ symbol: Substring) -> String? {
    // What a compiler adds, such as `.part.0`, is no part of the name. The names of types within types within types
    // can be as long as they like.
    let core = symbol.prefix { $0 != "." }
    guard core.utf8.count <= 4_000, let text = cppDemangle(String(core), nil, nil, nil) else {
      return nil
    }
    defer { text.deallocate() }
    return String(cString: text)
  }

  /// Goes through a name from left to right.
  private struct Reader {
    private let text: [Character]
    private var place = 0
    private var name = ""
    /// The brackets that are open, as they close.
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
            // These were the arguments; else those of a function that the name is within. What a template returns
            // can have brackets, too.
            if name.hasSuffix("decltype") || name.isEmpty || isNext("> ") {
              name = ""
            } else {
              break
            }
          }
        } else if open.isEmpty, character == " " {
          if isNext(" [") { break }
          // `decltype (x) f()`; what stands before was the type that is returned.
          place += 1
          if !isNext("(") || name != "decltype" { name = "" }
        } else if open.isEmpty, character == "[" {
          // The mark of a library's version: `f[abi:cxx11]`.
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

    /// Brackets within a name: arguments of templates, which have blanks between `>` and `>` in some spellings.
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
      // `operator<<char>` is `operator<` of a template.
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
      // A conversion goes by its type, up to its arguments.
      var depth = 0
      while place < text.count, depth > 0 || text[place] != "(" {
        if text[place] == "<" { depth += 1 }
        if text[place] == ">" { depth -= 1 }
        take(1)
      }
      return true
    }

    /// `'lambda0'(int)`, which others write `{lambda(int)#2}`.
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

    /// Goes behind the bracket that closes the one here.
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
