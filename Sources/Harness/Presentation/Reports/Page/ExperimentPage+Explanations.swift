import Analysis
import Recording
import Tables

extension ExperimentPage {
  /// The origins of stories' changes: for each a sentence, its functions, and its calls.
  func explanations(_ tables: ReportTables) -> [HTML] {
    var pieces: [HTML] = []
    var pictures = 0
    for explained in report.explanations {
      switch explained.answer {
      case .unexplained(let reason):
        pieces.append(paragraph(ExplanationText.words(reason, of: explained.story)))
      case .explained(let explanation):
        pieces.append(paragraph(ExplanationText.sentence(explanation)))
        pieces += explanation.caveats.map {
          paragraph(
            ExplanationText.words($0, of: explained.story, in: explanation.metric), class: "note")
        }
        pieces += tables.explanations.filter { $0.story == explained.story }.map(piece)
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

  /// The sides whose calls are drawn: the candidate, and the baseline if some of its calls are gone, because
  /// they have no width on the candidate's side.
  private static func sides(of explanation: Explanation) -> [PairSide] {
    if explanation.isOfOne { return [.candidate] }
    return FlameLayout.hasOwnCalls(explanation.tree, on: \.baseline, notOn: \.candidate)
      ? [.baseline, .candidate] : [.candidate]
  }
}
