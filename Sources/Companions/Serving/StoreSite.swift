import Analysis
import Charts
import Experimenting
import Foundation
import Metrics
import Recording
import Reports
import Statistics
import Store
import SystemPackage
import Tables

/// The site of a store: its experiments, their reports, and the history of a metric.
///
///     /                    the outcomes of the latest experiments
///     /experiments/5/      the report of experiment 5, and its files beside it
///     /regressions         the regressions that checks found, each with a form for its state
///     /history             a metric over experiments: ?scenario=shop&metric=cpu-time
public struct StoreSite: Sendable {
  private let store: ResultStore
  private let reports: ReportCache
  private let report: @Sendable (Experiment) throws -> Report
  private let patience: Duration
  private let storeOption: String
  private let entries = ResultCache<StorePage.ListedExperiment>(most: 500)
  private let histories = StoreResultCache<[[String: String]: SiteAnswer]>()
  private let isJudging = SharedFlag()
  private let found: FoundRegressions

  private static let experimentsOfPage = 20
  /// The number of pages of histories that are kept.
  private static let mostHistories = 50

  /// A site that writes reports, made by `report`, into an empty folder. The first page waits for judgements
  /// as long as `patience`. `judge` judges a stored check; nil for the judge of the store's regressions. By
  /// `storeOption` a command finds the store: `" --store FILE"`, or empty for the usual one.
  public init(
    of store: ResultStore, in folder: FilePath,
    patience: Duration = .milliseconds(100), storeOption: String = "",
    report: @escaping @Sendable (Experiment) throws -> Report,
    judge: (@Sendable (Experiment) throws -> Judgement?)? = nil
  ) {
    self.store = store
    self.report = report
    self.patience = patience
    self.storeOption = storeOption
    found = FoundRegressions(in: store, judge: judge ?? { try store.judgement(of: $0) })
    reports = ReportCache(of: store, in: folder, make: report)
  }

  /// Answers a request that has access.
  /// - Throws: its errors; they are reported as a failure of this program.
  public func answer(to request: SiteRequest, at path: SitePath) async throws -> SiteAnswer {
    if request.method == "POST", path.parts != ["regressions"] { return .notFound }
    switch path.parts.first {
    case "" where path.parts.count == 1: return try overview(before: path.query["before"])
    case "experiments": return try await experiment(path.parts)
    case "regressions" where path.parts.count == 1:
      return try request.method == "POST" ? decide(request) : regressions()
    case "history" where path.parts.count == 1: return try await keptHistory(path.query)
    default: return .notFound
    }
  }

  private func overview(before text: String?) throws -> SiteAnswer {
    let number = text.flatMap { Int64($0) }
    if text != nil, number == nil { return .notFound }
    let latest = try store.latest(Self.experimentsOfPage, before: number)
    let states = try store.states()
    // A store may hold a million runs: what can't be judged at once is judged in the background.
    let deadline = ContinuousClock.now + patience
    var unread: [Experiment] = []
    let entries = try latest.experiments.compactMap { experiment -> StorePage.ListedExperiment? in
      guard let number = experiment.number, let state = states[number] else { return nil }
      if ContinuousClock.now >= deadline, self.entries.known(of: number, in: state) == nil {
        unread.append(experiment)
        return StorePage.ListedExperiment(unread: experiment, page: Self.page(of: experiment))
      }
      return try entry(of: experiment, in: state)
    }
    let tracked = try found.all(in: states, until: deadline)
    if !unread.isEmpty || tracked == nil { judge(unread, in: states) }
    let (notes, now) = (try store.regressionNotes(), Date())
    return .page(
      StorePage(
        open: tracked?.filter { $0.state(notes, at: now).isOpen },
        leftOut: found.leftOut(in: states), entries: entries, count: latest.count,
        older: latest.older.map { "/?before=\($0)" },
        reload: unread.isEmpty && tracked != nil ? nil : 1
      ).html)
  }

  private static func page(of experiment: Experiment) -> String {
    "/experiments/\(experiment.number ?? 0)/"
  }

  /// Nil if the experiment can't be read.
  private func entry(
    of experiment: Experiment, in state: ExperimentState
  ) throws -> StorePage.ListedExperiment? {
    try store.ifReadable(experiment) { experiment in
      try entries.value(of: experiment.number ?? 0, in: state) {
        let page = Self.page(of: experiment)
        do {
          return StorePage.ListedExperiment(report: try report(experiment), page: page)
        } catch let refusal as Refusal {
          return StorePage.ListedExperiment(refused: experiment, by: refusal, page: page)
        }
      }
    }
  }

  /// Judges experiments in the background for later readers, one such task at a time.
  private func judge(_ experiments: [Experiment], in states: [Int64: ExperimentState]) {
    guard isJudging.raise() else { return }
    Task.detached {
      defer { isJudging.takeDown() }
      // An unjudgeable experiment fails when it is requested, with a message there.
      for experiment in experiments {
        guard let number = experiment.number, let state = states[number] else { continue }
        _ = try? entry(of: experiment, in: state)
      }
      _ = try? found.all()
    }
  }

