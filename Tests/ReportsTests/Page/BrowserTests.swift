import Analysis
import Foundation
import Recording
import Reports
import SystemPackage
import TestSupport
import Testing

/// The page in a real browser, from a file.
@Suite(.serialized) struct BrowserTests {
  private let folder: ScratchFolder
  private let browser: Browser
  private static let hostile = "<script>alert(1)</script>"

  init() throws {
    folder = try ScratchFolder()
    browser = try Browser()
  }

  /// Two builds, two stories, two layouts, a failed run, and names that would be markup.
  private func page() async throws -> FilePath {
    let stories = ["list", Self.hostile]
    var runs = SampleRuns.runs(stories: stories, builds: ["a", "b"])
    for index in runs.indices { runs[index].layout = (runs[index].round - 1) % 2 + 1 }
    runs[0].ending = .failed(
      RunFailure(reason: .crashed, message: "Signal 11 \(Self.hostile)", step: StepName("x")))
    runs[0].measurements = [:]
    var experiment = SampleRuns.experiment(stories: stories, builds: ["a", "b"])
    experiment.layouts = 2
    experiment.title = "A sample \(Self.hostile)"
    experiment.scenario = "scenario: \(Self.hostile)\n"
    let report = Report(ExperimentAnalysis(experiment, runs: runs), details: { $0 })
    return try await ReportFolder(folder.path, formats: [.html]).write(report)
  }

  @Test func `the browser renders the page, and nothing on it breaks its own policy`() async throws
  {
    let page = try await page()
    let opened = try browser.open(page, "--screenshot=\(folder.file("page.png"))")
    #expect(opened.console.isEmpty)
    // A blank page of this size has 6 kB.
    #expect(try folder.bytes(of: "page.png").count > 30_000)
    // The policy is really in force: what does not belong is refused, and that shows.
    let text = try folder.text(of: "report.html")
    let spoilt = try folder.add(
      "spoilt.html",
      text.replacing(
        "</body>", with: "<script>document.title='no'</script><p style='color:red'></p></body>"))
    let refused = try browser.open(spoilt, "--dump-dom")
    #expect(refused.console.count == 2 && !refused.markup.contains("<title>no"))
    #expect(refused.console.allSatisfy { $0.contains("Content Security Policy") })
  }

  /// Sorts the first column of numbers of the first table that can be sorted, and looks around.
  private static let script = """
    const result = {};
    const table = [...document.querySelectorAll("table")].find(t => t.caption?.textContent === "Runs of list");
    const column = [...table.tHead.rows[0].cells].findIndex(c => c.textContent.startsWith("CPU time"));
    const heading = table.tHead.rows[0].cells[column];
    const read = () => [...table.tBodies].map(b => [...b.rows].map(r => (r.cells[column] ?? r.cells[0]).textContent));
    result.before = read();
    heading.firstElementChild.click();
    result.up = read(); result.upSort = heading.getAttribute("aria-sort");
    heading.firstElementChild.click();
    result.down = read(); result.downSort = heading.getAttribute("aria-sort");
    const field = document.getElementById("filter");
    const stories = [...document.querySelectorAll("[data-story]")];
    const type = (text) => {
      field.value = text;
      field.dispatchEvent(new Event("input"));
      return stories.filter(s => !s.hidden).map(s => s.dataset.story);
    };
    const names = () => [...document.querySelectorAll("#results tbody tr:not(.section)")]
      .filter(r => !r.hidden && r.closest("table").tHead.rows[0].cells[0].textContent.startsWith("Story"))
      .map(r => r.cells[0].textContent);
    result.filtered = type(" LIST"); result.rows = [...new Set(names())];
    result.count = field.closest("label").textContent.trim();
    result.unfiltered = type("").length;
    result.menu = getComputedStyle(document.querySelector("nav")).position;
    result.pinned = getComputedStyle(table.tBodies[0].rows[1].cells[0]).position;
    location.hash = "metric-cpu-time";
    result.ids = [...document.querySelectorAll("[id]")].map(e => e.id);
    result.scripts = document.scripts.length;
    result.overflow = document.documentElement.scrollWidth - innerWidth;
    result.ground = getComputedStyle(document.body).backgroundColor;
    result.requests = performance.getEntriesByType("resource").length;
    addEventListener("hashchange", () => {
      result.opened = document.getElementById("metric-cpu-time").closest("details").open;
      for (const box of document.querySelectorAll("details")) box.open = true;
      const finish = () => {
        // Known once the page has observed the boxes' sizes, which is some time after it was loaded.
        result.shaded = document.querySelectorAll(".scroll.more").length;
        const probe = document.createElement("pre");
        probe.id = "probe";
        probe.textContent = JSON.stringify(result);
        document.body.append(probe);
      };
      axe.run(document).then(found => {
        result.violations = found.violations.map(v => v.id + ": " + v.nodes.map(n => n.html).join(" | "));
        result.passes = found.passes.length;
        finish();
      }, error => { result.violations = [String(error)]; finish(); });
    });
    """

