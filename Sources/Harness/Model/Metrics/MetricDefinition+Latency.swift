// How long single requests of many users take, and single repetitions of a step.
extension MetricDefinition {
  static let latencyP50 = latency("p50", "Latency, median", "half")
  static let latencyP90 = latency("p90", "Latency, 90th percentile", "90 %")
  static let latencyP95 = latency("p95", "Latency, 95th percentile", "95 %")
  static let latencyP99 = latency("p99", "Latency, 99th percentile", "99 %")
  static let latencyP999 = latency("p999", "Latency, 99.9th percentile", "99.9 %")

  static let errors = MetricDefinition(
    id: "errors", title: "Errors", unit: .count, polarity: .lowerIsBetter,
    story: .init(
      origin: .init("answers in rehearse-users", .exact(1)),
      meaning: """
        The number of users of a load that were not answered as expected. Only loads that tolerate errors have it; \
        others fail by the first.
        """))

  private static func latency(_ id: String, _ title: String, _ share: String) -> MetricDefinition {
    MetricDefinition(
      id: "latency-\(id)", title: title, unit: .nanoseconds, polarity: .lowerIsBetter,
      absoluteFloor: 20_000,
      story: .init(
        origin: .init("CLOCK_MONOTONIC and SO_TIMESTAMPNS in rehearse-users", .exact(1000)),
        meaning: """
          The time within which \(share) of the requests of many users were answered, each from when it was due \
          until the kernel had the last of its answer. The first request of a user is due when the user arrives, \
          however late it could be sent: waking to send it takes some 0.05 ms, on an idle virtual CPU up to 0.2 \
          ms, for all builds alike. Each later one is due once the one before was answered. Requests of stories \
          that come before have no latency, so waiting there is in none. A request that was not answered as \
          expected, and those that its user did not send after it, count with the whole time of the load. In pairs \
          users come in blocks, to one side and then the same to the other, while the first rests. Stories with \
          'users' have it, and each of their requests. A step that is repeated 10 to 10,000 times has it, too, in \
          runs that are alone: how long the core calls of a repetition took, by the driver's clock.
          """))
  }
}

extension Metric {
  /// The time within which half of all requests were answered.
  public static let latencyP50 = Metric(.latencyP50)
  /// The time within which 90 % of all requests were answered.
  public static let latencyP90 = Metric(.latencyP90)
  /// The time within which 95 % of all requests were answered.
  public static let latencyP95 = Metric(.latencyP95)
  /// The time within which 99 % of all requests were answered.
  public static let latencyP99 = Metric(.latencyP99)
  /// The time within which 99.9 % of all requests were answered.
  public static let latencyP999 = Metric(.latencyP999)
  /// The users that were not answered as expected.
  public static let errors = Metric(.errors)
  /// All percentiles of latencies, the lowest first.
  public static let latencies = [latencyP50, latencyP90, latencyP95, latencyP99, latencyP999]
}
