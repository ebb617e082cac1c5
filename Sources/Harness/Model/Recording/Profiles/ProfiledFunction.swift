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
}

/// The owner of a function's code.
public enum ModuleKind: String, Sendable, Codable, CaseIterable {
  /// The driver, and the app in it.
  case app
  /// The language's runtime and standard library.
  case runtime
  /// Another library.
  case library
  /// The kernel.
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
