/// A function that can be told from others.
public struct ProfiledFunction: Sendable, Hashable, Codable {
  /// The name that people read; where none is known the module in brackets.
  public var name: String
  /// The module: a Swift module, or else the file's name that it was loaded from.
  public var module: String
  /// Whose code it is.
  public var kind: ModuleKind

  /// The module of code that was made at run time, of which its maker wrote the names down.
  public static let madeAtRunTime = "made at run time"

  /// A function.
  public init(name: String, module: String, kind: ModuleKind) {
    self.name = name
    self.module = module
    self.kind = kind
  }
}

/// Whose code a function is.
public enum ModuleKind: String, Sendable, Codable, CaseIterable {
  /// The driver, and the app in it.
  case app
  /// The language's runtime and standard library.
  case runtime
  /// Another library.
  case library
  /// The kernel.
  case kernel
  /// Nobody knows: there were no symbols.
  case unknown
}

/// A function on the way to a sample.
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
