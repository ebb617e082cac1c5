import Analysis
import Comparing

/// What was declared of a comparison, as a file: with its figures all that it takes to compute its
/// verdicts again (``DecisionDocument``).
public enum DecisionJSON {
  /// The file's text.
  /// - Parameter analysis: what was judged.
  /// - Throws: ``ExportError`` where a number of the rule is not finite.
  public static func text(
    _ judgement: Judgement, of analysis: ExperimentAnalysis
  ) throws(ExportError) -> String {
    try ExportedJSON.text(DecisionDocument(judgement, of: analysis), format: "decision.json")
  }
}
