/// What is known about the executable of a build, or about its executables, one a layout.
public struct BuildRecord: Sendable, Equatable, Codable {
  /// The build's name in the scenario.
  public var name: String
  /// How it was made: the package manager's configuration and flags, or the command.
  public var recipe: String
  /// The compiler's own words on its version, or nil for a command.
  public var compiler: String?
  /// SHA-256 of the executable, that of the first layout where there are several; hexadecimal,
  /// nil in imports, and for commands of several words.
  public var sha256: String?
  /// For a command of several words, SHA-256 of each word that names a file: an interpreter and its
  /// script; hexadecimal. Nil for all others, and in records of before it was stored.
  public var files: [String: String]?
  /// The executable's size, bytes; nil as of ``sha256``.
  public var size: Int64?
  /// Whether the compiler optimised; nil in imports, for commands, and in records of before it was
  /// stored.
  public var isOptimised: Bool?
  /// The layouts of its code, in order; empty where it is as the linker left it.
  public var layouts: [LayoutRecord]
  /// What of its repository it was built from; nil where it was built from the files in place.
  public var revision: Revision?
  /// What is known of its safety checks, in its first layout where there are several; they are
  /// linked from the same code. Nil in imports, for commands that are no program of their own, and in
  /// records of before it was stored.
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

  /// Reads a record; those stored before there were layouts have none.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    name = try values.decode(String.self, forKey: .name)
    recipe = try values.decode(String.self, forKey: .recipe)
    compiler = try values.decodeIfPresent(String.self, forKey: .compiler)
    sha256 = try values.decodeIfPresent(String.self, forKey: .sha256)
    files = try values.decodeIfPresent([String: String].self, forKey: .files)
    size = try values.decodeIfPresent(Int64.self, forKey: .size)
    isOptimised = try values.decodeIfPresent(Bool.self, forKey: .isOptimised)
    layouts = try values.decodeIfPresent([LayoutRecord].self, forKey: .layouts) ?? []
    revision = try values.decodeIfPresent(Revision.self, forKey: .revision)
    checks = try values.decodeIfPresent(BuildChecks.self, forKey: .checks)
  }
}

extension BuildRecord {
  /// What made a program of the same source another one: its compiler, and its configuration and flags
  /// or its command. What either record does not know is no difference.
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
  /// What the linker made the order from; layout 3 of a build has the seed 3, today and tomorrow.
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
