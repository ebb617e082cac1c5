/// Text in which `${name}` is a variable of the build; `$${name}` gives the text `${name}`.
///
/// Braces without a valid name, such as a shell's own `${file%.gz}`, are left alone.
public enum VariableText {
  /// The variable that every build has: the scenario's folder at the measured revision.
  public static let scenarioFolder = "scenario"

  private static var pattern: Regex<(Substring, Substring, Substring)> {
    /\$(\$?)\{([A-Za-z][A-Za-z0-9_-]*(?:\.port)?)\}/
  }

  /// The names of the variables in a text.
  public static func names(in text: String) -> [String] {
    text.matches(of: pattern).filter { $0.output.1.isEmpty }.map { String($0.output.2) }
  }

  /// Returns whether a text is a valid variable name.
  static func isName(_ text: String) -> Bool {
    text.wholeMatch(of: /[A-Za-z][A-Za-z0-9_-]*/) != nil
  }

  /// The text with variables resolved; a variable without a value stays.
  public static func resolved(_ text: String, by values: [String: String]) -> String {
    text.replacing(pattern) { match in
      let name = String(match.output.2)
      return match.output.1.isEmpty ? values[name] ?? String(match.output.0) : "${\(name)}"
    }
  }
}
