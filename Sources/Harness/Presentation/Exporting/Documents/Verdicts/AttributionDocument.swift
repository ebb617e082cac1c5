import Analysis
import Metrics

/// The savings of the optimiser and the cost of the checks as JSON: shares of the reference's CPU time.
struct AttributionDocument: Encodable {
  let reference: String
  let metric: String
  let parts: [Effect]

  init(_ attribution: Attribution) {
    reference = attribution.reference
    metric = attribution.metric.id
    parts = attribution.parts.map(Effect.init)
  }

  /// The saving or the cost of one thing.
  struct Effect: Encodable {
    let subject: String
    let with: String
    let without: String
    let rows: [StoryShare]

    init(_ part: Attribution.Effect) {
      subject = part.subject.rawValue
      with = part.with
      without = part.without
      rows =
        part.stories.map { StoryShare(story: $0.name, $0.share) } + [
          StoryShare(story: nil, part.overall)
        ]
    }
  }

  /// One story; all together if it is missing.
  struct StoryShare: Encodable {
    let story: String?
    var share: IntervalDocument?
    var pValue: Double?
    var shown: Bool?
    var n: Int?
    var cause: String?
    var reason: String?

    init(story: String?, _ share: Result<Difference, NoRatio>) {
      self.story = story
      switch share {
      case .success(let share):
        self.share = IntervalDocument(share.estimate)
        pValue = share.pValue
        shown = share.isShown
        n = share.evidence.count
        cause = share.causeWord
      case .failure(let reason): self.reason = reason.description
      }
    }
  }
}
