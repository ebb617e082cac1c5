import Tables

/// Short names of commands, for tables without room for more.
struct CommandLabels {
  /// The explanation of the labels, one per line; empty if the commands are their own labels.
  let legend: [String]
  private let labels: [String: String]

  /// The longest command that is its own label, in terminal columns.
  static let widest = 22

  /// Labels for commands: the commands, or numbers if one of them is too long. Cutting them would not do,
  /// because commands often differ at their ends.
  init(_ commands: [String]) {
    let areShort = commands.allSatisfy { DisplayWidth.of($0) <= Self.widest }
    let pairs = commands.enumerated().map { ($1, areShort ? $1 : "\($0 + 1)") }
    labels = Dictionary(pairs, uniquingKeysWith: { a, _ in a })
    legend = areShort ? [] : pairs.map { "\($1): \($0)" }
  }

  subscript(_ command: String) -> String { labels[command] ?? command }
}
