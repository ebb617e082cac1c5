import Foundation
import Metrics
import Recording
import Statistics
import SystemPackage
import TestSupport
import Testing

@testable import Analysis
@testable import Reports

/// The part of the page that says where a change comes from, in a real browser.
@Suite(.serialized) struct ExplanationPageTests {
  private let folder: ScratchFolder
  private let browser: Browser
  private let explanation: Explanation

  init() throws {
    folder = try ScratchFolder()
    browser = try Browser()
    explanation = try Explanation(
      story: "list", baseline: "a", candidate: "b", profiles: Self.profiles())
  }

  /// Those of all tests; one more function takes 1 ms of the baseline alone, and its name would be markup.
  private static func profiles(
    _ gone: ProfiledFunction = ProfiledFunction(
      name: "old<script>alert(1)</script>", module: "Inventory", kind: .app)
  ) throws -> [Pair<Profile>] {
    return try Replay.profiles().enumerated().map { number, pair in
      var builder = ProfileBuilder()
      for place in pair.baseline.nodes.indices {
        builder.add(
          pair.baseline.path(to: place), samples: pair.baseline.nodes[place].samples)
      }
      builder.add([Replay.Functions.main, gone], samples: 10 + number % 3)
      return Pair(
        baseline: try builder.profile(samplePeriod: 100_000), candidate: pair.candidate)
    }
  }

  private func page(_ gone: ProfiledFunction? = nil) async throws -> FilePath {
    var experiment = SampleRuns.experiment(stories: ["list"], builds: ["a", "b"])
    experiment.decision = Decision(
      purpose: .explanation, baseline: "a", candidate: "b", rule: .adaptive)
    let profiles = try gone.map { try Self.profiles($0) } ?? Self.profiles()
    let runs = profiles.enumerated().flatMap { index, pair in
      [("a", pair.baseline), ("b", pair.candidate)].map { build, profile in
        var run = Replay.run("list", on: build, kind: .duet, round: index + 1, [.cpuTime: 1e8])
        run.profile = profile
        return run
      }
    }
    let analysis = ExperimentAnalysis(experiment, runs: runs)
    return try await ReportFolder(folder.path, formats: [.html]).write(
      Report(analysis, explanations: try analysis.explanations, details: { $0 }))
  }

  /// Widens, finds and walks, as with mouse and keys.
  private static let script = """
    const result = {};
    const figures = [...document.querySelectorAll("figure.flame")];
    const read = (figure) => [...figure.querySelectorAll("svg.calls > svg")]
      .filter(box => !box.hasAttribute("hidden"))
      .map(box => [box.querySelector("title").textContent.split(",")[0], box.getAttribute("class"),
        Number(parseFloat(box.getAttribute("x")).toFixed(2)),
        Number(parseFloat(box.getAttribute("width")).toFixed(2))]);
    const [before, after] = figures;
    result.sides = figures.map(figure => figure.querySelector("figcaption").textContent.split(",")[0]);
    result.before = read(before); result.after = read(after);
    const box = (name) => [...after.querySelectorAll("svg.calls > svg")]
      .find(one => one.querySelector("title").textContent.startsWith(name));
    const press = (key) => document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    box("Inventory.sorted").dispatchEvent(new MouseEvent("click", { bubbles: true }));
    result.widened = read(after);
    const focused = () => document.activeElement.getAttribute("aria-label").split(",")[0];
    press("ArrowDown"); result.below = focused();
    press("ArrowUp"); press("ArrowUp"); result.above = focused();
    press("Escape"); result.whole = read(after).length;
    press("ArrowDown"); press("ArrowRight"); result.beside = focused();
    const field = after.querySelector("input");
    field.value = "SQLITE"; field.dispatchEvent(new Event("input"));
    result.found = after.querySelector("output").textContent;
    result.dimmed = after.querySelectorAll("svg.other").length;
    field.value = ""; field.dispatchEvent(new Event("input"));
    result.tabs = after.querySelectorAll('[tabindex="0"]').length;
    result.scripts = document.scripts.length;
    const ids = [...document.querySelectorAll("[id]")].map(e => e.id);
    result.unique = new Set(ids).size === ids.length;
    for (const details of document.querySelectorAll("details")) details.open = true;
    axe.run(document).then(found => {
      const probe = document.createElement("pre");
      result.violations = found.violations.map(v => v.id + ": " + v.nodes.map(n => n.html).join(" | "));
      probe.id = "probe";
      probe.textContent = JSON.stringify(result);
      document.body.append(probe);
    });
    """

