import Analysis
import Metrics
import Statistics

extension Headline {
  /// The parts of a story's peak memory that grew or shrank, if it is shown to have changed; empty if no run
  /// reported its composition.
  public static func peakParts(_ judgement: Judgement, _ analysis: ExperimentAnalysis) -> [String] {
    let peaks = analysis.peakCompositions
    let changed = (judgement.gated + judgement.others).filter {
      $0.name.step == nil && [.peakMemory, .peakAnonymousMemory].contains($0.name.metric)
        && [.regressed, .improved].contains($0.outcome.verdict)
    }.map(\.name.story)
    return analysis.stories.filter(changed.contains).compactMap { story in
      func peak(_ build: String) -> PeakComposition? {
        peaks.first { $0.story == story && $0.build == build }
      }
      guard let a = peak(judgement.baseline), let b = peak(judgement.candidate) else { return nil }
      return sentence(story, from: a, to: b)
    }
  }

  /// `Peak memory of list grew by 2.1 MB: live heap +1.9 MB, slack +0.1 MB, files 0.0 MB, stacks +0.1 MB.`
  private static func sentence(
    _ story: String, from a: PeakComposition, to b: PeakComposition
  ) -> String {
    let unit = Metric.peakHeap.unit
    let format = NumberFormat.decimals(2)
    let parts = zip(["live heap", "slack", "files", "stacks"], Metric.peakParts).map {
      name, metric in
      "\(name) \(unit.words((b.parts[metric] ?? 0) - (a.parts[metric] ?? 0), format.withPlus))"
    }
    let change = b.sum - a.sum
    let amount = unit.words(abs(change), format)
    return
      "Peak memory of \(story) \(change < 0 ? "shrank" : "grew") by \(amount) in the runs that "
      + "count allocations: \(parts.joined(separator: ", "))."
  }
}
