import Recording

/// One anchor as printed by `anchor save --json` and `anchor list --json`.
public struct AnchorDocument: Encodable {
  let name: String
  let build: String
  let recipe: String
  let commit: String?
  let compiler: String?
  let sha256: String?

  /// An anchor's document.
  public init(_ record: BuildRecord, named name: String) {
    self.name = name
    build = record.name
    recipe = record.recipe
    commit = record.revision?.commit
    compiler = record.compiler
    sha256 = record.sha256
  }
}
