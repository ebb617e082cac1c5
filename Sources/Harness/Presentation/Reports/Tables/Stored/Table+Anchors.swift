import Recording
import Tables

extension Table {
  /// Anchors, one per row.
  public static func anchors(
    _ anchors: [(name: String, record: BuildRecord)]
  ) throws(TableError) -> Table {
    try Table(
      title: "Anchors",
      columns: [
        Column("Name"), Column("Build"), Column("Commit"), Column("Compiler"), Column("SHA-256"),
      ],
      rows: anchors.map { name, record in
        [
          .text(name), .text(record.name), .text(record.revision?.short ?? ""),
          .text(record.compiler ?? ""), .text(String((record.sha256 ?? "").prefix(12))),
        ]
      })
  }
}
