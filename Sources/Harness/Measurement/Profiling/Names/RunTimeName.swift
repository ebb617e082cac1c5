import Recording

/// The name of a function whose code was made at run time, as the generator wrote it into a map for perf.
///
/// - Python: `py::Shop.find:/app/shop.py`
/// - Node: `JS:*find /app/shop.js:12:7`, with `*` for optimised code, `~` for interpreted code, and others
/// - Java: `int shop.Shop.find(java.lang.String)`
///
/// What differs between two builds although the function is the same is left out: folders, lines, and how well the
/// code is optimised.
///
/// Sources: Python's `perf_trampoline.c`, V8's `log.cc`, OpenJDK's `CodeCache::write_perf_map`.
struct RunTimeName {
  let function: ProfiledFunction

  /// Reads a name. If the program is Java, all that is no method is Java's own.
  init(_ symbol: Substring, isOfJava: Bool) {
    let found = isOfJava ? Self.java(symbol) : Self.python(symbol) ?? Self.node(symbol)
    function =
      found
      ?? ProfiledFunction(name: String(symbol), module: ProfiledFunction.madeAtRunTime, kind: .app)
  }

  private static func python(_ symbol: Substring) -> ProfiledFunction? {
    guard symbol.hasPrefix("py::") else { return nil }
    let parts = symbol.dropFirst("py::".count)
    guard let colon = parts.firstIndex(of: ":") else { return nil }
    let file = parts[parts.index(after: colon)...]
    // `<frozen importlib._bootstrap>` is part of Python, `<string>` is not.
    let isOwn = file.hasPrefix("<frozen ") || file.contains("/lib/python3.")
    let isLibrary = ["/site-packages/", "/dist-packages/"].contains { file.contains($0) }
    return ProfiledFunction(
      name: String(parts[..<colon]), module: module(of: file),
      kind: isLibrary ? .library : isOwn ? .runtime : .app)
  }

  /// The tags of a program's own code in V8; all else that it names is V8's.
  private static let ofNode = ["JS", "LazyCompile", "Function", "Script", "Eval"]

  private static func node(_ symbol: Substring) -> ProfiledFunction? {
    guard let colon = symbol.firstIndex(of: ":") else { return nil }
    let (tag, rest) = (symbol[..<colon], symbol[symbol.index(after: colon)...])
    if ["Builtin", "BytecodeHandler", "Handler", "Stub", "RegExp"].contains(where: tag.hasPrefix) {
      return ProfiledFunction(name: String(symbol), module: "node", kind: .runtime)
    }
    guard ofNode.contains(where: { $0 == tag }) else { return nil }
    let words = rest.drop { "*~^+'".contains($0) }
    // An accessor's name has a blank, and so may a folder's.
    let blanks = words.indices.filter { words[$0] == " " }
    let isBeforeFile = { (blank: Substring.Index) in
      ["/", "file:", "node:"].contains(where: words[words.index(after: blank)...].hasPrefix)
    }
    guard let blank = blanks.first(where: isBeforeFile) ?? blanks.first else {
      return ProfiledFunction(
        name: String(words), module: ProfiledFunction.madeAtRunTime, kind: .app)
    }
    let name = words[..<blank]
    let file = withoutPlace(words[words.index(after: blank)...])
    let kind: ModuleKind =
      file.hasPrefix("node:") ? .runtime : file.contains("/node_modules/") ? .library : .app
    return ProfiledFunction(
      name: name.isEmpty ? "(anonymous)" : String(name), module: module(of: file),
      kind: kind)
  }

  /// The file of `/app/shop.js:12:7`.
  private static func withoutPlace(_ text: Substring) -> Substring {
    var file = text
    for _ in 0..<2 {
      guard let colon = file.lastIndex(of: ":"),
        file[file.index(after: colon)...].allSatisfy(\.isNumber)
      else { break }
      file = file[..<colon]
    }
    return file
  }

  private static func java(_ symbol: Substring) -> ProfiledFunction {
    guard symbol.hasSuffix(")"), let open = symbol.firstIndex(of: "("),
      let blank = symbol[..<open].lastIndex(of: " "), symbol.index(after: blank) < open
    else { return ProfiledFunction(name: String(symbol), module: "libjvm.so", kind: .runtime) }
    let name = symbol[symbol.index(after: blank)...]
    let isOwn = ["java.", "javax.", "jdk.", "sun.", "com.sun."].contains(where: name.hasPrefix)
    return ProfiledFunction(
      // A lambda's class has a number that differs between runs, and an address.
      name: String(name.replacing(/\$\$Lambda(\$\d+)?(\/0x[0-9a-f]+)?/, with: "$$Lambda")),
      module: ProfiledFunction.madeAtRunTime, kind: isOwn ? .runtime : .app)
  }

  /// A file's name without folders; by it functions made at run time are told from others, so it needs an extension.
  private static func module(of file: Substring) -> String {
    if file.hasPrefix("node:") { return String(file) }
    let name = String(file.split(separator: "/").last ?? file)
    return name.hasPrefix("<") || name.contains(".") ? name : ProfiledFunction.madeAtRunTime
  }
}
