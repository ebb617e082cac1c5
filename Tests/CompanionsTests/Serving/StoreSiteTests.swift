import Analysis
import Experimenting
import Foundation
import Metrics
import Recording
import Reports
import Serving
import Store
import Synchronization
import SystemPackage
import TestSupport
import Testing

/// The site of a store, without HTTP.
@Suite struct StoreSiteTests {
  private let folder: ScratchFolder
  private let store: ResultStore
  private let site: StoreSite
  private let made = Counter()
  private let judged = Counter()

  /// Of which experiments something was made, in order.
  private final class Counter: Sendable {
    private let numbers = Mutex<[Int64]>([])
    func count(_ experiment: Experiment) { numbers.withLock { $0.append(experiment.number ?? 0) } }
    var taken: [Int64] {
      numbers.withLock { numbers in
        defer { numbers = [] }
        return numbers
      }
    }
  }

  init() throws {
    let folder = try ScratchFolder()
    let store = try ResultStore(path: folder.file("store.sqlite"))
    let (made, judged) = (made, judged)
    self.folder = folder
    self.store = store
    site = StoreSite(of: store, in: folder["reports"], patience: .seconds(600)) { experiment in
      made.count(experiment)
      let runs = try store.runs(of: experiment.number ?? 0)
      return try Report(ExperimentAnalysis(experiment, runs: runs), details: store.details)
    } judge: { experiment in
      judged.count(experiment)
      return try store.judgement(of: experiment)
    }
  }

  /// A finished check of ten pairs whose candidate is slower by `percent`.
  private func addCheck(_ percent: Double, of scenario: String = "") throws {
    var experiment = Replay.experiment(builds: Replay.builds("a", "b"), rounds: 10)
    experiment.scenario = scenario
    // What nothing identifies is only itself.
    experiment.builds[0].sha256 = "1f"
    experiment.decision = Decision(
      purpose: .check, baseline: "a", candidate: "b", rule: .standard)
    let number = try #require(try store.begin(experiment).experiment.number)
    for round in 1...10 {
      let factor = 1 + percent / 100 + 0.001 * Double(round % 3 - 1)
      for (build, cost) in [("a", 1e8), ("b", 1e8 * factor)] {
        let run = Replay.run("list", on: build, kind: .duet, round: round, [.cpuTime: cost])
        try store.add([run], to: number)
      }
    }
    try store.complete(number, at: experiment.startedAt)
  }

  private func page(_ target: String) async throws -> String {
    let path = try #require(SitePath(target))
    let answer = try await site.answer(to: SiteRequest("GET", target), at: path)
    #expect(answer.status == 200)
    return String(decoding: answer.body, as: UTF8.self)
  }

  @Test func `a history with more series than a chart has room for is a table`() async throws {
    let stories = (1...39).map { "story\($0)" }
    let experiment = Replay.experiment(stories: stories, builds: Replay.builds("a"), rounds: 1)
    let number = try #require(try store.begin(experiment).experiment.number)
    try store.add(stories.map { Replay.run($0, on: "a", [.cpuTime: 1e8]) }, to: number)
    try store.complete(number, at: experiment.startedAt)
    let page = try await page("/history?metric=cpu-time")
    #expect(page.contains("<table") && page.contains("There is no chart: a chart of "))
  }

  @Test func `the page of a history names the store in the command that reads more`() async throws {
    for _ in 1...102 {
      var experiment = Replay.experiment(builds: Replay.builds("a", "b"))
      experiment.decision = Decision(
        purpose: .check, baseline: "a", candidate: "b", rule: .standard)
      _ = try store.begin(experiment)
    }
    let site = StoreSite(of: store, in: folder["others"], storeOption: " --store team.sqlite") {
      Report(ExperimentAnalysis($0, runs: []), details: { $0 })
    }
    let answer = try await site.answer(
      to: SiteRequest("GET", "/history"), at: #require(SitePath("/history")))
    #expect(
      String(decoding: answer.body, as: UTF8.self).contains(
        "<p>2 earlier comparisons are left out; 'rehearse history --last N --store team.sqlite' "
          + "reads more.</p>"))
  }

  /// The pages of a store without experiments, and words that each has.
  private static let empty = [
    ("/", "Nothing was measured yet."), ("/regressions", "No check has found a regression."),
    ("/history", "Nothing was measured yet."),
  ]

  @Test(arguments: empty)
  func `each page of an empty store says that there is nothing`(
    _ target: String, _ words: String
  ) async throws {
    #expect(try await page(target).contains("<p>\(words)</p>"))
  }

  @Test(.nightly) func `axe finds no problem on pages of an empty store or of one being judged`()
    async throws
  {
    let browser = try Browser()
    for (target, _) in Self.empty {
      let file = try folder.add("page.html", try await page(target))
      #expect(try browser.faults(of: file) == [], "\(target)")
    }
    try addCheck(20)
    let store = store
    let hurried = StoreSite(of: store, in: folder["hurried"], patience: .zero) {
      try Report(
        ExperimentAnalysis($0, runs: store.runs(of: $0.number ?? 0)), details: store.details)
    }
    let path = try #require(SitePath("/"))
    let answer = try await hurried.answer(to: SiteRequest("GET", "/"), at: path)
    let text = String(decoding: answer.body, as: UTF8.self)
    #expect(text.contains("Not judged yet"))
    // The browser is to look at this page alone.
    let file = try folder.add("page.html", text.replacing("data-reload=\"1\"", with: ""))
    #expect(try browser.faults(of: file) == [])
  }

