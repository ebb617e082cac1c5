import Analysis
import Metrics
import Recording
import Statistics
import Tables

/// Everything published about one experiment, as values: written by ``ReportFolder``.
public struct Report: Sendable {
  /// The experiment and its runs.
  public private(set) var analysis: ExperimentAnalysis
  /// All builds compared with the first.
  public private(set) var comparisons: [Comparison]
  /// The comparisons with published ratios that the scenario names.
  public private(set) var published: [PublishedComparison]
  /// The shares of the checks and the optimiser in the cost; nil if the builds do not show them.
  public private(set) var attribution: Attribution?
  /// For each story one run with its steps and samples: the first build's run closest to the median CPU time.
  public var typicalRuns: [Run] { typicalRunsByBuild.compactMap(\.first) }
  /// The same stories on each build that passed them: for each, the run closest to its own median.
  public private(set) var typicalRunsByBuild: [[Run]]
  /// The judgement of an experiment that decides between two builds; nil for others.
  public private(set) var judgement: Judgement?
  /// The judged analysis, if it is not the experiment alone: its runs and those of a saved baseline.
  public private(set) var judged: ExperimentAnalysis?
  /// The declaration of a comparison, for the file `decision.json`. With the measurements, its verdicts can
  /// be recomputed. Nil if nothing was judged.
  public private(set) var declaration: String?
  /// The qualification of an experiment that determines which changes the machine can detect; nil for others.
  public private(set) var qualification: Qualification?
  /// The origins of the stories' explained changes.
  public private(set) var explanations: [StoryExplanation]

  /// Prepares a report; `details` loads a run's steps and samples.
  public init(
    _ analysis: ExperimentAnalysis, judgement: Judgement? = nil,
    judged: ExperimentAnalysis? = nil, declaration: String? = nil,
    qualification: Qualification? = nil, explanations: [StoryExplanation] = [],
    details: (Run) throws -> Run
  ) rethrows {
    self.analysis = analysis
    self.judgement = judgement
    self.judged = judged
    self.declaration = declaration
    self.qualification = qualification
    self.explanations = explanations
    comparisons = Comparison.all(of: analysis)
    published = PublishedComparison.all(of: analysis)
    attribution = Attribution(analysis)
    let runs = analysis.measuredRuns
    let places = Dictionary(grouping: runs.indices.filter { runs[$0].passed }) {
      Cell(story: runs[$0].story, build: runs[$0].build, metric: .cpuTime)
    }
    // Stories that the first build never passed are left out.
    typicalRunsByBuild = try analysis.stories.map { story in
      try analysis.builds.compactMap { build in
        let cell = Cell(story: story, build: build, metric: .cpuTime)
        guard let median = analysis.summary(of: cell)?.median else { return nil }
        return try Self.nearest(to: median, runs, places[cell] ?? []).map(details)
      }
    }.filter { $0.first?.build == analysis.builds.first }
  }

  /// The first metrics of the report, among those measured; those that got worse come before all others.
  public var mainMetrics: [Metric] {
    let ofDriver: [Metric] =
      [.peakMemory, .peakCPU, .cpuTime, .wallTime, .throughput] + Metric.instructionCounts
      + [.allocations, .allocatedBytes, .peakLiveBytes]
    let ofServices = analysis.metrics.filter {
      $0.service != nil && [.peakMemory, .cpuTime].contains($0.ofDriver)
    }
    let all = ofDriver.filter(analysis.metrics.contains) + ofServices
    let worse = Set(
      (judgement?.gated ?? []).filter { $0.outcome.verdict == .regressed }.map(\.name.metric))
    return all.filter(worse.contains) + all.filter { !worse.contains($0) }
  }

  /// The metric compared with memory. Peak CPU says little about a story that keeps one thread busy; CPU
  /// time, if known, shows the story's cost.
  var scatterCPU: Metric { analysis.metrics.contains(.cpuTime) ? .cpuTime : .peakCPU }

  /// The metrics in the terminal. With several comparisons all main ones would scroll away, so they show
  /// those of the sentences, if measured.
  public var overviewMetrics: [Metric] {
    let (main, headlines) = (mainMetrics, headlineMetrics)
    guard comparisons.count > 1, headlines.allSatisfy(main.contains) else { return main }
    return main.filter { headlines.contains($0) || $0.isInstructionCount || $0 == .allocations }
  }

  /// The metrics whose changes are described in sentences.
  public var headlineMetrics: [Metric] { analysis.headlineMetrics }

  /// The metrics whose spread over layouts is shown: layout affects only time.
  public static let layoutMetrics: [Metric] = [.cpuTime]

  var savedRuns: [Run] {
    guard let judged, let judgement, judgement.saved != nil else { return [] }
    return judged.runs.filter { $0.build == judgement.baseline }
  }

  /// A Boolean value indicating whether the experiment was made to decide, so that verdicts are its outcome.
  public var isJudged: Bool { judgement != nil || qualification != nil || !explanations.isEmpty }

  /// The findings for a reader. In a qualification both sides are one program on purpose, and its outcome
  /// says how its pairs were made.
  public var findings: [Finding] {
    guard qualification != nil else { return analysis.findings }
    return analysis.findings.filter {
      switch $0 {
      case .identicalBuilds, .arrangement: false
      default: true
      }
    }
  }

