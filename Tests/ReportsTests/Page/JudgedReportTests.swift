import Analysis
import Foundation
import Metrics
import Recording
import Reports
import SystemPackage
import TestSupport
import Testing

struct JudgedReportTests {
  @Test func `in a report that decides, the verdicts come first and replace the ratios`()
    async throws
  {
    let folder = try ScratchFolder()
    var experiment = SampleRuns.experiment(stories: ["list"], builds: ["a", "b"])
    let decision = Decision(
      purpose: .comparison, baseline: "a", candidate: "b", rule: .standard)
    experiment.decision = decision
    let analysis = ExperimentAnalysis(
      experiment, runs: SampleRuns.runs(stories: ["list"], builds: ["a", "b"]))
    let judgement = try Judgement(analysis, baseline: "a", candidate: "b", rule: decision.rule)
    let report = Report(analysis, judgement: judgement, details: { $0 })
    _ = try await ReportFolder(folder.path).write(report)
    let sentence = Headline.sentence(judgement)
    let html = try folder.text(of: "report.html")
    let markdown = try folder.text(of: "report.md")
    #expect(html.contains(#"<div class="verdict"#) && html.contains("\"><p>\(sentence)</p>"))
    #expect(markdown.hasPrefix("# A sample\n\n- \(sentence)\n"))
    #expect(folder.files.contains("tables/verdicts.csv"))
    #expect(!folder.files.contains { $0.hasPrefix("tables/comparison-") })
    for page in [html, markdown] {
      #expect(!page.contains("changes-b-against-a"), "\(page)")
      #expect(page.contains("Detectable"))
    }
    #expect(
      html.contains(
        "rehearse compare scenario.yml --baseline a --candidate b --story list --pairs 3 --seed 7"))
  }

  @Test func `a report in Markdown has what a reader of an explanation must know`() async throws {
    let folder = try ScratchFolder()
    var experiment = SampleRuns.experiment(stories: ["list"], builds: ["a", "b"])
    experiment.decision = Decision(
      purpose: .explanation, baseline: "a", candidate: "b", rule: .adaptive)
    let runs = try Replay.profiles().enumerated().flatMap { index, pair in
      [("a", pair.baseline), ("b", pair.candidate)].map { build, profile in
        var run = Replay.run("list", on: build, kind: .duet, round: index + 1, [.cpuTime: 1e8])
        run.profile = profile
        return run
      }
    }
    let analysis = ExperimentAnalysis(experiment, runs: runs)
    _ = try await ReportFolder(folder.path, formats: [.markdown]).write(
      Report(analysis, explanations: try analysis.explanations, details: { $0 }))
    let markdown = try folder.text(of: "report.md")
    #expect(
      markdown.contains(
        "\n- Calls and instructions of list were not counted, so more calls look like costlier ones.\n"
      ), "\(markdown)")
  }

  @Test func `an explanation that was stopped is not called complete`() throws {
    var experiment = SampleRuns.experiment(stories: ["list"], builds: ["a", "b"])
    experiment.decision = Decision(
      purpose: .explanation, baseline: "a", candidate: "b", rule: .adaptive)
    let words = try [experiment.startedAt, nil].map { end in
      experiment.completedAt = end
      let analysis = ExperimentAnalysis(experiment, runs: [])
      let report = Report(
        analysis, explanations: try analysis.explanations, details: { $0 })
      return PageVerdict(report).word
    }
    #expect(words == ["Not explained", "Not complete"])
  }
}
