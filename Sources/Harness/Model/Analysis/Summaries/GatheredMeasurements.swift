import Metrics
import Recording

/// The measurements of runs of one story, build and kind, in the order of the runs.
struct GatheredMeasurements {
  static let none = GatheredMeasurements()

  /// The driver's measurements, by the metric's place among all.
  private var measurements = [[ExperimentAnalysis.Measurement]](
    repeating: [], count: Metric.all.count)
  private var ofServices: [Metric: [ExperimentAnalysis.Measurement]] = [:]

  subscript(metric: Metric) -> [ExperimentAnalysis.Measurement] {
    metric.service == nil ? measurements[metric.number] : ofServices[metric] ?? []
  }

  func has(_ metric: Metric) -> Bool { !self[metric].isEmpty }

  var metricsOfServices: some Sequence<Metric> { ofServices.keys }

  mutating func add(_ run: Run) {
    for (metric, value) in run.measurements {
      let measurement = ExperimentAnalysis.Measurement(
        round: run.round, layout: run.layout, value: value)
      if metric.service == nil {
        measurements[metric.number].append(measurement)
      } else {
        ofServices[metric, default: []].append(measurement)
      }
    }
  }
}
