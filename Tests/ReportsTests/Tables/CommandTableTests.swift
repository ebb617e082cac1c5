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

  @Test func `one command: a metric a row, in units that suit`() throws {
    let table = try Table.command(analysis([("sleep 1", [1001, 1003, 1002])]), build: "sleep 1")
    #expect(
      text(table) == """
        sleep 1: 3 runs

                             Mean       ±    Median  Minimum  Maximum
        ───────────────  ────────  ──────  ────────  ───────  ───────
        Wall time, s      1.00200  0.0010   1.00200   1.0010   1.0030
        Peak memory, MB   1.5      0        1.5       1.5      1.5
        Minor faults     70        0       70        70       70

        """)
  }

  @Test func `what was 0 in every run has a row only when asked for`() throws {
    let runs = [1.0, 2].map { Replay.run("command", on: "c", [.wallTime: $0, .majorFaults: 0]) }
    let analysis = ExperimentAnalysis(
      Replay.experiment(
        stories: ["command"], builds: [BuildRecord(name: "c", recipe: "")], source: .command),
      runs: runs)
    #expect(!text(try .command(analysis, build: "c")).contains("Major faults"))
    #expect(text(try .command(analysis, build: "c", withZeros: true)).contains(#/Major faults +0/#))
  }

  @Test func `a single run has no deviation`() throws {
    let table = try Table.command(analysis([("c", [5])]), build: "c")
    #expect(text(table).contains("one run has no deviation"))
  }

  @Test func `several commands: each beside the first, where a difference is shown`() throws {
    let analysis = analysis([
      ("fast", [10, 11, 10, 11, 10, 11, 10, 11, 10, 11]),
      ("slow", [20, 22.2, 20.1, 22, 20.05, 22.1, 20, 22.2, 20.1, 22]),
    ])
    let table = try Table.commands(analysis, Comparison.all(of: analysis))
    #expect(
      text(table) == """
        2 commands, 10 rounds in random order (seed 1)

        Command   Mean     ±   Ratio     95 % interval
        ───────  ─────  ────  ──────  ────────────────
        Wall time, ms
        fast     10.50  0.53
        slow     21.08  1.1   2.0065  1.9998 to 2.0133

        Peak memory, MB
        fast      1.5   0
        slow      1.5   0         –¹            1 to 1

        ¹ no significant difference

        """)
  }

  @Test func `long commands are numbered, and told in full below`() throws {
    let long = "python3 -c 'print(sum(range(1000000)))' --and more words"
    let analysis = analysis([(long, [10, 11]), ("b", [10, 12])])
    let table = try Table.commands(analysis, Comparison.all(of: analysis))
    #expect(
      table.notes == [
        "1: \(long)", "2: b", "Of each command: fewer than 6 pairs can't show a difference.",
      ])
    for line in text(table).split(separator: "\n") { #expect(line.count <= 80) }
  }
}
