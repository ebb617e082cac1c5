import Metrics
import Recording
import Scenarios

extension PublishedRatios {
  /// Computes a scenario's ratios from a file of published measurements.
  /// - Parameters:
  ///   - published: the ratios.
  ///   - text: the file's content.
  ///   - stories: the scenario's stories; others in the file are left out.
  /// - Throws: ``StoreError`` if the file can't be read or lacks the measurements.
  public init(_ published: PublishedValues, text: String, stories: [String]) throws(StoreError) {
    var measurements = ImportedMeasurements()
    try measurements.add(text, file: published.file, build: "")
    var columns: [Column] = []
    for column in published.there {
      columns.append(
        Column(
          title: column.title, pair: column.ratio,
          ratios: try measurements.ratios(column.ratio, of: stories, file: published.file)))
    }
    self.init(title: published.title, here: published.here, there: columns)
  }
}

extension ImportedMeasurements {
  /// The ratio of the means of two builds, for each story that has both.
  fileprivate func ratios(
    _ ratio: BuildRatio, of stories: [String], file: String
  ) throws(StoreError) -> [String: Double] {
    var found: [String: Double] = [:]
    // Measurements of different kinds of runs, as a comparison has them, are not one sample.
    let kinds = ratio.metric.kinds + RunKind.allCases
    for story in stories {
      for kind in kinds where found[story] == nil {
        if let above = mean(story, ratio.build, ratio.metric, kind),
          let below = mean(story, ratio.over, ratio.metric, kind), below > 0
        {
          found[story] = above / below
        }
      }
    }
    if !found.isEmpty { return found }
    throw .fault(
      in: file,
      "no story of the scenario has \(ratio.metric.id) on both '\(ratio.build)' and "
        + "'\(ratio.over)' here",
      allowed: "the stories \(stories.joined(separator: ", ")); the file's are "
        + "\(self.stories.joined(separator: ", ")) on \(builds.joined(separator: ", "))")
  }

  private func mean(
    _ story: String, _ build: String, _ metric: Metric, _ kind: RunKind
  ) -> Double? {
    let values = runs.filter { $0.story == story && $0.build == build && $0.kind == kind }
      .compactMap { $0.measurements[metric] }
    return values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
  }
}
