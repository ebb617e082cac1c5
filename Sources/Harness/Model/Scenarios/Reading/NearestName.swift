/// The name that was probably meant.
public enum NearestName {
  /// The candidate with the fewest edits from `name`, or nil if even that one needs more than a
  /// third of the longer name's letters.
  public static func of(_ name: String, among candidates: some Sequence<String>) -> String? {
    let nearest =
      candidates
      .map { (name: $0, edits: edits(from: Array(name), to: Array($0))) }
      .min { ($0.edits, $0.name) < ($1.edits, $1.name) }
    guard let nearest, nearest.edits * 3 <= max(name.count, nearest.name.count) else { return nil }
    return nearest.name
  }

  /// ` Did you mean 'steps'?`, for use after a full stop; empty if no candidate is near.
  public static func hint(_ name: String, among candidates: some Sequence<String>) -> String {
    of(name, among: candidates).map(hint) ?? ""
  }

  static func hint(_ nearest: String) -> String { " Did you mean '\(nearest)'?" }

  /// Damerau's distance in its restricted form: insertions, deletions, substitutions and swaps of
  /// neighbours (Boytsov 2011, section 2).
  private static func edits(from a: [Character], to b: [Character]) -> Int {
    var rows = [Array(0...b.count)]
    for i in 0..<a.count {
      var row = [i + 1]
      for j in 0..<b.count {
        var cost = min(rows[i][j] + (a[i] == b[j] ? 0 : 1), rows[i][j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          cost = min(cost, rows[i - 1][j - 1] + 1)
        }
        row.append(cost)
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
  }
}
