import MetricCatalog
import Recording
import Statistics

extension ExperimentAnalysis {
  /// What the times of commands show to be wrong with their measurement, and what commands left
  /// behind.
  var commandFindings: [Finding] {
    guard experiment.source == .command else { return [] }
    return stories.flatMap { story in
      builds.flatMap { build in
        timeFindings(story, build) + leftBehind(story, build)
      }
    }
  }

  /// Below this median wall time, ns, starting the process is most of what is measured.
  static let shortTime = 5e6

  private func timeFindings(_ story: String, _ build: String) -> [Finding] {
    let cell = Cell(story: story, build: build, metric: .wallTime)
    let measured = measurements(of: cell)
    guard let times = distribution(of: cell), let summary = summary(of: cell) else { return [] }
    var findings: [Finding] = []
    var outliers = OutlierRule(times).outliers
    let isFirstSlow =
      outliers.first == 0 && measured.first?.round == 1 && times.values[0] > summary.median
    if isFirstSlow {
      outliers.removeFirst()
      findings.append(
        .slowFirstRun(build: build, time: times.values[0], of: summary))
    }
    let farthest = outliers.map { times.values[$0] }
      .max { abs($0 - summary.median) < abs($1 - summary.median) }
    if let farthest {
      findings.append(
        .outliers(build: build, count: outliers.count, farthest: farthest, of: summary))
    }
    if summary.median < Self.shortTime {
      findings.append(.shortRuns(build: build, of: summary))
    }
    return findings
  }

  private func leftBehind(_ story: String, _ build: String) -> [Finding] {
    let outliving = distribution(
      of: Cell(story: story, build: build, metric: .outlivingProcesses))
    guard let most = outliving?.sorted.last, most > 0 else { return [] }
    return [.processesLeft(build: build, most: Int(most))]
  }
}
