import Metrics
import Statistics

/// A command's text as it stands in a sentence.
public enum CommandLabel {
  /// The number of characters that are shown.
  static let longest = 48

  /// On one line, without controls, and cut where it is long.
  public static func short(_ command: String) -> String {
    let line = command.unicodeScalars.map { scalar in
      scalar.properties.generalCategory == .control ? " " : String(scalar)
    }.joined()
    return line.count > longest ? "\(line.prefix(longest - 1))…" : line
  }
}
