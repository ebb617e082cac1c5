/// Writes tables in one format.
///
/// Titles, headings, notes and texts may hold anything that users typed; no renderer lets
/// control characters, line breaks or its own format's syntax through.
public protocol TableRenderer: Sendable {
  /// Writes one table, ended by a line break.
  func render(_ table: Table, into output: inout some TextOutputStream)
}

extension TableRenderer {
  /// The table as text.
  public func rendered(_ table: Table) -> String {
    var output = ""
    render(table, into: &output)
    return output
  }
}