  private func expectNoViolations(_ result: [String: Any]) throws {
    #expect(try #require(result["violations"] as? [String]) == [])
    #expect(try #require(result["passes"] as? Int) > 15)
  }

  @Test func `the page sorts tables, opens link targets, loads nothing, and passes axe`()
    async throws
  {
    let page = try await page()
    let result = try browser.probe(page, with: Browser.axe() + "\n" + Self.script)
    #expect(
      result["before"] as? [[String]] == [
        ["a", "–¹", "2.00", "3.00"], ["b", "2.0", "3.0", "4.0"],
      ])
    // A gap is last, whichever way.
    #expect(
      result["up"] as? [[String]] == [["a", "2.00", "3.00", "–¹"], ["b", "2.0", "3.0", "4.0"]])
    #expect(
      result["down"] as? [[String]] == [
        ["a", "3.00", "2.00", "–¹"], ["b", "4.0", "3.0", "2.0"],
      ])
    #expect(result["upSort"] as? String == "ascending")
    #expect(result["downSort"] as? String == "descending")
    #expect(result["opened"] as? Bool == true)
    #expect(result["filtered"] as? [String] == ["list"] && result["rows"] as? [String] == ["list"])
    #expect(result["count"] as? String == "Filter stories  1 of 2")
    #expect(result["unfiltered"] as? Int == 2)
    #expect(result["menu"] as? String == "sticky" && result["pinned"] as? String == "sticky")
    let ids = try #require(result["ids"] as? [String])
    #expect(Set(ids).count == ids.count && ids.count > 20)
    #expect(ids.contains("story-list"))
    // Its own and the test's: names in angle brackets have made no third.
    #expect(result["scripts"] as? Int == 2)
    #expect(result["requests"] as? Int == 0)
    #expect(result["ground"] as? String == "rgb(244, 245, 247)")
    try expectNoViolations(result)
  }

  @Test(.nightly)
  func `a page of verdicts passes axe, and links to what changed`() async throws {
    let analysis = DrawnComparison(seed: 5, rounds: 30).analysis(by: .adaptive)
    let judgement = try Judgement(
      analysis, baseline: "a", candidate: "b", gates: DrawnComparison.gates, rule: .adaptive)
    let page = try await ReportFolder(folder.path, formats: [.html]).write(
      Report(analysis, judgement: judgement, details: { $0 }))
    let text = try folder.text(of: "report.html")
    #expect(text.contains("<p>The app failed: broken: 1 of 36 runs failed on 'b'. Regressed: "))
    #expect(text.contains(#"id="story-slow""#))
    let script = try """
    for (const box of document.querySelectorAll("details")) box.open = true;
    \(Browser.accessibilityProbe())
    """
    try expectNoViolations(browser.probe(page, with: script))
  }

  @Test func `the page is dark if the reader prefers that, and fits the width of a phone`()
    async throws
  {
    let page = try await page()
    let dark = try browser.probe(
      page, with: Browser.axe() + "\n" + Self.script, width: 390, scheme: .dark)
    #expect(dark["ground"] as? String == "rgb(16, 19, 23)")
    // Tables and pictures scroll in boxes of their own.
    #expect(dark["overflow"] as? Int == 0)
    #expect(try #require(dark["shaded"] as? Int) > 0)
    try expectNoViolations(dark)
  }

  @Test func `the printed page has the verdict, the tables and the exact names`() async throws {
    let page = try await page()
    _ = try browser.open(page, scheme: .dark, "--print-to-pdf=\(folder.file("page.pdf"))")
    let text = try Completion.of(["pdftotext", "-layout", folder.file("page.pdf"), "-"])
    #expect(text.status == 0, "\(text.errors)")
    #expect(text.output.contains("A sample \(Self.hostile)"))
    #expect(text.output.contains("1 of 12 runs failed."))
    #expect(text.output.contains("b against a"))
    // On every sheet which of how many it is.
    #expect(text.output.contains(/(?m)^ +1 ?\/ ?[2-9]\d*$/))
    #expect(text.output.contains(/(?m)^ +2 ?\/ ?[2-9]\d*$/))
    #expect(!text.output.contains("Parts of this page"))
  }
}
