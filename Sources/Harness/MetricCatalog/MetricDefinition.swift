/// What is known of a metric; see ``Metric`` for what its parts mean.
struct MetricDefinition: Sendable {
  let id: String
  let title: String
  let unit: MetricUnit
  let polarity: Polarity
  let exactness: Exactness
  let meaning: String
}
