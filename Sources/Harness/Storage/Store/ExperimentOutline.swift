import GRDB
import Scenarios

/// The facts by which an experiment is chosen for a history.
public struct ExperimentOutline: Sendable {
  /// Its number.
  public let number: Int64
  /// Its name.
  public let name: String
  /// The name of its scenario; nil if it has none.
  public let scenario: String?
  /// The stored text of its start, which has the same order: reading ten thousand dates takes long.
  public let startedAt: String
  /// A Boolean value indicating whether it compares two builds in pairs.
  public let isOfPairs: Bool

  /// The name of its scenario, or its own if there is none.
  public var subject: String { scenario ?? name }
}

extension ResultStore {
  /// The outlines of all experiments that a history can include: not of those that qualify the machine or explain a
  /// change. A store may have thousands more than a history shows, and decoding them would take most of its time. A
  /// damaged row is reported, and left out.
  /// - Throws: ``StoreError``.
  public func outlines() throws(StoreError) -> [ExperimentOutline] {
    try read { db in
      let rows = try StoredRow.Cursor(
        db,
        sql: """
          SELECT number, name, scenario, startedAt,
            decision IS NOT NULL AND json_type(readable, '$.saved') IS NULL
          FROM
            (SELECT *, CASE WHEN json_valid(decision) THEN decision END AS readable FROM experiment)
          WHERE
            ifnull(json_extract(readable, '$.purpose'), '') NOT IN ('qualification', 'explanation')
          ORDER BY number
          """, arguments: [])
      // Thousands of checks have the same text.
      var scenarios = RepeatedTexts<String?>()
      var outlines: [ExperimentOutline] = []
      while let row = try rows.next() {
        do {
          outlines.append(
            ExperimentOutline(
              number: try row.value(0, "number"), name: try row.value(1, "name"),
              scenario: try scenarios.value(of: row.text(2, "scenario")) {
                $0.isEmpty ? nil : ScenarioParser.name(in: $0)
              },
              startedAt: try row.value(3, "startedAt"), isOfPairs: try row.value(4, "decision")))
        } catch StoreError.damaged(let what) {
          let number: Int64? = try? row.value(0, "number")
          unreadable.tell(number.map { "\($0)" } ?? "without a number", what)
        }
      }
      return outlines
    }
  }
}
