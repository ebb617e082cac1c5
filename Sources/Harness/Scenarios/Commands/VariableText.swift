/// Text in which `${name}` stands for a variable of the build; `$${name}` is the text `${name}`.
///
/// What stands in braces and is no name, such as a shell's own `${file%.gz}`, is left alone.
public enum VariableText {
  /// The variable that every build has: the scenario's folder, of the revision that is measured.
  public static let scenarioFolder = "scenario"

  private static var pattern: Regex<(Substring, Substring, Substring)> {
    /\$(\$?)\{([A-Za-z][A-Za-z0-9_-]*(?:\.port)?)\}/
  }

  /// The names of the variables in a text.
  public static func names(in text: String) -> [String] {
    text.matches(of: pattern).filter { $0.output.1.isEmpty }.map { String($0.output.2) }
  }

  /// Returns whether a text can name a variable.
  static func isName(_ text: String) -> Bool {
    text.wholeMatch(of: /[A-Za-z][A-Za-z0-9_-]*/) != nil
  }

  /// The text with values in place of variables; a variable that has none stays.
  public static func resolved(_ text: String, by values: [String: String]) -> String {
    text.replacing(pattern) { match in
      let name = String(match.output.2)
      return match.output.1.isEmpty ? values[name] ?? String(match.output.0) : "${\(name)}"
    }
  }
}
