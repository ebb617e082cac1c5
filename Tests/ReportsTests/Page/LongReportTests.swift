import Analysis
import Foundation
import Recording
import TestSupport
import Testing

@testable import Reports

struct LongReportTests {
  private let names = (1...201).map { "story-\($0)" }

  private func report(judged: Bool) throws -> Report {
    var experiment = SampleRuns.experiment(stories: names, builds: ["a", "b"])
    let decision = Decision(
      purpose: .check, baseline: "a", candidate: "b", rule: .standard)
    if judged { experiment.decision = decision }
    let analysis = ExperimentAnalysis(
      experiment, runs: SampleRuns.runs(stories: names, builds: ["a", "b"]))
    let judgement =
      judged
      ? try Judgement(analysis, baseline: "a", candidate: "b", rule: decision.rule) : nil
    return Report(
      analysis, judgement: judgement, declaration: judged ? "{}" : nil, details: { $0 })
  }

  @Test(.nightly)
  func `more than a hundred stories get pages of their own below an overview`()
    async throws
  {
    let folder = try ScratchFolder()
    _ = try await ReportFolder(folder.path).write(try report(judged: true))
    let parts = ["stories-1-100", "stories-101-200", "stories-201-201"]
    let overview = try folder.text(of: "report.html")
    let markdown = try folder.text(of: "report.md")
    for part in parts {
      #expect(overview.contains("href=\"\(part)/report.html\""), "\(part)")
      #expect(markdown.contains("](\(part)/report.md)"), "\(part)")
      #expect(folder.files.contains("\(part)/report.html"))
      // Verdicts of a part can't be computed from the part.
      #expect(!folder.files.contains("\(part)/decision.json"))
      #expect(try !folder.text(of: "\(part)/report.md").contains("decision.json"))
    }
    #expect(folder.files.contains("decision.json"))
    #expect(try folder.text(of: "stories-201-201/report.html").contains("story-201"))
    #expect(try !folder.text(of: "stories-201-201/report.html").contains("story-200"))
    // The tables beside the page that leads to them are of all stories.
    let rows = try folder.text(of: "tables/verdicts.csv").split(whereSeparator: \.isNewline)
    #expect(rows.count > 402)
    let drawn = folder.files.count { $0.contains("/charts/timeline-") && $0.hasSuffix(".svg") }
    #expect(drawn > 0 && drawn <= Report.drawnStories)
    #expect(!folder.files.contains { $0.hasSuffix(".png") })
    let part = try folder.text(of: "stories-1-100/report.md")
    #expect(part.contains("Every run of 87 more stories: only 13 are drawn"))
  }

  @Test(.nightly)
  func `axe finds no problem on the overview of a long report and the index of several`() throws {
    let (long, other) = (try report(judged: true), try report(judged: false))
    let pages = [
      OverviewPage(report: long, parts: long.parts, hasTables: true).html,
      IndexPage(entries: [(long, "one/report.html"), (other, "two/report.html")]).html,
    ]
    let (folder, browser) = (try ScratchFolder(), try Browser())
    for html in pages {
      #expect(try browser.faults(of: folder.add("page.html", html)) == [])
    }
  }

  @Test func `a part of a report keeps the verdicts of the whole`() throws {
    let whole = try report(judged: true)
    let part = whole.part(of: ["story-7"])
    let cells = try #require(whole.judgement).gated.filter { $0.name.story == "story-7" }
    #expect(part.judgement?.gated == cells && !cells.isEmpty)
    #expect(part.analysis.stories == ["story-7"])
    #expect(part.comparisons.flatMap(\.rows).allSatisfy { $0.story == "story-7" })
  }

  @Test func `a hundred stories fit on one page`() throws {
    #expect(try report(judged: false).part(of: Set(names.prefix(100))).parts.isEmpty)
  }
}
