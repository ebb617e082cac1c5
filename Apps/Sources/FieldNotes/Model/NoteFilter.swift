public import NoteExchange

/// The notes that a list shows.
public struct NoteFilter: Hashable, Sendable {
  /// How several tags count.
  public enum Match: String, Hashable, Sendable, CaseIterable {
    /// A note has one of them at least.
    case any
    /// A note has all of them.
    case all
  }

  /// Kinds to show; nil for all.
  public var kinds: Set<NoteKind>?
  /// Tags to show; none for all notes.
  public var tags: [String]
  /// How several tags count.
  public var match: Match
  /// Whether to show only what the server is yet to hear of.
  public var isPending: Bool

  /// A filter; all notes by default.
  public init(
    kinds: Set<NoteKind>? = nil, tags: [String] = [], match: Match = .any, isPending: Bool = false
  ) {
    (self.kinds, self.tags, self.match, self.isPending) = (kinds, tags, match, isPending)
  }
}

/// The order of a list.
public enum NoteOrder: String, Hashable, Sendable, CaseIterable {
  /// The latest first.
  case date
  /// By name, without regard to case and accents.
  case name
}

/// A list as a statement; a peer runs the same.
package struct NoteQuery {
  /// What SQLite is asked; ``keys`` are its parameters.
  package let sql: String
  /// The tags, as they are compared.
  package let keys: [String]

  package init(_ filter: NoteFilter, _ order: NoteOrder) {
    var wanted = Set<String>()
    keys = filter.tags.map { TagName.key(TidyText.tidy($0)) }
      .filter { wanted.insert($0).inserted }
    var conditions = ["isDeleted = 0"]
    if let kinds = filter.kinds {
      let codes = kinds.map(\.code).sorted().map(String.init).joined(separator: ", ")
      conditions.append("kind IN (\(codes))")
    }
    if filter.isPending { conditions.append("edits <> pushedEdits") }
    if !keys.isEmpty {
      let marks = Array(repeating: "?", count: keys.count).joined(separator: ", ")
      let all = filter.match == .all ? " GROUP BY note HAVING count(*) = \(keys.count)" : ""
      conditions.append(
        """
        number IN (
          SELECT note FROM noteTag JOIN tag ON tag.number = noteTag.tag
          WHERE tag.key IN (\(marks))\(all))
        """)
    }
    let sorting = order == .date ? "created DESC, number DESC" : "nameKey, number"
    sql = """
      SELECT high, low, kind, name, created, edits <> pushedEdits FROM note
      WHERE \(conditions.joined(separator: " AND ")) ORDER BY \(sorting)
      """
  }
}

extension NoteKind {
  /// The number by which stores keep a kind.
  var code: Int64 { Int64(Self.allCases.firstIndex(of: self) ?? 0) }

  init?(code: Int64) {
    guard let index = Int(exactly: code), Self.allCases.indices.contains(index) else { return nil }
    self = Self.allCases[index]
  }
}
