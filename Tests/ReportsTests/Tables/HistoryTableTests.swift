import Analysis
import Charts
import Metrics
import Recording
import Scenarios
import Statistics
import TestSupport
import Testing

@testable import Reports
@testable import Tables

struct HistoryTableTests {
  /// Six experiments: three of 10 ms, and three of 12 ms on another machine; the last was stopped.
  private func history(
    experiments: Int = 6, metric: Metric = .cpuTime, scenarioEdited: Bool = false,
    commits: [String] = [
      "1111111aa", "1111111aa", "2222222bb", "2222222bb", "3333333cc", "3333333cc",
    ], changes: [String?]? = nil
  ) throws -> History {
    let analyses = (1...experiments).map { number in
      var experiment = Replay.experiment(
        number: Int64(number), commit: commits[number - 1], isDirty: number == 2,
        environment: Replay.machine(number < 4 ? "CPU A" : "CPU B"))
      if let changes {
        experiment.revision?.isDirty = true
        experiment.revision?.changes = changes[number - 1]
      }
      if number == 6 { experiment.completedAt = nil }
      experiment.scenario = scenarioEdited && number > 4 ? "scenario: b" : "scenario: a"
      let level = (number < 4 ? 10e6 : 12e6) + Double(number % 2) * 1e5
      let values = number == 6 ? [level] : [level - 2e5, level + 2e5]
      return ExperimentAnalysis(experiment, runs: Replay.runs(values, by: metric))
    }
    return try History(
      of: analyses.map { ExperimentMeans($0, metric) }, metric: metric,
      rule: ChangePointRule(minimumMagnitude: 0.01))
  }

  @Test func `the table marks changes, other machines and interrupted experiments, in 80 columns`()
    throws
  {
    let text = TextTableRenderer(width: 80).rendered(
      try .history(history(scenarioEdited: true)))
    expectSnapshot(
      text, named: "changes-and-marks", stating: "3  1970-01-01 03:00  2222222      2  10.10  2.54",
      "4  1970-01-01 04:00  2222222      2  12.00  2.54  +19.54  <0.0001  m",
      "5  1970-01-01 05:00  3333333      2  12.10  2.54                   s",
      "6  1970-01-01 06:00  3333333      1  12       –¹                   i")
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test func `the sentence names the change, its commits, its p, and what else changed`() throws {
    try expectSnapshot(
      HistoryText.sentences(history()), named: "change", stating: "+19.54 % at #4", "2222222",
      "10.067 ms to 12.033 ms", "p < 0.0001", "CPU A, and is CPU B")
    let later = try history(commits: ["1", "1", "1", "2222222", "2222222", "2222222"])
    #expect(HistoryText.sentences(later)[0].contains("at #4 (commit 2222222; before it 1), "))
  }

  @Test func `changed files are called those from before only if their hashes say so`() throws {
    let known = try history(changes: ["a", "b", "c", "c", "d", "d"])
    #expect(HistoryText.sentences(known)[0].contains("at #4 (commit 2222222*, as before), "))
    for changes in [["a", "b", "c", "d", "d", "d"], [nil, nil, nil, nil, nil, nil]] {
      let other = HistoryText.sentences(try history(changes: changes))[0]
      #expect(other.contains("at #4 (commit 2222222*; before it 2222222*), "), "\(other)")
    }
  }

  @Test func `a machine that is not known is not called a different one`() throws {
    let means = (1...3).map { number in
      ExperimentMeans(
        ExperimentAnalysis(
          Replay.experiment(
            number: Int64(number), environment: number == 2 ? nil : Replay.machine()),
          runs: Replay.runs([10e6, 11e6])), .cpuTime)
    }
    let table = try Table.history(
      History(of: means, metric: .cpuTime, rule: ChangePointRule()))
    let marks = table.sections.flatMap(\.rows).map { $0[8] }
    #expect(marks == ["", "u", "u"].map { .text($0, tone: .caution) })
    #expect(table.notes.contains { $0.hasPrefix("u: perhaps another machine: ") })
    #expect(!table.notes.contains { $0.hasPrefix("m: ") })
  }

  @Test func `remarks name interrupted experiments and other machines`() throws {
    try expectSnapshot(
      HistoryText.remarks(history()), named: "remarks", stating: "experiment 4",
      "CPU A, and is CPU B", "Experiment 6", "1 of 2 runs")
  }

  @Test func `what lacks parts of other machines was not stopped, and is not complete`() throws {
    var experiment = Replay.experiment(number: 1)
    experiment.partition = Partition(count: 2, parts: [])
    let history = try History(
      of: [
        ExperimentMeans(
          ExperimentAnalysis(experiment, runs: Replay.runs([10e6])), .cpuTime)
      ], metric: .cpuTime, rule: ChangePointRule())
    #expect(
      HistoryText.remarks(history) == [
        "Experiment 1 is not complete, because parts 1 and 2 of 2 are missing: 1 of 2 runs."
      ])
    let table = try Table.history(history)
    #expect(table.sections.flatMap(\.rows).map { $0[8] } == [.text("i", tone: .caution)])
  }