  private func experiment(_ parts: [String]) async throws -> SiteAnswer {
    guard parts.count >= 2, let number = Int64(parts[1]), "\(number)" == parts[1],
      let experiment = try store.experiment(numbered: number)
    else { return .notFound }
    if parts.count == 2 { return .redirection(to: "/experiments/\(number)/") }
    let folder = try await reports.folder(of: experiment)
    var names = Array(parts.dropFirst(2))
    if names.last == "" { names[names.count - 1] = "report.html" }
    return try Self.file(names.reduce(folder) { $0.appending($1) })
  }

  /// A file of a report; ``SitePath`` has no parts that lead upwards or are hidden.
  private static func file(_ path: FilePath) throws -> SiteAnswer {
    guard let type = path.extension.flatMap({ types[$0] }),
      FileManager.default.fileExists(atPath: path.string)
    else { return .notFound }
    let data = try Data(contentsOf: URL(filePath: path.string))
    return SiteAnswer(200, type: type, data)
  }

  private static let types = [
    "html": "text/html; charset=utf-8", "csv": "text/csv; charset=utf-8",
    "json": "application/json",
    "svg": "image/svg+xml", "yml": "text/plain; charset=utf-8", "png": "image/png",
  ]

  private func regressions() throws -> SiteAnswer {
    let notes = try store.regressionNotes()
    let now = Date()
    return .page(
      RegressionsPage(
        try found.allWithTrends().map { ($0, $0.state(notes, at: now), $1) },
        leftOut: found.leftOut(in: try store.states()), isWritable: !store.isReadOnly
      ).html)
  }

  /// Stores a form's decision about a regression.
  private func decide(_ request: SiteRequest) throws -> SiteAnswer {
    let type = "application/x-www-form-urlencoded"
    guard request.fields["content-type"]?.hasPrefix(type) == true,
      let text = String(validating: request.body, as: UTF8.self), let form = FormText(text[...])
    else { return .refusal(400, "A form is sent as \(type).") }
    guard let regression = try found.all().named(form.values["name"] ?? "") else {
      return .notFound
    }
    do {
      let now = Date()
      let decision = try RegressionNote.Decision(
        form.values["set"] ?? "", until: Self.text("until", in: form.values), at: now,
        named: ("The state", "the last day"))
      try store.set(decision, of: regression, at: now)
    } catch let error as RecordingError {
      return .refusal(400, error.description)
    }
    return .redirection(to: "/regressions")
  }

  /// The page of a history, kept from before if nothing changed: a store of thousands of experiments takes seconds
  /// to read.
  private func keptHistory(_ query: [String: String]) async throws -> SiteAnswer {
    let states = try store.states()
    var known = histories.known(in: states) ?? [:]
    if let answer = known[query] { return answer }
    if known.count >= Self.mostHistories { known = [:] }
    let answer = try await history(query)
    known[query] = answer
    histories.keep(known, in: states)
    return answer
  }

  private func history(_ query: [String: String]) async throws -> SiteAnswer {
    let all = try store.outlines()
    let scenarios = HistorySelection.scenarios(of: all)
    let id = Self.text("metric", in: query) ?? Metric.cpuTime.id
    guard let metric = Metric.named(id) else { return .refusal(404, "There is no metric '\(id)'.") }
    let scenario = Self.text("scenario", in: query) ?? scenarios.last
    let choice = HistoryPage.Choice(
      scenarios: scenarios, scenario: scenario, metric: metric, storeOption: storeOption)
    guard let scenario else { return .page(try HistoryPage(choice, nil, drawings: []).html()) }
    guard scenarios.contains(scenario) else {
      return .refusal(404, "There is no experiment of a scenario '\(scenario)'.")
    }
    let selection = try HistorySelection(
      of: all, scenario: scenario, pattern: nil, last: nil, in: store)
    let found = try StoredHistory(
      of: selection, metric: metric,
      rule: ChangePointRule(level: 0.001, minimumMagnitude: 0), in: store)
    var drawings: [(title: String, svg: String)] = []
    if let anchored = found.anchored {
      drawings.append(try await Self.drawn { try HistoryChart(anchored) })
    }
    if !found.history.series.isEmpty {
      drawings.append(try await Self.drawn { try HistoryChart(found.history) })
    }
    return .page(try HistoryPage(choice, found, drawings: drawings).html())
  }

  /// A drawing, or in its place the reason why there is none: the tables have it all.
  private static func drawn(
    _ chart: () throws -> HistoryChart
  ) async throws -> (title: String, svg: String) {
    do {
      let chart = try chart()
      let bytes = try await ChartRenderer().draw(chart, as: .inlineSVG, size: chart.size())
      return (chart.title, String(decoding: bytes, as: UTF8.self))
    } catch let error as ChartError {
      let reason = "There is no chart: \(error)."
      return (reason, HTML("p") { reason }.markup)
    }
  }

  /// A value that exists and is not empty.
  private static func text(_ name: String, in query: [String: String]) -> String? {
    query[name].flatMap { $0.isEmpty ? nil : $0 }
  }
}
