/// A function with an identity.
public struct ProfiledFunction: Sendable, Hashable, Codable {
  /// The displayed name; the module in brackets if it is unknown.
  public var name: String
  /// The module: a Swift module, or else the name of the loaded file.
  public var module: String
  /// The owner of the code.
  public var kind: ModuleKind

  /// The module of code that was generated at run time, by a generator that recorded the names, if its source file is
  /// not known.
  public static let madeAtRunTime = "made at run time"

  /// A Boolean value indicating whether its code was generated at run time, by its module: a source file, or a part of
  /// the interpreter such as `<frozen posixpath>` or `node:fs`.
  public var isMadeAtRunTime: Bool {
    ownModule == Self.madeAtRunTime || ["<", "node:"].contains(where: ownModule.hasPrefix)
      || [".py", ".js", ".mjs", ".cjs", ".ts"].contains(where: ownModule.hasSuffix)
  }

  /// A function.
  public init(name: String, module: String, kind: ModuleKind) {
    self.name = name
    self.module = module
    self.kind = kind
  }

  /// Returns the language that a file carries out, such as `python` for `python3.12` and `libpython3.12.so`;
  /// nil for a program or library that is no interpreter.
  ///
  /// Only a version may follow the name: many programs are called `node_exporter` or `perlin`.
  public static func language(ofInterpreter file: String) -> String? {
    let end = file.hasPrefix("lib") ? file.firstRange(of: ".so")?.lowerBound : nil
    let stem = end.map { file[..<$0].dropFirst("lib".count) } ?? file[...]
    let name = stem.prefix { $0.isLetter }
    guard let language = languages[String(name)] else { return nil }
    let version = stem.dropFirst(name.count)
    let isVersion =
      // Python's builds have letters: `python3.13t` is the one without a global lock.
      language == "python"
      ? version.wholeMatch(of: /([0-9][0-9.]*[dmtu]*)?(-dbg)?/) != nil
      : version.wholeMatch(of: /(-?[0-9][0-9.]*)?/) != nil
    return isVersion ? language : nil
  }

  private static let languages = [
    "python": "python", "node": "node", "nodejs": "node", "ruby": "ruby", "perl": "perl",
    "php": "php",
    "java": "java", "javac": "java", "javadoc": "java",
  ]
}

/// The owner of a function's code.
public enum ModuleKind: String, Sendable, Codable, CaseIterable {
  /// The driver, and the app in it.
  case app
  /// The language's runtime and standard library.
  case runtime
  /// Another library.
  case library
  case kernel
  /// Unknown: there were no symbols.
  case unknown
}

/// A function in the call path of a sample.
public struct ProfiledCall: Sendable, Hashable {
  /// The function.
  public var function: ProfiledFunction
  /// A Boolean value indicating whether the compiler inlined it into its caller.
  public var isInlined: Bool

  /// A call.
  public init(_ function: ProfiledFunction, isInlined: Bool = false) {
    self.function = function
    self.isInlined = isInlined
  }
}
