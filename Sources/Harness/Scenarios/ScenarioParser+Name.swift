import Yams

extension ScenarioParser {
  /// The name of the scenario that a text describes, whatever else is right or wrong in it: texts
  /// that older versions of Rehearse stored have to tell it too. Nil where it names none.
  public static func name(in text: String) -> String? {
    (try? compose(yaml: text))??.mapping?["scenario"]?.string
  }
}
