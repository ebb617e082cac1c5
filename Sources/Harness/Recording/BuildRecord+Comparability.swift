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