  @Test func `a history without a change says so`() throws {
    #expect(
      HistoryText.sentences(try history(experiments: 3)) == ["No change is found in 1 series."])
    // Of two values, neither is the change.
    #expect(
      HistoryText.sentences(try history(experiments: 2)) == [
        "1 series has too few experiments to show a change: 'rehearse compare' decides."
      ])
    #expect(
      HistoryText.sentences(try history(experiments: 1)) == [
        "There is only one experiment, so no change can be shown."
      ])
  }

  @Test func `a series that is too short is said to be, although another has a change`() throws {
    let analyses = (1...6).map { number in
      let level = (number < 4 ? 10e6 : 12e6) + Double(number % 2) * 1e5
      let others = number < 3 ? Replay.runs([10e6, 11e6], on: "unchecked") : []
      return ExperimentAnalysis(
        Replay.experiment(number: Int64(number), builds: ["checked", "unchecked"]),
        runs: Replay.runs([level - 2e5, level + 2e5]) + others)
    }
    let history = try History(
      of: analyses.map { ExperimentMeans($0, .cpuTime) }, metric: .cpuTime,
      rule: ChangePointRule(minimumMagnitude: 0.01))
    let sentences = HistoryText.sentences(history)
    #expect(sentences.count == 2 && sentences[0].contains("at #4"), "\(sentences)")
    #expect(
      sentences.last
        == "1 series has too few experiments to show a change: 'rehearse compare' decides.")
  }

  @Test func `experiments without a common series are not called a single one`() throws {
    let means = ["a", "b"].enumerated().map { index, build in
      ExperimentMeans(
        ExperimentAnalysis(
          Replay.experiment(number: Int64(index + 1), builds: [build]),
          runs: Replay.runs([10e6, 11e6], on: build)), .cpuTime)
    }
    let history = try History(of: means, metric: .cpuTime, rule: ChangePointRule())
    #expect(
      HistoryText.sentences(history) == [
        "2 series have too few experiments to show a change: 'rehearse compare' decides."
      ])
  }

  @Test func `a comparison of another commit than that of the files in place shows it`() throws {
    let check = Replay.check(1, "1111111aa", against: "v1", 0)
    var experiment = check.experiment
    #expect(experiment.measuredRevision?.branch == "main")
    // New code beside the files of a commit is none of that commit's.
    experiment.revision?.hasNewCode = true
    #expect(experiment.revision?.short == "1111111*")
    #expect(experiment.measuredRevision?.short == "1111111")
    experiment.builds[1].revision?.commit = "2222222bb"
    #expect(experiment.measuredRevision?.short == "2222222")
    #expect(experiment.measuredRevision?.branch == nil)
    let judgement = try Judgement(
      ExperimentAnalysis(experiment, runs: check.runs), baseline: "v1", candidate: "work tree",
      gates: [Gate(metric: .cpuTime)])
    let text = TextTableRenderer(width: 120).rendered(
      try .comparisons([(experiment, judgement)], of: .cpuTime))
    #expect(text.contains(" 2222222 ") && !text.contains("1111111"), "\(text)")
    // Changed files have a commit of their own, which nobody knows.
    experiment.builds[1].revision?.isDirty = true
    #expect(experiment.measuredRevision == experiment.revision)
  }

  @Test func `a comparison that was interrupted or lacks parts has no verdict in the table`()
    throws
  {
    let check = Replay.check(1, "1111111aa", against: "v1", 20)
    var experiment = check.experiment
    func verdict(_ change: (Judgement) -> Judgement = { $0 }) throws -> Table.Cell? {
      let judgement = try Judgement(
        ExperimentAnalysis(experiment, runs: check.runs), baseline: "v1", candidate: "work tree",
        gates: [Gate(metric: .cpuTime)])
      let table = try Table.comparisons([(experiment, change(judgement))], of: .cpuTime)
      return table.sections.flatMap(\.rows).first?.last
    }
    #expect(try verdict()?.tone == .bad)
    #expect(try verdict(\.ofUnfinished) == Table.Cell.text("not decided", tone: .caution))
    experiment.partition = Partition(count: 2, parts: [])
    #expect(try verdict() == Table.Cell.text("not decided", tone: .caution))
  }

  @Test func `what cycles retain is a mean, which the table of comparisons shows as no change`()
    throws
  {
    // 47 bytes a cycle: taken for a ratio, they would be a change of +4600 %.
    let runs = ["a", "b"].map { build in
      var run = Replay.run("list", on: build, kind: .cycles, [.retainedBytes: 0])
      run.cycles = Replay.cycles(keeping: 47)
      return run
    }
    var experiment = Replay.experiment(number: 1, builds: ["a", "b"])
    experiment.decision = Decision(
      purpose: .check, baseline: "a", candidate: "b", rule: .standard)
    let judgement = try Judgement(
      ExperimentAnalysis(experiment, runs: runs), baseline: "a", candidate: "b",
      gates: [Gate(metric: .retainedBytes)])
    #expect(judgement.gated.map { $0.outcome.result?.value.point } == [47])
    let text = TextTableRenderer(width: 120).rendered(
      try .comparisons([(experiment, judgement)], of: .retainedBytes))
    #expect(text.contains("a mean, without a ratio to a baseline"), "\(text)")
    #expect(text.contains("list") && !text.contains("4600"), "\(text)")
  }

  @Test func `an increase is bad if less is better, and else only marked`() throws {
    func tones(_ metric: Metric) throws -> Set<Table.Cell.Tone> {
      let table = try Table.history(history(metric: metric))
      return Set(table.sections[0].rows.map { $0[6].tone })
    }
    #expect(try tones(.cpuTime) == [.neutral, .bad])
    #expect(try tones(.otherCPU) == [.neutral, .caution])
  }

  @Test func `a rise from 0 is not called a change of 0 %`() throws {
    let means = (1...6).map { number in
      ExperimentMeans(
        ExperimentAnalysis(
          Replay.experiment(number: Int64(number)),
          runs: Replay.runs(number < 4 ? [0, 0] : [46, 50], by: .majorFaults)), .majorFaults)
    }
    let history = try History(of: means, metric: .majorFaults, rule: ChangePointRule())
    let sentences = HistoryText.sentences(history)
    #expect(sentences.count == 1)
    #expect(sentences[0].hasPrefix("list on checked: up from 0 at #4, 0 to 48"), "\(sentences)")
    let rows = try Table.history(history).sections[0].rows
    #expect(rows.map { $0[6] }.filter { $0 != .text("") } == [.text("from 0", tone: .bad)])
    #expect(
      try HistoryChart(history).panels[0].markers == [HistoryMarker(place: 3, label: "up from 0")])
  }

  @Test func `the method is named with its sources and settings`() throws {
    try expectSnapshot(
      [HistoryText.method(ChangePointRule(level: 0.01, minimumMagnitude: 0.025))], named: "method",
      stating: "Matteson and James 2014; Hunter 2023", "Apache Otava 0.8", "windows of 50",
      "p below 0.01", "2.5 %")
  }

  @Test func `an export says which experiments of its scenario it leaves out`() {
    func leftOut(_ others: Int) -> String? {
      HistoryText.leftOut(comparisons: 0, others: others, remedy: "name those to write")
    }
    #expect(leftOut(0) == nil)
    #expect(leftOut(1) == "1 earlier experiment is left out; name those to write.")
    #expect(leftOut(7) == "7 earlier experiments are left out; name those to write.")
  }

  @Test func `a p has two digits, down to 0.0001`() {
    #expect(HistoryText.p(0.000_099) == "<0.0001")
    #expect(HistoryText.p(0.000_123) == "0.00012")
    #expect(HistoryText.p(0.0456) == "0.046")
  }
}