  @Test func `an experiment is not judged again for the page until it has new runs`() async throws {
    for _ in 1...2 { try addCheck(0) }
    let first = try await page("/")
    #expect(made.taken == [2, 1])
    #expect(try await page("/") == first)
    #expect(made.taken == [])
    try store.add([Replay.run("list", on: "a", kind: .duet, round: 11, [.cpuTime: 1e8])], to: 1)
    _ = try await page("/")
    #expect(made.taken == [1])
    try addCheck(0)
    #expect(try await page("/").contains("<h1>3 experiments</h1>"))
    #expect(made.taken == [3])
  }

  @Test(.timeLimit(.minutes(10)))
  func `a page with unfinished judgements reloads itself until they are made`() async throws {
    try addCheck(0)
    let store = store
    let site = StoreSite(of: store, in: folder["others"], patience: .zero) {
      try Report(
        ExperimentAnalysis($0, runs: store.runs(of: $0.number ?? 0)), details: store.details)
    }
    func page() async throws -> String {
      let request = SiteRequest("GET", "/")
      let answer = try await site.answer(to: request, at: #require(SitePath("/")))
      return String(decoding: answer.body, as: UTF8.self)
    }
    let first = try await page()
    #expect(first.contains("Not judged yet") && first.contains("data-reload=\"1\""))
    while try await page().contains("data-reload") {
      // The time limit cancels the test, which does not end the loop.
      try Task.checkCancellation()
      await Task.yield()
    }
    #expect(try await page().contains("CPU time"))
    #expect(!(try await page().contains("Not judged yet")))
  }

  @Test func `open regressions are listed above the experiments until they are gone`() async throws
  {
    try addCheck(20)
    let first = try await page("/")
    let above = try #require(first.firstRange(of: "<table")).lowerBound
    #expect(
      first[..<above].contains("1 open regression</a>")
        && first[..<above].contains(#/CPU time: <span class="bad">\+20\.0/#), "\(first[..<above])")
    try addCheck(0)
    #expect(!(try await page("/").contains("open regression")))
  }

  @Test func `a check whose stored scenario is refused is named on each page, and hides none`()
    async throws
  {
    try addCheck(20)
    try addCheck(
      20,
      of: """
        scenario: e
        builds: { a: { command: [./a] }, b: { command: [./b] } }
        stories: { list: { steps: [{ work: {}, expect: { count: 1 } }] } }
        gates: [{ metric: peak-cpu, steps: true }]
        """)
    let store = store
    let site = StoreSite(of: store, in: folder["others"], patience: .seconds(600)) { experiment in
      _ = try store.judgement(of: experiment)
      let runs = try store.runs(of: experiment.number ?? 0)
      return Report(ExperimentAnalysis(experiment, runs: runs), details: { $0 })
    }
    for (target, words) in [
      ("/", "1 open regression</a>"),
      (
        "/",
        "No report<p class=\"note\">Experiment 2 (e) can't be judged, because this version refuses the scenario"
      ),
      ("/regressions", "<h1>1 open regression in the checks that can be judged</h1>"),
      ("/history", "<table"),
    ] {
      let answer = try await site.answer(
        to: SiteRequest("GET", target), at: #require(SitePath(target)))
      let page = String(decoding: answer.body, as: UTF8.self)
      #expect(answer.status == 200 && page.contains(words), "\(page)")
      #expect(
        page.contains(
          "<p>Not read or judged by this version, so left out: "
            + "<a href=\"/experiments/2/\">experiment 2 (e)</a></p>"), "\(page)")
    }
  }

  @Test func `an experiment whose report is refused is listed with the words of the refusal`()
    async throws
  {
    try addCheck(0)
    let site = StoreSite(of: store, in: folder["others"], patience: .seconds(600)) { _ in
      throw Refusal.incomparable("The baseline 'main' is of another scenario.")
    }
    let answer = try await site.answer(
      to: SiteRequest("GET", "/"), at: #require(SitePath("/")))
    let page = String(decoding: answer.body, as: UTF8.self)
    let words = "No report<p class=\"note\">The baseline 'main' is of another scenario.</p>"
    #expect(answer.status == 200 && page.contains(words), "\(page)")
  }

  @Test func `a check is judged once, and its state is the last one set`() async throws {
    try addCheck(20)
    #expect(try await page("/regressions").contains("<h1>1 open regression</h1>"))
    #expect(judged.taken == [1])
    #expect(try await page("/regressions").contains("<h1>1 open regression</h1>"))
    let form = SiteRequest(
      "POST", "/regressions",
      fields: ["content-type": "application/x-www-form-urlencoded"],
      body: Data("name=1/list/cpu-time&set=accepted&until=9999-12-31".utf8))
    let path = try #require(SitePath("/regressions"))
    #expect(try await site.answer(to: form, at: path).status == 303)
    #expect(try await page("/regressions").contains("<h1>0 open regressions</h1>"))
    #expect(judged.taken == [])
    try addCheck(0)
    let fixed = try await page("/regressions")
    #expect(fixed.contains("fixed"), "\(fixed)")
    #expect(judged.taken == [2])
  }
}
