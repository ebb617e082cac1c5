import Analysis
import Charts
import Metrics
import Recording
import Statistics
import Tables

extension ExperimentPage {
  /// Every story under its own heading that links can lead to: its outcome, pictures, runs and steps.
  func stories(_ tables: ReportTables) -> [HTML] {
    let anchors = StoryAnchors(experiment.stories.map(\.name))
    let pictures = groups.flatMap(\.pictures).filter { $0.story != nil }
    let own = Self.isLarge(report) ? [] : tables.runs + tables.steps
    let picturesByStory = Dictionary(grouping: pictures) { $0.story ?? "" }
    let tablesByStory = Dictionary(grouping: own) { $0.story ?? "" }
    let changes = StoryChanges(report)
    let pieces = experiment.stories.map { story in
      let content =
        (picturesByStory[story.name] ?? []).map(figure)
        + (tablesByStory[story.name] ?? []).map(piece)
      let heading = HTML(joined: [
        HTML("code") { story.name },
        story.title == story.name
          ? HTML("") : HTML("span", ["class": "title"]) { " \(story.title)" },
        HTML(joined: changes[story.name]),
      ])
      // Only what has content can be opened.
      guard !content.isEmpty else {
        return HTML(
          "p", ["class": "story", "id": anchors[story.name], "data-story": story.name]
        ) { heading }
      }
      return HTML(
        "details", ["class": "story", "id": anchors[story.name], "data-story": story.name]
      ) {
        HTML("summary") { heading }
        content
      }
    }
    guard Self.isLarge(report), !pieces.isEmpty else { return pieces }
    let remark =
      "\(report.analysis.runs.count) runs are too many to list here; measurements.csv, beside this page, has "
      + "the measurements of each."
    return [HTML("p") { remark }] + pieces
  }
}

struct StoryAnchors {
  private let anchors: [String: String]

  /// - Parameter stories: all stories of a page, in its order. Names that differ only in characters that no
  ///   link can hold are numbered.
  init(_ stories: [String]) {
    var names = FileNames()
    anchors = Dictionary(
      stories.map { ($0, names.name("story", $0)) }, uniquingKeysWith: { first, _ in first })
  }

  subscript(_ story: String) -> String? { anchors[story] }
}

/// The changes of each story, shown beside its name.
private struct StoryChanges {
  private var pieces: [String: [HTML]] = [:]

  init(_ report: Report) {
    if let judgement = report.judgement {
      for cell in judgement.gated where cell.isNotable {
        let words = "\(cell.change): \(cell.word)"
        let place = cell.name.step.map { "step \($0.position), " } ?? ""
        add(place + words, cell.tone, to: cell.name.story)
      }
      return
    }
    let headlines = report.headlineMetrics
    for comparison in report.comparisons {
      for row in comparison.rows where headlines.contains(row.metric) {
        guard case .success(let ratio) = row.ratio, ratio.isShown else { continue }
        add(
          "\(comparison.candidate): \(row.metric.titleInSentence) \(ratio.estimate.changeWords)",
          row.metric.tone(of: ratio.estimate.point), to: row.story)
      }
    }
  }

  subscript(_ story: String) -> [HTML] { pieces[story] ?? [] }

  private mutating func add(_ words: String, _ tone: Table.Cell.Tone, to story: String) {
    let classes = ["change", tone.className].compactMap(\.self).joined(separator: " ")
    // The space separates them when read aloud or copied.
    pieces[story, default: []].append(
      HTML(joined: [HTML(" "), HTML("span", ["class": classes]) { words }]))
  }
}

extension JudgedCell {
  /// A Boolean value indicating whether anything about it changed.
  fileprivate var isNotable: Bool {
    if tone != .neutral { return true }
    if case .withinGate? = outcome.verdict { return true }
    return false
  }
}
