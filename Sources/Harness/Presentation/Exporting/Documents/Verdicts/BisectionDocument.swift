import Analysis
import Foundation
import Metrics
import Recording
import Statistics

/// A search for a commit as JSON. Changes are ratios: 1.02 is 2 % more.
public struct BisectionDocument: Encodable {
  let experiment: Int64?
  let outcome: Outcome
  let finding: String
  let metric: String
  let story: String?
  let wanted: Double
  let probability: Double?
  let models: BisectionFinding.Models?
  let good: CommitDocument
  let bad: CommitDocument
  let commits: Int
  let ends: [End]
  let culprits: [Culprit]
  let range: [CommitDocument]
  let measured: [Measured]
  /// The functions behind the culprit's change; nil if not asked for, or if no single commit is named.
  let explanations: [ExplanationDocument]?

  /// A result's document.
  public init(_ result: BisectionResult, explanations: [ExplanationDocument]? = nil) {
    self.explanations = explanations
    experiment = result.analysis.experiment.number
    outcome = result.outcome
    metric = result.metric.id
    story = result.story
    wanted = result.probability
    probability = result.finding?.probability
    models = result.finding?.models
    good = CommitDocument(result.good)
    bad = CommitDocument(result.commits[result.commits.count - 1])
    commits = result.commits.count
    ends = result.ends.map { end in
      End(
        story: end.story, pairs: end.pairs, change: end.ratio.map(IntervalDocument.init),
        shown: end.isShown)
    }
    let named = result.culprits
    culprits = named.map { commit in
      let effect = result.finding?.effects.first { result.commits[$0.commit] == commit }
      return Culprit(
        commit: CommitDocument(commit),
        change: effect.map {
          IntervalDocument(point: exp($0.mean), lower: exp($0.lower), upper: exp($0.upper))
        },
        layout: effect.flatMap(result.layoutCheck(of:)).map(JudgementDocument.LayoutDocument.init))
    }
    if case .range(let places)? = result.finding?.kind {
      range = places.map { CommitDocument(result.commits[$0]) }
    } else {
      range = []
    }
    finding =
      switch result.finding?.kind {
      case .one: "one"
      case .two: "two"
      case .crept: "crept"
      case .range: "range"
      case .vanished: "vanished"
      case nil: result.isOutOfTime ? "out-of-time" : "no-change"
      }
    measured = result.visited.map { visit in
      Measured(
        commit: CommitDocument(result.commits[visit.place]), pairs: visit.pairs,
        change: visit.ratio.map(IntervalDocument.init),
        probability: result.finding?.culprits[visit.place], skipped: visit.failure?.message)
    }
  }

  struct CommitDocument: Encodable {
    let hash: String
    let subject: String
    let author: String
    let authoredAt: Date

    init(_ commit: Commit) {
      hash = commit.hash
      subject = commit.subject
      author = commit.author
      authoredAt = commit.authoredAt
    }
  }

  struct End: Encodable {
    let story: String
    let pairs: Int
    let change: IntervalDocument?
    let shown: Bool
  }

  struct Culprit: Encodable {
    let commit: CommitDocument
    let change: IntervalDocument?
    /// The check of whether a small change in time is the place of the code; nil if it can't be.
    let layout: JudgementDocument.LayoutDocument?
  }

  /// A commit that was measured or skipped.
  struct Measured: Encodable {
    let commit: CommitDocument
    let pairs: Int
    let change: IntervalDocument?
    let probability: Double?
    let skipped: String?
  }
}
