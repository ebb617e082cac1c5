import MetricCatalog
import Recording

extension StepWaterfall {
  /// One run of each build of one story, from the first step on; steps of the stories before it
  /// stand in parentheses.
  ///
  /// CPU time is the whole process's, its own children's included where it started any.
  /// - Parameter runs: with their steps, one a build.
  /// - Throws: `ChartDataError` where no run has steps.
  public init(_ runs: [Run]) throws(ChartDataError) {
    let story = runs.first?.story ?? ""
    // All builds replay the same steps; a run that failed has fewer.
    let longest = runs.map(\.steps).max { $0.count < $1.count } ?? []
    var series: [WaterfallSeries] = []
    for run in runs {
      let begin = run.steps.map(\.start).min() ?? 0
      var spans: [WaterfallSpan?] = []
      for step in run.steps {
        let cpu = step.outside.tree?.cpu ?? step.outside.cpu
        spans.append(
          try WaterfallSpan(
            start: Double(step.start - begin) / 1e9, end: Double(step.end - begin) / 1e9,
            cpu: Double(max(0, cpu)) / 1e9))
      }
      spans += Array(repeating: nil, count: longest.count - spans.count)
      series.append(WaterfallSeries(name: run.build, spans: spans))
    }
    let rounds = runs.map { "\($0.build) run \($0.round)" }.joined(separator: ", ")
    try self.init(
      title: "Steps of \(story)",
      note: "\(rounds). The filled part of a bar is CPU time, all threads together",
      steps: longest.map { $0.story == story ? $0.label : "(\($0.story)) \($0.label)" },
      series: series)
  }
}
