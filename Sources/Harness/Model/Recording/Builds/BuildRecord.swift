/// The facts about a build's executable, or its executables, one for each layout.
public struct BuildRecord: Sendable, Equatable, Codable {
  /// The build's name in the scenario.
  public var name: String
  /// The recipe: the package manager's configuration and flags, or the command.
  public var recipe: String
  /// The compiler's own description of its version; nil for a command.
  public var compiler: String?
  /// SHA-256 of the executable, in the first layout if there are several; hexadecimal. Nil in imports, and
  /// for commands of several words.
  public var sha256: String?
  /// For a command of several words, SHA-256 of each word that names a file: an interpreter and its script;
  /// hexadecimal. Nil for anything else.
  public var files: [String: String]?
  /// The executable's size, bytes; nil as for ``sha256``.
  public var size: Int64?
  /// A Boolean value indicating whether the compiler optimised; nil in imports and for commands.
  public var isOptimised: Bool?
  /// The layouts of its code, in order; empty for the linker's own order.
  public var layouts: [LayoutRecord]
  /// The revision that it was built from; nil if it was built from the files in place.
  public var revision: Revision?
  /// The safety checks, in its first layout if there are several, because all are linked from the same code.
  /// Nil in imports, and for commands that are not a program of their own.
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

  /// SHA-256 of the code that its command names, by the words; hexadecimal. Other words may name the app, and what is
  /// compiled can't be told from it.
  public var hashesOfCode: [String: String] {
    let program = recipe.split(separator: " ").last.map(String.init) ?? recipe
    let hashes = files ?? sha256.map { [program: $0] } ?? [:]
    return hashes.filter { SourceFile.isCode($0.key) }
  }

  /// Returns why the same source gave another program: the compiler, or the configuration and flags, or the
  /// command. Anything unknown in either record is no difference.
  public func differences(from other: BuildRecord) -> [RecordDifference] {
    var differences: [RecordDifference?] = [
      RecordDifference("recipe of '\(name)'", before: other.recipe, after: recipe)
    ]
    if let before = other.compiler, let compiler {
      differences.append(RecordDifference("compiler of '\(name)'", before: before, after: compiler))
    }
    return differences.compactMap(\.self)
  }
}

/// One layout of a build's code: the same functions in another order.
public struct LayoutRecord: Sendable, Equatable, Codable {
  /// The seed of the linker's order; layout 3 of a build always has the seed 3.
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
