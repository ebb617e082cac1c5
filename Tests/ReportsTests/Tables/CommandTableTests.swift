import Analysis
import Metrics
import Recording
import Reports
import Tables
import TestSupport
import Testing

struct CommandTableTests {
  private func analysis(_ commands: [(name: String, times: [Double])]) -> ExperimentAnalysis {
    let runs = commands.flatMap { command in
      command.times.enumerated().map { index, time in
        Replay.run(
          "command", on: command.name, round: index + 1,
          [.wallTime: time * 1e6, .peakMemory: 1.5e6, .minorFaults: 70])
      }
    }
    return ExperimentAnalysis(
      Replay.experiment(
        stories: ["command"], builds: commands.map { BuildRecord(name: $0.name, recipe: "") },
        rounds: commands[0].times.count, source: .command),
      runs: runs)
  }

  private func text(_ table: Table) -> String { TextTableRenderer(width: 80).rendered(table) }

  @Test func `a command, which has no steps, is not said to fail before the first one`() throws {
    let table = try Table.failures([Replay.run("command", on: "false", failed: .exited)])
    #expect(table.sections.flatMap(\.rows)[0][4] == .missing("at no step"))
  }

  @Test func `the table of one command has a row for each metric, in suitable units`() throws {
    let table = try Table.command(analysis([("sleep 1", [1001, 1003, 1002])]), build: "sleep 1")
    expectSnapshot(
      text(table), named: "one-command", stating: "3 runs",
      "Wall time, s      1.00200     0.0010   1.00200   1.0010   1.0030",
      "Peak memory, MB   1.5         0        1.5       1.5      1.5",
      "Minor faults     70           0       70        70       70")
  }

  @Test func `a metric that is 0 in every run has a row only if asked for`() throws {
    let runs = [1.0, 2].map { Replay.run("command", on: "c", [.wallTime: $0, .majorFaults: 0]) }
    let analysis = ExperimentAnalysis(
      Replay.experiment(
        stories: ["command"], builds: [BuildRecord(name: "c", recipe: "")], source: .command),
      runs: runs)
    #expect(!text(try .command(analysis, build: "c")).contains("Major faults"))
    var view = CommandView()
    view.withZeros = true
    #expect(text(try .command(analysis, build: "c", as: view)).contains(#/Major faults +0/#))
  }

  @Test func `the rows of commands can be in the order of their times, in a chosen unit`() throws {
    let analysis = analysis([("slow", [2000, 2002]), ("fast", [1000, 1002])])
    var view = CommandView()
    view.timeUnit = MetricUnit.nanoseconds.scale(named: "ms")
    let given = text(try .commands(analysis, Comparison.all(of: analysis), as: view))
    #expect(given.contains("Wall time, ms") && given.contains("2001") && given.contains("1001"))
    view.order = .meanTime
    let sorted = text(try .commands(analysis, Comparison.all(of: analysis), as: view))
    func place(_ name: String, in text: String) -> String.Index? {
      text.firstRange(of: "\n\(name) ")?.lowerBound
    }
    let before = try (#require(place("slow", in: given)), #require(place("fast", in: given)))
    #expect(before.0 < before.1)
    let after = try (#require(place("fast", in: sorted)), #require(place("slow", in: sorted)))
    #expect(after.0 < after.1)
  }

  @Test func `a single run has no deviation`() throws {
    let table = try Table.command(analysis([("c", [5])]), build: "c")
    #expect(text(table).contains("one run has no deviation"))
  }

  @Test func `a command without measurements is not said to have a single run`() throws {
    let analysis = analysis([("a", [10, 11]), ("b", [])])
    let shown = text(try .commands(analysis, Comparison.all(of: analysis)))
    #expect(shown.contains("no run has this value") && !shown.contains("one run has"), "\(shown)")
  }

  @Test func `commands that were measured one after the other are not said to be in rounds`() throws
  {
    let runs = [("a", 1), ("a", 2), ("b", 3), ("b", 4)].map { name, position in
      var run = Replay.run("command", on: name, round: (position - 1) % 2 + 1, [.wallTime: 1e7])
      run.position = position
      return run
    }
    let experiment = Replay.experiment(
      stories: ["command"], builds: Replay.builds("a", "b"), rounds: 2, source: .command)
    let apart = ExperimentAnalysis(experiment, runs: runs)
    #expect(
      try Table.commands(apart, Comparison.all(of: apart)).title
        == "2 commands, 2 runs of each, one command after the other")
    #expect(apart.findings.contains(.oneAfterTheOther))
    // The same places, in rounds.
    let turns = ExperimentAnalysis(
      experiment,
      runs: zip(runs, [1, 3, 2, 4]).map { run, position in
        var run = run
        run.position = position
        return run
      })
    #expect(
      try Table.commands(turns, Comparison.all(of: turns)).title
        == "2 commands, 2 rounds in random order (seed 1)")
    #expect(!turns.findings.contains(.oneAfterTheOther))
  }

