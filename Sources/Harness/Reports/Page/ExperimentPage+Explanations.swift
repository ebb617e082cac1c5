import Analysis
import Recording
import Tables

extension ExperimentPage {
  /// The functions that tables have at most.
  private static let shownFunctions = 50

  /// Where the changes of stories come from: of each a sentence, its functions, and its calls.
  func explanations() throws(TableError) -> [HTML] {
    var pieces: [HTML] = []
    var pictures = 0
    for explained in report.explanations {
      pieces.append(HTML("h3") { explained.story })
      switch explained.result {
      case .failure(let reason):
        pieces.append(paragraph(ExplanationText.words(reason, of: explained.story)))
      case .success(let explanation):
        pieces.append(paragraph(ExplanationText.sentence(explanation)))
        pieces += explanation.caveats.map {
          paragraph(ExplanationText.words($0, of: explained.story), class: "note")
        }
        pieces.append(
          HTMLTableRenderer().piece(try .explanation(explanation, limit: Self.shownFunctions)))
        for side in Self.sides(of: explanation) {
          pictures += 1
          pieces.append(FlameGraph(explanation, of: side, number: pictures).piece)
        }
      }
    }
    return pieces
  }

  private func paragraph(_ words: String, class name: String? = nil) -> HTML {
    HTML("p", ["class": name]) { words }
  }

  /// Whose calls are drawn: the candidate's, and the baseline's where it has some that are gone, which have no
  /// width on the candidate's side.
  private static func sides(of explanation: Explanation) -> [FlameGraph.Side] {
    FlameLayout.hasOwnCalls(explanation.tree, on: \.baseline, notOn: \.candidate)
      ? [.baseline, .candidate] : [.candidate]
  }
}
