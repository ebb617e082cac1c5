import Analysis
import Tables

extension ExperimentPage {
  /// Where the changes of stories come from: of each a sentence, its functions, and its calls.
  func explanations() throws(TableError) -> [HTML] {
    var pieces: [HTML] = []
    var number = 0
    for explanation in report.explanations {
      pieces.append(HTML("h3") { explanation.story })
      pieces.append(HTML("p") { ExplanationText.sentence(explanation) })
      pieces += ExplanationText.remarks(explanation).map { HTML("p", ["class": "note"]) { $0 } }
      if explanation.functions.contains(where: \.isShown) {
        pieces.append(HTMLTableRenderer().piece(try .explanation(explanation)))
      }
      var sides = [(\TimeChange.candidate, explanation.candidate)]
      // What is gone has no width on the candidate's side.
      if FlameLayout.hasOwnCalls(explanation.tree, on: \.baseline, notOn: \.candidate) {
        sides.insert((\TimeChange.baseline, explanation.baseline), at: 0)
      }
      for (side, build) in sides {
        number += 1
        pieces.append(FlameGraph(explanation, of: side, build: build, number: number).piece)
      }
    }
    return pieces
  }
}