  @Test func `several commands are each compared with the first, if a difference is shown`() throws
  {
    let analysis = analysis([
      ("fast", [10, 11, 10, 11, 10, 11, 10, 11, 10, 11]),
      ("slow", [20, 22.2, 20.1, 22, 20.05, 22.1, 20, 22.2, 20.1, 22]),
    ])
    let table = try Table.commands(analysis, Comparison.all(of: analysis))
    expectSnapshot(
      text(table), named: "several-commands", stating: "fast     10.50       0.53   10.50",
      "slow     21.08       1.1    21.05  2.0065  1.9998 to 2.0133",
      "slow      1.5        0       1.5       –¹            1 to 1", "¹ no significant difference")
  }

  @Test func `if one run spoils a mean, the table shows the median next to it`() throws {
    let analysis = analysis([
      ("a", [44, 1, 1, 1, 1, 1, 1, 1, 1, 1]), ("b", [2, 2, 2, 2, 2, 2, 2, 2, 2, 2]),
    ])
    let lines = text(try .commands(analysis, Comparison.all(of: analysis))).split(separator: "\n")
    #expect(lines.contains { $0.contains(#/^a +5\.3 +14 +1/#) }, "\(lines)")
    #expect(lines.contains { $0.contains(#/^b +2 +0 +2 /#) }, "\(lines)")
  }

  @Test func `if runs are too few to show a difference, the table says so`() throws {
    let analysis = analysis([
      ("a", [50, 50.1, 50.2, 50.1, 50]), ("b", [100, 100.4, 100.1, 100.2, 100.3]),
    ])
    let shown = text(try .commands(analysis, Comparison.all(of: analysis)))
    #expect(
      shown.contains("5 runs of each are too few to show it; about 6 would do (--runs 6)"),
      "\(shown)")
    // The memory is the same.
    #expect(shown.contains("no significant difference"))
  }

  @Test func `the note on too few runs depends on the runs with a time`() throws {
    var runs: [Run] = []
    for round in 1...8 {
      for (name, time) in [("a", 50.0), ("b", 100)] {
        var metrics: [Metric: Double] = [.wallTime: (time + Double(round) / 10) * 1e6]
        // As of what is sampled, which short runs lack.
        if round < 5 { metrics[.lowestMemory] = 1e6 }
        runs.append(Replay.run("command", on: name, round: round, metrics))
      }
    }
    let analysis = ExperimentAnalysis(
      Replay.experiment(
        stories: ["command"], builds: ["a", "b"].map { BuildRecord(name: $0, recipe: "") },
        rounds: 8, source: .command), runs: runs)
    #expect(try Table.commands(analysis, Comparison.all(of: analysis)).notes.isEmpty)
  }

  @Test func `long commands are numbered, and written in full below`() throws {
    let long = "python3 -c 'print(sum(range(1000000)))' --and more words"
    let analysis = analysis([(long, [10, 11]), ("b", [10, 12])])
    let table = try Table.commands(analysis, Comparison.all(of: analysis))
    #expect(
      table.notes == [
        "1: \(long)", "2: b", "Fewer than 6 pairs can't show a difference.",
      ])
    for line in text(table).split(separator: "\n") { #expect(line.count <= 80) }
  }
}
