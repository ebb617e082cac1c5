import Recording

/// Makes each function once, from its symbol and its file.
public struct FunctionNames {
  private let programs: Set<String>
  private var known: [Substring: ProfiledFunction] = [:]

  /// - Parameter programs: the file names of the driver's executable, and of the commands that are
  ///   its steps: their code is the app.
  public init(programs: Set<String>) { self.programs = programs.subtracting([""]) }

  /// Returns whether a file is one of the app's programs.
  func isProgram(_ image: Substring) -> Bool {
    image.hasPrefix("/")
      && programs.contains(image.split(separator: "/").last.map(String.init) ?? "")
  }

  /// The function of a symbol as in the file, or of none. `image` is the path of the file, or the kernel's or
  /// profiler's name for code outside files.
  mutating func function(symbol: Substring?, image: Substring) -> ProfiledFunction {
    let key = "\(symbol ?? "")\0\(image)"[...]
    if let found = known[key] { return found }
    let function = make(symbol, image)
    known[key] = function
    return function
  }

  /// The function at a code address, and those inlined there, the outermost first. `guests` has the innermost first.
  mutating func calls(
    symbol: Substring?, image: Substring, inlined guests: [String]
  ) -> [ProfiledCall] {
    var calls = [ProfiledCall(function(symbol: symbol, image: image))]
    for guest in guests.reversed() {
      let function = function(symbol: guest[...], image: image)
      // Inlined library code, such as a loop's `next()` or an operator, counts as the function that uses it.
      guard function.kind != .runtime else { continue }
      calls.append(ProfiledCall(function, isInlined: true))
    }
    return calls
  }

  /// Suffixes of specialised copies made by C compilers, such as `f.constprop.0`.
  private static let copies = [
    ".isra.", ".constprop.", ".part.", ".cold", ".llvm.", ".lto_priv.", " [clone ",
  ]

  /// The function that a symbol is a copy of, or the symbol itself, without the version of a library's
  /// function, such as `cfree@GLIBC_2.2.5`.
  private static func original(_ symbol: Substring) -> String {
    if let mark = symbol.firstIndex(of: "@"), mark > symbol.startIndex {
      return original(symbol[..<mark])
    }
    let marks = copies.compactMap { symbol.firstRange(of: $0)?.lowerBound }
    guard let end = marks.min(), end > symbol.startIndex else { return String(symbol) }
    return String(symbol[..<end])
  }

  private func make(_ symbol: Substring?, _ image: Substring) -> ProfiledFunction {
    let path = image.split(separator: "/").last.map(String.init) ?? String(image)
    // A library is the same whatever its version number.
    let file = path.firstRange(of: ".so").map { String(path[..<$0.upperBound]) } ?? path
    let isOwn = programs.contains(file) && !Self.isRuntime(file)
    let module = isOwn ? ProfiledFunction.program : file
    if image.hasPrefix("[") && !image.hasPrefix("[JIT]"), image != "[unknown]", image != "[vdso]" {
      return ProfiledFunction(
        name: symbol.map(String.init) ?? "[kernel]", module: "kernel", kind: .kernel)
    }
    // Code generated at run time, whose generator has written a map of names.
    let isMade = file.hasPrefix("perf-") && file.hasSuffix(".map") || image.hasPrefix("[JIT]")
    guard let symbol else {
      let isKnown = image.hasPrefix("/") && !isMade
      return ProfiledFunction(
        name: "[\(isKnown ? module : "unknown")]", module: isKnown ? module : "unknown",
        kind: .unknown)
    }
    if isMade {
      let isOfJava = programs.contains { ProfiledFunction.language(ofInterpreter: $0) == "java" }
      return RunTimeName(symbol, isOfJava: isOfJava).function
    }
    // A jump to a library's function is not the app's, though the linker puts it into the program.
    let isJump = symbol.hasSuffix("@plt")
    let target = isJump ? symbol.dropLast("@plt".count) : symbol
    // An interpreter is not the app, though it is the driver's program.
    let kind: ModuleKind = Self.isRuntime(file) ? .runtime : isOwn && !isJump ? .app : .library
    if let rust = RustName(target) {
      return ProfiledFunction(
        name: rust.name, module: module, kind: rust.isOfLibrary ? .runtime : kind)
    }
    guard let swift = SwiftName(mangled: String(target)) else {
      let original = Self.original(target)
      let cpp = CppName(original[...])
      let isRuntime = Self.isRuntimeSymbol(target) || cpp?.isOfLibrary == true
      return ProfiledFunction(
        name: (cpp?.name ?? original) + (isJump ? "@plt" : ""), module: module,
        kind: isRuntime ? .runtime : kind)
    }
    guard let declaring = swift.module else {
      return ProfiledFunction(name: swift.name, module: module, kind: kind)
    }
    return ProfiledFunction(
      name: swift.name, module: declaring,
      kind: Self.runtimeModules.contains(declaring) ? .runtime : kind)
  }

  /// Modules that come with the compiler; specialised or statically linked, their code is in the program.
  private static let runtimeModules: Set<String> = [
    "Swift", "_Concurrency", "_StringProcessing", "_RegexParser", "Synchronization", "Foundation",
    "FoundationEssentials", "FoundationInternationalization", "_FoundationCollections", "Dispatch",
    "SwiftShims", "Glibc", "Observation", "_Differentiation", "__C",
  ]

  private static func isRuntimeSymbol(_ symbol: Substring) -> Bool {
    // The last are what the compiler puts into each program: `__swift_instantiateConcreteTypeFromMangledName`.
    ["swift_", "_swift_", "__swift_"].contains(where: symbol.hasPrefix)
  }

  private static func isRuntime(_ file: String) -> Bool {
    if ProfiledFunction.language(ofInterpreter: file) != nil { return true }
    return [
      "libswift", "libFoundation", "lib_Foundation", "libdispatch", "libBlocksRuntime", "libc.so",
      "libm.so", "ld-linux", "libstdc++", "libgcc_s", "libpthread", "libobjc",
      "libjvm", "[vdso]",
    ].contains(where: file.hasPrefix)
  }
}

extension [ProfiledCall] {
  /// Appends calls to a path. Parts of one function that call each other, such as a function and
  /// its closure, become one call.
  mutating func add(_ calls: [ProfiledCall]) {
    for call in calls where call.function != last?.function { append(call) }
  }
}
