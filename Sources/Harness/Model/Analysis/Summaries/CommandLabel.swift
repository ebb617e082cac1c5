import Metrics
import Statistics

/// A command's text for use in a sentence.
public enum CommandLabel {
  /// The greatest number of characters shown.
  static let longest = 48

  /// On one line, without control characters, and cut if it is long.
  public static func short(_ command: String) -> String {
    let line = command.unicodeScalars.map { scalar in
      scalar.properties.generalCategory == .control ? " " : String(scalar)
    }.joined()
    return line.count > longest ? "\(line.prefix(longest - 1))…" : line
  }
}
