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
/// Sources: Python's `perf_jit_trampoline.c`, V8's `log.cc`, OpenJDK's `CodeCache::write_perf_map`.
struct RunTimeName {
  let function: ProfiledFunction

  init(_ symbol: Substring) {
    function =
      Self.python(symbol) ?? Self.node(symbol) ?? Self.java(symbol)
      ?? ProfiledFunction(
        name: String(symbol), module: ProfiledFunction.madeAtRunTime, kind: .app)
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
      name: String(parts[..<colon]), module: lastComponent(of: file),
      kind: isLibrary ? .library : isOwn ? .runtime : .app)
  }

  /// The tags of a program's own code in V8; all else that it names is V8's.
  private static let ofNode = ["JS", "LazyCompile", "Function", "Script", "Eval"]

  private static func node(_ symbol: Substring) -> ProfiledFunction? {
    guard let colon = symbol.firstIndex(of: ":") else { return nil }
    let (tag, rest) = (symbol[..<colon], symbol[symbol.index(after: colon)...])
    if ["Builtin", "BytecodeHandler", "Stub", "RegExp"].contains(where: tag.hasPrefix) {
      return ProfiledFunction(name: String(symbol), module: "node", kind: .runtime)
    }
    guard ofNode.contains(where: { $0 == tag }) else { return nil }
    let words = rest.drop { "*~^+'".contains($0) }
    guard let blank = words.firstIndex(of: " ") else {
      return ProfiledFunction(
        name: String(words), module: ProfiledFunction.madeAtRunTime, kind: .app)
    }
    let name = words[..<blank]
    let file = withoutPlace(words[words.index(after: blank)...])
    let kind: ModuleKind =
      file.hasPrefix("node:") ? .runtime : file.contains("/node_modules/") ? .library : .app
    return ProfiledFunction(
      name: name.isEmpty ? "(anonymous)" : String(name), module: lastComponent(of: file),
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

  private static func java(_ symbol: Substring) -> ProfiledFunction? {
    if ["Interpreter", "StubRoutines"].contains(where: symbol.hasPrefix)
      || symbol.hasSuffix(" stub")
    {
      return ProfiledFunction(name: String(symbol), module: "libjvm.so", kind: .runtime)
    }
    guard symbol.hasSuffix(")"), let open = symbol.firstIndex(of: "("),
      let blank = symbol[..<open].lastIndex(of: " ")
    else { return nil }
    let name = symbol[symbol.index(after: blank)...]
    let isOwn = ["java.", "javax.", "jdk.", "sun."].contains(where: name.hasPrefix)
    return ProfiledFunction(
      name: String(name), module: ProfiledFunction.madeAtRunTime, kind: isOwn ? .runtime : .app)
  }

  private static func lastComponent(of path: Substring) -> String {
    String(path.split(separator: "/").last ?? path)
  }
}
