import Tables

/// The short names of commands, for tables that have no room for them.
struct CommandLabels {
  /// The explanation of the labels, a line each; empty where the commands are their own labels.
  let legend: [String]
  private let labels: [String: String]

  /// The longest command that is its own label, in columns of a terminal.
  static let widest = 22

  /// Labels for commands: themselves, or numbers where one of them is too long. A cut command would
  /// not do, since commands often differ at their ends.
  init(_ commands: [String]) {
    let areShort = commands.allSatisfy { DisplayWidth.of($0) <= Self.widest }
    let pairs = commands.enumerated().map { ($1, areShort ? $1 : "\($0 + 1)") }
    labels = Dictionary(pairs, uniquingKeysWith: { a, _ in a })
    legend = areShort ? [] : pairs.map { "\($1): \($0)" }
  }

  subscript(_ command: String) -> String { labels[command] ?? command }
}
