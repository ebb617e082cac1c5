import Analysis
import Foundation
import Metrics
import Recording
import Reports
import Statistics
import Tables

/// The regressions that checks found, each with a form for its state.
struct RegressionsPage {
  /// A regression, its state, and its trend if enough checks led to it.
  typealias ListedRegression = (
    regression: TrackedRegression, state: TrackedRegression.Status, trend: BranchTrend?
  )

  private let regressions: [ListedRegression]
  private let leftOut: [Experiment]
  private let isWritable: Bool

  /// A page. The checks `leftOut` can't be judged. If the store is read-only, `isWritable` is false: states can't be
  /// set.
  init(_ regressions: [ListedRegression], leftOut: [Experiment], isWritable: Bool) {
    self.leftOut = leftOut
    // Open ones come first.
    self.regressions =
      regressions.filter(\.state.isOpen) + regressions.filter { !$0.state.isOpen }
    self.isWritable = isWritable
  }

  var html: String {
    let open = regressions.count(where: \.state.isOpen)
    return SitePage(
      place: .regressions,
      title: open.counted("open regression", "open regressions")
        + (leftOut.isEmpty ? "" : " in the checks that can be judged"),
      body: HTML(joined: [
        HTML.leftOut(leftOut),
        regressions.isEmpty ? HTML("p") { none } : HTML(joined: []),
        HTML(joined: regressions.map { section($0.regression, $0.state, $0.trend) }),
        regressions.allSatisfy { $0.trend == nil }
          ? HTML(joined: []) : HTML("p", ["class": "note"]) { TrendFigure.note },
      ])
    ).html
  }

  private var none: String {
    "No check \(leftOut.isEmpty ? "" : "that can be judged ")has found a regression."
  }

  private func section(
    _ regression: TrackedRegression, _ state: TrackedRegression.Status, _ trend: BranchTrend?
  ) -> HTML {
    HTML("section") {
      HTML("p", ["class": "kicker"]) { "\(regression.scenario) · \(state.text)" }
      HTML("h2") { regression.cell.title }
      HTML("p", ["class": regression.gone == nil ? "size bad" : "size"]) {
        regression.result.value.words(in: regression.cell.metric.unit)
      }
      if let trend { TrendFigure(trend).piece }
      HTML("p") {
        "Found by "
        link(regression.found)
        regression.latest.number == regression.found.number ? "" : ", last seen in "
        regression.latest.number == regression.found.number
          ? HTML(joined: []) : link(regression.latest)
        "."
      }
      if isWritable, regression.gone == nil { form(regression, state) }
    }
  }

  private func link(_ experiment: Experiment) -> HTML {
    let number = experiment.number ?? 0
    let commit = experiment.measuredRevision.map { " (\($0.short))" } ?? ""
    return HTML("a", ["href": "/experiments/\(number)/"]) { "experiment \(number)\(commit)" }
  }

  private func form(_ regression: TrackedRegression, _ state: TrackedRegression.Status) -> HTML {
    var until: String?
    if case .accepted(let day) = state { until = day.description }
    return HTML("form", ["class": "choice", "action": "/regressions", "method": "post"]) {
      HTML(empty: "input", ["type": "hidden", "name": "name", "value": regression.name])
      HTML.choice(
        "State", name: "set", among: ["new", "investigating", "accepted"], chosen: state.word)
      HTML("label") {
        "Accepted until the end of"
        HTML(empty: "input", ["type": "date", "name": "until", "value": until])
      }
      HTML("button") { "Save" }
    }
  }
}

extension CellName {
  /// As verdicts have it: `list: CPU time`, or `list 2: lend: CPU time` of a step.
  var title: String {
    "\(story)\(step.map { " \($0.position): \($0.label)" } ?? ""): \(metric.title)"
  }
}