  /// A Boolean value indicating whether there are layouts whose spread can be shown.
  public var hasLayouts: Bool {
    analysis.usedLayouts > 1 && analysis.metrics.contains { Self.layoutMetrics.contains($0) }
  }

  /// Returns the run, among those at some places, whose CPU time is closest to a value.
  private static func nearest(to value: Double, _ runs: [Run], _ places: [Int]) -> Run? {
    func distance(_ place: Int) -> Double {
      abs((runs[place].measurements[.cpuTime] ?? .infinity) - value)
    }
    return places.min { distance($0) < distance($1) }.map { runs[$0] }
  }
}

/// The format of a report.
public enum ReportFormat: String, Sendable, CaseIterable {
  /// `report.md` and `statistics.md` with their charts.
  case markdown = "md"
  /// `report.html`, one self-contained file.
  case html
  /// Tables for programs, as comma-separated values.
  case csv
  /// Tables for papers.
  case latex
  /// Tables for programs, with units, displayed texts and reasons for gaps.
  case json

  /// The default formats.
  public static let standard: Set<ReportFormat> = [.markdown, .html, .csv]
}

/// A table with the name of its files, and its source.
struct NamedTable {
  /// The file name without extension.
  let name: String
  let table: Table
  /// The only story that it shows; nil for a table of several.
  let story: String?
  let metrics: [Metric]

  init(_ name: String, _ table: Table, story: String? = nil, metrics: [Metric] = []) {
    self.name = name
    self.table = table
    self.story = story
    self.metrics = metrics
  }
}

/// A part of a report that is too long for one page.
struct ReportPart {
  /// How the names of parts' folders begin.
  static let folderPrefix = "stories-"
  /// The part's folder, below the report's.
  let folder: String
  /// The displayed name of its stories.
  let title: String
  let report: Report
}

extension Report {
  /// The greatest number of stories on a page. More tables and pictures are searched rather than read, and
  /// take a browser seconds.
  static let storiesOfPage = 100

  /// Parts of this many stories each; empty if one page holds all.
  var parts: [ReportPart] {
    let stories = analysis.stories
    guard stories.count > Self.storiesOfPage else { return [] }
    return stride(from: 0, to: stories.count, by: Self.storiesOfPage).map { start in
      let end = min(start + Self.storiesOfPage, stories.count)
      let own = Array(stories[start..<end])
      return ReportPart(
        folder: "\(ReportPart.folderPrefix)\(start + 1)-\(end)",
        title: "Stories \(start + 1) to \(end): \(own[0]) to \(own[own.count - 1])",
        report: part(of: Set(own)))
    }
  }

  /// The same for some stories. Verdicts and intervals stay those of the whole experiment, whose rate of
  /// false alarms holds for all stories.
  public func part(of stories: Set<String>) -> Report {
    var experiment = analysis.experiment
    experiment.stories.removeAll { !stories.contains($0.name) }
    var part = self
    part.analysis = ExperimentAnalysis(
      experiment, runs: analysis.allRuns.filter { stories.contains($0.story) })
    part.comparisons = comparisons.map { $0.restricted(to: stories) }
    part.typicalRunsByBuild = typicalRunsByBuild.filter { runs in
      runs.first.map { stories.contains($0.story) } ?? false
    }
    part.judgement = judgement?.restricted(to: stories)
    part.explanations = explanations.filter { stories.contains($0.story) }
    (part.published, part.attribution, part.qualification, part.judged) = ([], nil, nil, nil)
    // A part can't be recomputed: p values hold for all stories together.
    part.declaration = nil
    return part
  }

  /// The number of stories whose runs are drawn over time: gnuplot takes a twentieth of a second for each
  /// picture.
  static let drawnStories = 40

  /// The typical runs that are drawn, in the experiment's order; if there are too many, the most notable.
  /// - Returns: each with the same story's runs on all builds, and the number left out.
  func drawnRuns(atMost maximum: Int) -> (runs: [[Run]], leftOut: Int) {
    guard typicalRunsByBuild.count > maximum else { return (typicalRunsByBuild, 0) }
    let reported = storiesWithFindings
    func isReported(_ index: Int) -> Bool {
      typicalRunsByBuild[index].first.map { reported.contains($0.story) } ?? false
    }
    let all = typicalRunsByBuild.indices
    let order = all.filter(isReported) + all.filter { !isReported($0) }
    return (
      order.prefix(maximum).sorted().map { typicalRunsByBuild[$0] },
      typicalRunsByBuild.count - maximum
    )
  }

  /// Stories that failed, or that changed according to a verdict; without verdicts, those whose interval
  /// excludes no change.
  var storiesWithFindings: Set<String> {
    var stories = Set(analysis.runsThatFailed.map(\.story))
    if let judgement {
      let changed = judgement.gated.filter { [.regressed, .improved].contains($0.outcome.verdict) }
      return stories.union(changed.map(\.name.story))
    }
    let headlines = headlineMetrics
    for row in comparisons.flatMap(\.rows) where headlines.contains(row.metric) {
      if case .success(let ratio) = row.ratio, ratio.isShown { stories.insert(row.story) }
    }
    return stories
  }
}

extension ExperimentAnalysis {
  /// The metrics whose changes are described in sentences, for the driver and for any services.
  public var headlineMetrics: [Metric] {
    let own: [Metric] = [.cpuTime, .peakMemory]
    return own
      + metrics.filter { metric in
        metric.service != nil && own.contains { $0.ofDriver == metric.ofDriver }
      }
  }
}
