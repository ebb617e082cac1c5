import Analysis
import Foundation
import Metrics
import Recording
import Reports
import Scenarios
import Tables
import TestSupport
import Testing

@testable import Exporting

struct VerdictExportTests {
  private func comparison(isStrict: Bool = false) throws -> ExportedExperiment {
    try Exported.comparison(
      [
        "same": Exported.ratios(around: 1), "better": Exported.ratios(around: 0.5),
        "worse": Exported.ratios(around: 1.5), "unclear": Exported.unclear, "crash": nil,
        "missing": [],
      ], isStrict: isStrict)
  }

  /// The elements that stand in the case of each story, in order.
  private func outcomes(_ text: String) -> [String] {
    text.split(separator: "<testcase ").dropFirst().map { part in
      let tag = part.split(separator: "<").dropFirst().first ?? ""
      let name = tag.prefix { $0 != " " && $0 != "/" && $0 != ">" }
      let type = tag.split(separator: #"type=""#).dropFirst().first?.prefix { $0 != "\"" }
      let isEmpty = part.split(separator: "\n")[0].hasSuffix("/>")
      return isEmpty ? "passed" : "\(name) \(type ?? "")"
    }
  }

  @Test(arguments: [RunFailure.Reason.crashed, .notMeasured])
  func `in JUnit a crash in a cycle, or one that was not measured, is an error of its story`(
    _ reason: RunFailure.Reason
  ) throws {
    let runs = [
      Replay.run("s", on: "a", [.cpuTime: 1e6]),
      Replay.run("s", on: "a", kind: .cycles, failed: reason),
    ]
    let experiment = Replay.experiment(number: 1, stories: ["s"], builds: ["a"], rounds: 1)
    let text = try ExportFormat.junit.text(of: [
      ExportedExperiment(ExperimentAnalysis(experiment, runs: runs))
    ])
    #expect(text.contains(#"failures="0" errors="1""#) && text.contains("1 of 2 runs failed"))
  }

  @Test func `in JUnit regressions and missing results are failures, and crashes are errors`()
    throws
  {
    let text = try ExportFormat.junit.text(of: [comparison()])
    #expect(
      outcomes(text) == [
        "passed", "passed", "failure regression", "skipped ", "error app-failed",
        "failure not-comparable",
      ])
    #expect(text.contains(#"tests="6" failures="2" errors="1" skipped="1""#))
    #expect(
      text.contains(
        "Regressed: worse: CPU time +50.0000 % (49.9791 to 50.0209); +0.5 % is allowed; 10 pairs"
      ),
      "\(text)")
  }

  @Test(arguments: [(false, "skipped "), (true, "failure unproven")])
  func `if the control moved, JUnit skips a regression, or fails it as unproven`(
    _ isStrict: Bool, _ outcome: String
  ) throws {
    let moved = try Exported.comparison(
      ["worse": Exported.ratios(around: 1.5)], control: Exported.ratios(around: 1.02),
      isStrict: isStrict)
    let reason = "the control moved by +2.0000 % (1.9858 to 2.0142)"
    let text = try ExportFormat.junit.text(of: [moved])
    #expect(outcomes(text) == [outcome])
    #expect(
      text.contains(
        "Unproven: worse: CPU time +50.0000 % (49.9791 to 50.0209); +0.5 % is allowed; 10 pairs; "
          + "\(reason)."), "\(text)")
    let annotations = try ExportFormat.githubAnnotations.text(of: [moved])
    #expect(
      annotations.hasPrefix(isStrict ? "::error " : "::warning ")
        && annotations.contains("CPU time of worse%3A unproven::Unproven: worse: "),
      "\(annotations)")
    let summary = try ExportFormat.githubSummary.text(of: [moved])
    #expect(summary.contains("**Nothing on CPU time is decided: \(reason), and that is "))
    #expect(summary.contains("moved (10 pairs, two-sided at 1 %, beyond 0.5 %)"))
    // What was measured can be computed again, and is not taken for a build's by who reads it.
    let rows = try ExportFormat.csv.text(of: [moved]).split(separator: "\n")
    #expect(rows.count { $0.contains(",control,") } == 20)
  }

  @Test func `the exports of verdicts say that the layout was not checked`() throws {
    let slower = try Exported.comparison(["slower": Exported.ratios(around: 1.02)])
    let words = "layout not checked, because its instructions were not counted."
    #expect(try ExportFormat.junit.text(of: [slower]).contains("10 pairs; \(words)"))
    let annotations = try ExportFormat.githubAnnotations.text(of: [slower])
    #expect(
      annotations.contains(
        "slower%3A regressed%2C layout not checked::Regressed (layout not checked): slower: CPU time +2.0"
      ))
    #expect(annotations.contains("10 pairs; \(words)"))
    #expect(
      try ExportFormat.githubSummary.text(of: [slower]).contains("regressed, layout not checked"))
  }

  @Test func `instructions that could not be counted are no error, and the reason is reported`()
    throws
  {
    var runs = Exported.experiment(["list"], builds: ["a"]).analysis.runs
    runs.append(Replay.run("list", on: "a", kind: .counted, round: 1, failed: .notMeasured))
    let counted = ExportedExperiment(
      ExperimentAnalysis(
        Replay.experiment(number: 3, stories: ["list"], builds: ["a"]), runs: runs))
    let text = try ExportFormat.junit.text(of: [counted])
    #expect(outcomes(text) == ["passed"])
    #expect(text.contains("1 of 1 runs that count the instructions of 'list'"), "\(text)")
    #expect(GitHubAnnotations.text([counted]) == "")
  }

  @Test func `an inconclusive verdict is a failure only in a strict check`() throws {
    let text = try ExportFormat.junit.text(of: [comparison(isStrict: true)])
    #expect(outcomes(text)[3] == "failure inconclusive")
    let lenient = try ExportFormat.githubAnnotations.text(of: [comparison()])
    #expect(lenient.contains("::warning ") && lenient.contains("unclear%3A inconclusive"))
    #expect(
      try !ExportFormat.githubAnnotations.text(of: [comparison(isStrict: true)])
        .contains("::warning "))
  }

  @Test func `a comparison that has not ended fails in each format, even if all cells pass so far`()
    throws
  {
    var open = try Exported.comparison(["same": Exported.ratios(around: 1)])
    #expect(try ExportFormat.junit.text(of: [open]).contains(#"failures="0" errors="0""#))
    open.analysis = ExperimentAnalysis(
      Replay.experiment(stories: ["same"], builds: Replay.builds("a", "b"), rounds: 20),
      runs: open.analysis.runs)
    open.judgement = open.judgement?.ofUnfinished
    let judgement = try #require(open.judgement)
    #expect(JudgementDocument(judgement).outcome == .interrupted)
    #expect(
      HistoryDocument.Comparison(open.analysis.experiment, judgement, of: .cpuTime).outcome
        == .interrupted)
    let words = "Nothing is decided: measuring has not ended."
    let text = try ExportFormat.junit.text(of: [open])
    #expect(outcomes(text) == ["failure interrupted", "passed"])
    #expect(text.contains(#"tests="2" failures="1" errors="0""#))
    #expect(text.contains(#"classname="e.runs" name="all runs""#) && text.contains(words))
    #expect(
      GitHubAnnotations.text([open])
        == "::error file=Scenarios/s.yml,line=1,title=runs%3A all runs::\(words)\n")
    #expect(try GitHubSummary.text([open]).contains("**\(words) So far: 1 of 1 cell unchanged.**"))
  }

  @Test func `a run that has not ended fails in each format, even if all runs pass so far`() throws
  {
    var open = Exported.experiment(["list"], builds: ["a"])
    #expect(try ExportFormat.junit.text(of: [open]).contains(#"failures="0" errors="0""#))
    var experiment = open.analysis.experiment
    experiment.completedAt = nil
    open.analysis = ExperimentAnalysis(experiment, runs: open.analysis.runs)
    let words = "Not complete: measuring has not ended."
    let text = try ExportFormat.junit.text(of: [open])
    #expect(outcomes(text) == ["failure interrupted", "passed"])
    #expect(text.contains(#"tests="2" failures="1" errors="0""#))
    #expect(text.contains(#"classname="e.runs" name="all runs""#))
    #expect(text.contains("<system-out>\(words)<"))
    #expect(GitHubAnnotations.text([open]) == "::error title=runs%3A all runs::\(words)\n")
    #expect(try GitHubSummary.text([open]).hasPrefix("## e\n\n**\(words)**"))
    #expect(try ExportFormat.markdown.text(of: [open]).hasPrefix("\(words)\n"))
  }

  /// Two measured commands, of which the second takes so many times as long, and their gate of +5 %.
  private func commands(
    _ ratios: [Double], isStrict: Bool = false
  ) throws -> (exported: ExportedExperiment, sentence: String) {
    var experiment = Replay.experiment(
      number: 5, stories: ["command"], builds: ["a", "b"], rounds: ratios.count)
    experiment.source = .command
    let runs = ratios.enumerated().flatMap { index, ratio in
      [("a", 1e8), ("b", 1e8 * ratio)].map {
        Replay.run("command", on: $0, round: index + 1, [.wallTime: $1])
      }
    }
    let analysis = ExperimentAnalysis(experiment, runs: runs)
    let gate = try CommandGate(analysis, allowed: 0.05, isStrict: isStrict)
    return (
      ExportedExperiment(analysis, gate: gate),
      try #require(CommandSentences.sentences(gate).first)
    )
  }

  @Test func `a command that its gate fails is a failure in each format`() throws {
    let (slow, sentence) = try commands(Exported.ratios(around: 1.5))
    #expect(sentence.hasPrefix("Too slow: 'b' takes +50.00"))
    let text = try ExportFormat.junit.text(of: [slow])
    #expect(outcomes(text) == ["passed", "failure regression"])
    #expect(text.contains(#"message="\#(sentence)""#), "\(text)")
    #expect(text.contains("<system-out>\(sentence)<"))
    #expect(
      GitHubAnnotations.text([slow]).hasPrefix(
        "::error title=command on b::Too slow: 'b' takes +50.00"))
    let quality = try ExportFormat.gitlabCodeQuality.text(of: [slow])
    #expect(quality.contains(#""severity" : "major""#), "\(quality)")
    #expect(
      try GitHubSummary.text([slow]).hasPrefix("## e\n\n**\(MarkdownText(sentence))**"))
    #expect(
      try ExportFormat.markdown.text(of: [slow]).contains("\n\(MarkdownText(sentence))\n"))
  }

  @Test(arguments: [(false, "skipped ", "minor"), (true, "failure inconclusive", "major")])
  func `what a gate on commands can't decide fails only if it is strict`(
    _ isStrict: Bool, _ outcome: String, _ severity: String
  ) throws {
    let (open, _) = try commands(Exported.unclear, isStrict: isStrict)
    #expect(try outcomes(ExportFormat.junit.text(of: [open])) == ["passed", outcome])
    let quality = try ExportFormat.gitlabCodeQuality.text(of: [open])
    #expect(quality.contains(#""severity" : "\#(severity)""#), "\(quality)")
    let (fast, sentence) = try commands(Exported.ratios(around: 1), isStrict: isStrict)
    #expect(try outcomes(ExportFormat.junit.text(of: [fast])) == ["passed", "passed"])
    #expect(GitHubAnnotations.text([fast]) == "" && sentence.hasPrefix("Fast enough: "))
  }

  @Test(arguments: [false, true])
  func `code that changed and that no story runs fails a strict check in each format`(
    _ isStrict: Bool
  ) throws {
    let exported = try Exported.comparison(
      ["same": Exported.ratios(around: 1)], inputs: InputFinding(differing: ["export.py"]),
      isStrict: isStrict)
    let words = "No story runs what changed in export.py."
    let text = try ExportFormat.junit.text(of: [exported])
    #expect(outcomes(text) == [isStrict ? "failure inconclusive" : "skipped ", "passed"])
    #expect(text.contains(#"classname="e.inputs" name="changed files""#) && text.contains(words))
    #expect(text.contains(#"failures="\#(isStrict ? 1 : 0)" errors="0""#))
    #expect(
      text.contains(
        isStrict
          ? "<system-out>Not decided: no story runs what changed in export.py. 1 of 1 cell unchanged.<"
          : "<system-out>No regression: 1 of 1 cell unchanged. \(words)<"), "\(text)")
    #expect(
      GitHubAnnotations.text([exported])
        == "::\(isStrict ? "error" : "warning") file=Scenarios/s.yml,line=1,title=inputs%3A changed files::"
        + "\(words)\n")
  }

  @Test func `a comparison without a gated cell fails in each format`() throws {
    let exported = try Exported.comparison(["s": Exported.ratios(around: 1)])
    let ungated = ExportedExperiment(
      exported.analysis,
      judgement: try Judgement(
        exported.analysis, baseline: "a", candidate: "b",
        gates: [Gate(metric: .cpuTime, stories: ["t"])]), scenarioFile: "Scenarios/s.yml")
    let words = "Not comparable: no cell is gated."
    let text = try ExportFormat.junit.text(of: [ungated])
    #expect(outcomes(text) == ["failure not-comparable"])
    #expect(text.contains(#"classname="e.comparison" name="gates""#) && text.contains(words))
    #expect(
      GitHubAnnotations.text([ungated])
        == "::error file=Scenarios/s.yml,line=1,title=comparison%3A gates::\(words)\n")
  }

  @Test func `each reservation that fails a strict check has a case of its own`() throws {
    let inputs = InputFinding(
      differing: ["b.c", "main.c"], exercised: ["b.c"], unread: ["main.c"], unrun: ["export_rows"])
    let text = try ExportFormat.junit.text(of: [
      Exported.comparison(
        ["same": Exported.ratios(around: 1)], inputs: inputs, isStrict: true)
    ])
    #expect(text.contains(#"tests="3" failures="2""#), "\(text)")
    #expect(text.contains(#"name="changed functions""#))
    #expect(text.contains(#"name="sources of the build""#))
  }

  @Test func `without a comparison every story on every build is a test case`() throws {
    let text = try ExportFormat.junit.text(of: [Exported.experiment(["list"], builds: ["a", "b"])])
    #expect(outcomes(text) == ["passed", "passed"])
    // Wall times of 2 and 6 µs.
    #expect(text.contains(#"<testcase classname="e.list" name="b" time="0.000008"/>"#), "\(text)")
    #expect(text.contains(#"timestamp="1970-01-01T03:00:00" hostname="localhost""#))
  }

  @Test func `an annotation points to the line of the gate, or else of the story`() throws {
    let scenario = """
      scenario: s
      builds: { a: { command: [x] }, b: { command: [y] } }
      stories:
        worse:
          steps: [{ go: {}, expect: { count: 1 } }]
        crash:
          steps: [{ go: {}, expect: { count: 1 } }]
      gates:
        - { metric: peak-memory, stories: [crash] }
        - { metric: cpu-time, stories: [worse], at-most: +2% }
      """
    let gated = try Exported.comparison(
      ["worse": Exported.ratios(around: 1.5), "crash": nil], scenario: scenario)
    #expect(
      GitHubAnnotations.text([gated]) == """
        ::error file=Scenarios/s.yml,line=9,title=Peak memory of crash%3A failed::Failed: crash: \
        peak memory (1 of 1 run failed on 'b').
        ::error file=Scenarios/s.yml,line=10,title=CPU time of worse%3A regressed::Regressed: worse: \
        CPU time +50.0000 %25 (49.9791 to 50.0209); +2 %25 is allowed; 10 pairs.

        """)
    // A crash under no gate stands at its story.
    let ungated = try Exported.comparison(
      ["worse": Exported.ratios(around: 1), "crash": nil],
      scenario: scenario.replacing("stories: [crash]", with: "stories: [worse]"))
    #expect(GitHubAnnotations.text([ungated]).contains("line=6,title=crash::1 of 1 run failed"))
  }

  @Test func `without a known scenario file an annotation has no line`() throws {
    var exported = try comparison()
    exported.scenarioFile = nil
    #expect(GitHubAnnotations.text([exported]).hasPrefix("::error title="))
  }

  @Test func `no name ends an annotation or one of its properties`() throws {
    let text = GitHubAnnotations.text([
      try Exported.comparison(["a::b,c%0A\r\n::warning::x": Exported.ratios(around: 2)])
    ])
    #expect(text.split(separator: "\n").count == 1)
    #expect(
      text.contains("title=CPU time of a%3A%3Ab%2Cc%250A %3A%3Awarning%3A%3Ax%3A regressed::"))
  }

  @Test func `at most ten annotations of a kind are written, and the last counts the rest`() throws
  {
    let exported = try comparison()
    func lines(_ count: Int) -> [Substring] {
      GitHubAnnotations.text(Array(repeating: exported, count: count)).split(separator: "\n")
        .filter { $0.hasPrefix("::error ") }
    }
    // Three errors each.
    #expect(lines(3).count == 9 && !lines(3)[8].contains("more"))
    #expect(lines(4).count == 10 && lines(4)[9].contains("title=And 3 more::"))
  }

  @Test func `a summary begins with the result, and is cut before GitHub drops it`() throws {
    let exported = try comparison()
    let text = try GitHubSummary.text([exported])
    let sentence = try Headline.sentence(#require(exported.judgement))
    #expect(text.hasPrefix("## e\n\n**\(MarkdownText(sentence))**"), "\(text)")
    #expect(
      sentence.hasPrefix(
        "The app failed: crash: 1 of 1 run failed on 'b'. Regressed: worse: CPU time +50.0000 %"))
    // The same sentence stands in JUnit.
    #expect(try ExportFormat.junit.text(of: [exported]).contains("<system-out>\(sentence)"))
    #expect(text.contains("\n| worse | CPU time | +50.0000 |"))
    #expect(GitHubSummary.limit == 1024 * 1024)
    let short = try GitHubSummary.text([exported], limit: text.utf8.count - 1)
    #expect(short.contains("\n| worse | CPU time | +50.0000 |"))
    #expect(short.hasSuffix("\n\nNotes and some tables were left out: GitHub takes no more.\n"))
    let many = try GitHubSummary.text(Array(repeating: exported, count: 100), limit: 50_000)
    #expect(many.utf8.count <= 50_000 && many.utf8.count > 41_000)
    #expect(many.hasSuffix("\n\nThe rest was cut: GitHub takes no more.\n"))
    #expect(try GitHubSummary.text([exported], limit: 10) == "")
  }

  @Test func `a summary that is cut keeps the gravest verdicts, of whichever comparison`() throws {
    let passed = try Exported.comparison(["same": Exported.ratios(around: 1)])
    let failed = try Exported.comparison([
      "fine": Exported.ratios(around: 1), "better": Exported.ratios(around: 0.5),
      "bad": Exported.ratios(around: 2), "worst": Exported.ratios(around: 3),
    ])
    let many = Array(repeating: passed, count: 20) + [failed]
    let cut = try GitHubSummary.text(many, limit: 3000)
    let sentence = try Headline.sentence(#require(failed.judgement))
    #expect(cut.utf8.count <= 3000 && cut.hasPrefix("## e\n\n**\(MarkdownText(sentence))**"))
    let rows = cut.split(separator: "\n").compactMap { line in
      ["fine", "better", "bad", "worst"].first { line.hasPrefix("| \($0) |") }
    }
    #expect(rows == ["worst", "bad", "better", "fine"], "\(cut)")
  }

  @Test func `a summary names the changed files that no story read`() throws {
    var exported = try Exported.comparison(["a": Exported.ratios(around: 1)])
    #expect(try !GitHubSummary.text([exported]).contains("Not exercised"))
    var experiment = exported.analysis.experiment
    experiment.decision = Decision(
      purpose: .check, baseline: "a", candidate: "b", rule: .standard)
    experiment.decision?.inputs = InputFinding(
      differing: ["a.c", "b_c.c", "d.c"], exercised: ["a.c"])
    exported.analysis = ExperimentAnalysis(experiment, runs: exported.analysis.runs)
    exported.judgement = try Judgement(exported.analysis, baseline: "a", candidate: "b")
    let text = try GitHubSummary.text([exported])
    let sentence = #"- Not exercised: no story read 2 of 3 changed files, b\_c.c, d.c."#
    #expect(text.contains(sentence), "\(text)")
  }

  @Test func `no name in a summary is markup`() throws {
    let text = try GitHubSummary.text([Exported.hostile])
    #expect(!text.contains("<script>") && text.contains("&lt;script&gt;"))
  }
}
