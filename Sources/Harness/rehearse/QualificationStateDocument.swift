import Comparing
import MetricCatalog
import Reporting

/// What is known of a machine as JSON: `missing`, `valid`, `unfit` or `drifted`, and by which experiment.
struct QualificationStateDocument: Encodable {
  let state: String
  let experiment: Int64?
  var differences: [String]?
  var reasons: [String]?
  var drifts: [Drift]?

  /// A cell whose pairs are noisier than they were: robust deviations of ln ratio.
  struct Drift: Encodable {
    let story: String
    let step: Int?
    let metric: String
    let now: Double
    let then: Double
  }

  init(_ state: QualificationState) {
    switch state {
    case .missing(let outdated):
      self.state = "missing"
      experiment = outdated?.experiment
      differences = outdated?.differences
    case .valid(let number):
      self.state = "valid"
      experiment = number
    case .unfit(let number, let advice):
      self.state = "unfit"
      experiment = number
      reasons = advice.map(\.description)
    case .drifted(let number, let cells):
      self.state = "drifted"
      experiment = number
      drifts = cells.map {
        Drift(
          story: $0.now.name.story, step: $0.now.name.step?.position, metric: $0.now.name.metric.id,
          now: $0.now.robustDeviation, then: $0.then.robustDeviation)
      }
    }
  }
}
