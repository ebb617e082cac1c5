/// What is known about the executable of a build.
public struct BuildRecord: Sendable, Equatable, Codable {
  /// The build's name in the scenario.
  public var name: String
  /// How it was made: the package manager's configuration and flags, or the command.
  public var recipe: String
  /// The compiler's own words on its version, or nil for a command.
  public var compiler: String?
  /// SHA-256 of the executable, hexadecimal; nil in imports, and for commands of several words.
  public var sha256: String?
  /// The executable's size, bytes; nil likewise.
  public var size: Int64?
  /// Whether the compiler optimised; nil in imports, for commands, and in records of before it was
  /// stored.
  public var isOptimised: Bool?

  /// A record.
  public init(
    name: String, recipe: String, compiler: String? = nil, sha256: String? = nil,
    size: Int64? = nil, isOptimised: Bool? = nil
  ) {
    self.name = name
    self.recipe = recipe
    self.compiler = compiler
    self.sha256 = sha256
    self.size = size
    self.isOptimised = isOptimised
  }
}
