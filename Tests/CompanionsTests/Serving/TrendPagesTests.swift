import Analysis
import Experimenting
import Foundation
import Recording
import Reports
import Serving
import Store
import SystemPackage
import TestSupport
import Testing

/// The pages of a store with a history: eight checks, each of a commit against the one before. The last is 20 %
/// slower.
@Suite struct TrendPagesTests {
  private let folder: ScratchFolder
  private let site: StoreSite
  private static let pages = ["/", "/regressions", "/history?metric=cpu-time"]

  init() throws {
    let folder = try ScratchFolder()
    let store = try ResultStore(path: folder.file("store.sqlite"))
    for number in 1...8 {
      let (made, runs) = Replay.check(
        number, "c\(number)", against: "c\(number - 1)", number == 8 ? 20 : 0)
      var experiment = made
      experiment.decision?.ancestry = ["c\(number)"]
      let stored = try #require(try store.begin(experiment).experiment.number)
      try store.add(runs, to: stored)
      try store.complete(stored, at: experiment.startedAt)
    }
    self.folder = folder
    site = StoreSite(of: store, in: folder["reports"], patience: .seconds(600)) {
      try Report(
        ExperimentAnalysis($0, runs: store.runs(of: $0.number ?? 0)),
        judgement: store.judgement(of: $0), details: store.details)
    }
  }

  private func page(_ target: String) async throws -> String {
    let path = try #require(SitePath(target))
    let answer = try await site.answer(to: SiteRequest("GET", target), at: path)
    return String(decoding: answer.body, as: UTF8.self)
  }

  @Test func `experiments are in a table with one word for each verdict`() async throws {
    let page = try await page("/")
    #expect(page.contains("<caption>Experiments, the latest first</caption>"))
    #expect(page.ranges(of: #"<td class="bad">Regressed<p class="note">"#).count == 1, "\(page)")
    #expect(page.ranges(of: #"<th scope="row">"#).count == 8)
  }

  @Test(arguments: ["/regressions", "/history?metric=cpu-time"])
  func `a trend is a picture with its band of noise, and words`(_ target: String) async throws {
    let page = try await page(target)
    #expect(page.contains(#/<rect class="band" x="0"/#))
    // Seven earlier values and the latest.
    let line = try #require(page.firstMatch(of: #/<polyline class="line" points="([^"]+)">/#))
    #expect(line.output.1.split(separator: " ").count == 8)
    #expect(
      page.contains(
        #/<figcaption>list: latest \+(19\.[89]|20\.[012])\d* %, above the noise of ±0\.5/#),
      "\(page)")
  }

  @Test(.nightly) func `axe finds no problem on pages with trends, and they fit on a phone`()
    async throws
  {
    let browser = try Browser()
    for target in Self.pages {
      let file = try folder.add("page.html", try await page(target))
      #expect(try browser.faults(of: file) == [], "\(target)")
    }
  }
}
