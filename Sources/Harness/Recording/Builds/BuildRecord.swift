/// The facts about the executable of a build, or about its executables, one a layout.
public struct BuildRecord: Sendable, Equatable, Codable {
  /// The build's name in the scenario.
  public var name: String
  /// The recipe: the package manager's configuration and flags, or the command.
  public var recipe: String
  /// The compiler's own words on its version, or nil for a command.
  public var compiler: String?
  /// SHA-256 of the executable, that of the first layout where there are several; hexadecimal,
  /// nil in imports, and for commands of several words.
  public var sha256: String?
  /// For a command of several words, SHA-256 of each word that names a file: an interpreter and its
  /// script; hexadecimal. Nil for all others.
  public var files: [String: String]?
  /// The executable's size, bytes; nil as of ``sha256``.
  public var size: Int64?
  /// A Boolean value indicating whether the compiler optimised; nil in imports and for commands.
  public var isOptimised: Bool?
  /// The layouts of its code, in order; empty where it is as the linker left it.
  public var layouts: [LayoutRecord]
  /// The revision of its repository that it was built from; nil where it was built from the files
  /// in place.
  public var revision: Revision?
  /// The safety checks, in its first layout where there are several; they are
  /// linked from the same code. Nil in imports, and for commands that are no program of their own.
  public var checks: BuildChecks?

  /// A record.
  public init(
    name: String, recipe: String, compiler: String? = nil, sha256: String? = nil,
    files: [String: String]? = nil, size: Int64? = nil, isOptimised: Bool? = nil,
    layouts: [LayoutRecord] = [],
    revision: Revision? = nil, checks: BuildChecks? = nil
  ) {
    self.name = name
    self.recipe = recipe
    self.compiler = compiler
    self.sha256 = sha256
    self.files = files
    self.size = size
    self.isOptimised = isOptimised
    self.layouts = layouts
    self.revision = revision
    self.checks = checks
  }
}

extension BuildRecord {
  /// Returns what made a program of the same source another one: its compiler, and its
  /// configuration and flags or its command. What either record does not know is no difference.
  public func differences(from other: BuildRecord) -> [RecordDifference] {
    var differences: [RecordDifference?] = [
      RecordDifference("recipe of '\(name)'", before: other.recipe, after: recipe)
    ]
    if let before = other.compiler, let compiler {
      differences.append(
        RecordDifference("compiler of '\(name)'", before: before, after: compiler))
    }
    return differences.compactMap(\.self)
  }
}

/// One layout of a build's code: the same functions, in an order of their own.
public struct LayoutRecord: Sendable, Equatable, Codable {
  /// The seed of the linker's order; layout 3 of a build has the seed 3, today and tomorrow.
  public var seed: Int
  /// SHA-256 of the executable, hexadecimal.
  public var sha256: String
  /// The executable's size, bytes.
  public var size: Int64

  /// A record.
  public init(seed: Int, sha256: String, size: Int64) {
    self.seed = seed
    self.sha256 = sha256
    self.size = size
  }
}
