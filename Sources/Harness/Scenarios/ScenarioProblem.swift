/// One mistake in a scenario file: where, what was found, what is allowed.
public struct ScenarioProblem: Sendable, Equatable, CustomStringConvertible {
  /// Line and column, both from 1.
  public struct Place: Sendable, Equatable {
    /// Line, from 1.
    public let line: Int
    /// Column, from 1.
    public let column: Int
  }

  /// Where it is.
  public let place: Place
  /// What was found and why it can't be.
  public let found: String
  /// What would be right; empty where that goes without saying.
  public let allowed: String
  /// The nearest known name, where one is near enough to be meant.
  public let suggestion: String?

  init(_ place: Place, _ found: String, allowed: String = "", suggestion: String? = nil) {
    self.place = place
    self.found = found
    self.allowed = allowed
    self.suggestion = suggestion
  }

  /// `12:7: unknown key 'step'; allowed: after, steps, title. Did you mean 'steps'?`
  public var description: String {
    var text = "\(place.line):\(place.column): \(found)"
    if !allowed.isEmpty { text += "; allowed: \(allowed)" }
    text += "."
    if let suggestion { text += " Did you mean '\(suggestion)'?" }
    return text
  }
}

/// A scenario file that can't be used, with all of its mistakes in the file's order.
public struct InvalidScenario: Error, Equatable, CustomStringConvertible {
  /// The file as it was named.
  public let file: String
  /// What is wrong; never empty.
  public let problems: [ScenarioProblem]

  /// One line a mistake: `file:line:column: …`.
  public var description: String {
    problems.map { "\(file):\($0)" }.joined(separator: "\n")
  }
}

extension ScenarioProblem.Place {
  /// The place behind so many characters of a text.
  init(after count: Int, of text: String) {
    let lines = text.prefix(count)
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    self.init(line: lines.count, column: (lines.last?.unicodeScalars.count ?? 0) + 1)
  }
}
