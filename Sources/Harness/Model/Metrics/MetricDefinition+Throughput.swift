// Items that are processed in a second, by the numbers that steps and calls of 'measure' give.
extension MetricDefinition {
  static let throughput = MetricDefinition(
    id: "throughput", title: "Throughput", unit: .itemsPerSecond, polarity: .higherIsBetter,
    needsRunAlone: true,
    story: .init(
      origin: .init("the scenario's 'items' over wall time", .exact(0.001)),
      meaning: """
        The items that the story's steps process in a second: the sum of their 'items' over the wall time of \
        the steps that have them. As with wall-time, other load on the machine changes it, and it is not measured \
        in pairs that share a CPU. It is that time in another form, without a verdict of its own: gate \
        wall-time, whose ratio is the reciprocal.
        """),
    command: .init(
      origin: .init("'--items' over wall time", .exact(0.001)),
      meaning: """
        The items that the command processes in a second: the number of '--items' over its wall time, so \
        starting it is included.
        """))
}

extension Metric {
  /// Items processed a second.
  public static let throughput = Metric(.throughput)
}