  @Test(arguments: [Browser.Scheme.light, .dark])
  func `the flame graph can be zoomed, searched and used by keyboard, and passes axe`(
    scheme: Browser.Scheme
  ) async throws {
    let page = try await page()
    let result = try browser.probe(
      page, with: Browser.axe() + "\n" + Self.script, scheme: scheme)
    #expect(try #require(result["violations"] as? [String]) == [])
    #expect(result["sides"] as? [String] == ["a", "b"])
    // What is gone stands in the baseline's picture alone.
    let before = try #require(result["before"] as? [[Any]])
    #expect(before.map { "\($0[0]) \($0[1])" }.contains("old<script>alert(1)</script> shrank"))
    let after = try #require(result["after"] as? [[Any]])
    #expect(
      after.map { "\($0[0]) \($0[1])" } == [
        "main grew", "Inventory.list(matching:) grew", "Inventory.sorted(_:) grew",
        "swift_retain grew", "sqlite3_step same", "handle_mm_fault same",
      ])
    // Of 1,020 samples 300 and 220 are in sorting.
    let sorted = try #require(after[2][3] as? Double)
    #expect(abs(sorted - 100 * 520 / 1020) < 0.2)
    let widened = try #require(result["widened"] as? [[Any]])
    #expect(
      widened.map { $0[0] as? String } == [
        "main", "Inventory.list(matching:)", "Inventory.sorted(_:)", "swift_retain",
      ])
    #expect(widened.prefix(3).allSatisfy { $0[2] as? Double == 0 && $0[3] as? Double == 100 })
    #expect(result["below"] as? String == "swift_retain")
    #expect(result["above"] as? String == "Inventory.list(matching:)")
    #expect(result["whole"] as? Int == 6 && result["beside"] as? String == "sqlite3_step")
    // Of `handle_mm_fault`, too, the caller is not in the title: sqlite3_step alone.
    #expect(result["found"] as? String == " 1 of 6" && result["dimmed"] as? Int == 5)
    #expect(result["tabs"] as? Int == 1)
    #expect(result["scripts"] as? Int == 2 && result["unique"] as? Bool == true)
  }

  @Test func `long function names leave room for the columns of changes`() async throws {
    let long = ProfiledFunction(
      name: "TheModelOfEverything." + String(repeating: "sortedByEachOfTheFollowing", count: 12),
      module: "AModuleWhoseNameIsAsLongAsThoseOfGeneratedPackagesAre", kind: .app)
    let page = try await page(long)
    let script = """
      const table = document.querySelector("#explanations table");
      const box = table.closest(".scroll") ?? table.parentElement;
      const last = [...table.querySelectorAll("tbody tr:not(.section)")].map(row => row.lastElementChild);
      const probe = document.createElement("pre");
      probe.id = "probe";
      probe.textContent = JSON.stringify({
        width: innerWidth, overflow: box.scrollWidth - box.clientWidth,
        right: Math.max(...last.map(cell => cell.getBoundingClientRect().right)),
        names: table.textContent.includes("TheModelOfEverything"),
      });
      document.body.append(probe);
      """
    let result = try browser.probe(page, with: script)
    #expect(result["names"] as? Bool == true && result["overflow"] as? Double == 0, "\(result)")
    let (right, width) = (result["right"] as? Double ?? .infinity, result["width"] as? Double ?? 0)
    #expect(right <= width, "\(result)")
  }

  @Test func `the page prints its function names, and needs no script to do so`() async throws {
    let page = try await page()
    let text = try folder.text(of: "report.html")
    #expect(text.contains("<title>swift_retain, libswiftCore.so: "))
    #expect(text.contains(">+ swift_retain</text>"))
    _ = try browser.open(page, "--print-to-pdf=\(folder.file("page.pdf"))")
    let printed = try Completion.of(["pdftotext", "-layout", folder.file("page.pdf"), "-"])
    #expect(printed.output.contains("+ swift_retain"))
    #expect(!printed.output.contains("Find a function"))
  }

  @Test func `small functions are drawn together, but changed ones never are`() throws {
    func function(_ name: String) -> ProfiledFunction {
      ProfiledFunction(name: name, module: "m", kind: .app)
    }
    func change(_ baseline: Double, _ candidate: Double, shown: Bool = false) throws -> CostChange {
      CostChange(
        baseline: baseline, candidate: candidate,
        difference: try Estimate(
          point: candidate - baseline, lower: candidate - baseline - 1,
          upper: candidate - baseline + 1, standardError: 0.5, confidenceLevel: 0.95),
        pValue: nil, isShown: shown)
    }
    func node(
      _ name: String, in parent: Int?, _ baseline: Double, _ candidate: Double, shown: Bool = false
    ) throws -> DifferenceTree.Node {
      .init(
        parent: parent, function: function(name), own: Pair(baseline: 0, candidate: 0),
        inclusive: try change(baseline, candidate, shown: shown))
    }
    let tree = DifferenceTree(nodes: [
      try node("main", in: nil, 1000, 1000), try node("small", in: 0, 2, 2),
      try node("large", in: 0, 500, 600), try node("little", in: 0, 2, 2),
      try node("shown", in: 0, 0, 1, shown: true), try node("leaf", in: 1, 1, 1),
      try node("gone", in: 0, 100, 0),
    ])
    typealias Box = FlameLayout.Box
    #expect(
      FlameLayout(tree, of: \.candidate).boxes == [
        Box(row: 0, start: 0, width: 1, content: .call(0)),
        Box(row: 1, start: 0, width: 0.6, content: .call(2)),
        Box(row: 1, start: 0.6, width: 0.001, content: .call(4)),
        Box(row: 1, start: 0.601, width: 0.004, content: .small(3)),
      ])
    #expect(FlameLayout.hasOwnCalls(tree, on: \.baseline, notOn: \.candidate))
    #expect(!FlameLayout.hasOwnCalls(tree, on: \.candidate, notOn: \.baseline))
    #expect(FlameLayout(DifferenceTree(nodes: []), of: \.candidate).boxes.isEmpty)
  }
}
