import Analysis
import Metrics
import Recording
import Statistics
import Tables

extension Table {
  /// Returns the machine's other activity during one run, one row per counter.
  public static func interference(
    _ interference: Interference, verdict: InterferenceVerdict
  ) throws(TableError) -> Table {
    let times: [(String, Int64?)] = [
      ("CPU time of the run's processes", interference.run),
      ("CPU time of Rehearse", interference.harness),
      ("CPU time of all else", interference.others),
      ("CPU time taken by the hypervisor", interference.stolen),
      ("Tasks waited for a CPU", interference.processorWaiting),
      ("Tasks waited for memory", interference.memoryWaiting),
      ("Tasks waited for storage", interference.storageWaiting),
    ]
    let swapped: Cell = interference.swappedPages.map { .text("\($0)") } ?? .missing("not known")
    return try Table(
      title: "What else the machine did: \(verdict.words)",
      notes: [
        "From before the run's process was started until after it had ended; percent of one CPU, "
          + "or of that time. All else and the hypervisor are counted in ticks of 10 ms."
      ],
      columns: [Column("Counter"), .number("Amount"), Column("Unit"), .number("Share", unit: "%")],
      rows: [
        [
          .text("Time observed"), .number(Double(interference.observed) / 1e6), .text("ms"),
          .text(""),
        ]
      ]
        + times.map { name, time in
          guard let time else {
            return [.text(name), .missing("not known"), .text("ms"), .missing("not known")]
          }
          return [
            .text(name), .number(Double(time) / 1e6), .text("ms"),
            .number(interference.percent(time), as: .coarse),
          ]
        }
        + [[.text("Pages swapped"), swapped, .text("pages"), .text("")]])
  }

  /// The CPU use of other processes during the runs of an import, and the number of runs that it disturbed;
  /// nil for Rehearse's own runs, for which it is recorded exactly, and if it was not measured.
  public static func others(_ analysis: ExperimentAnalysis) throws(TableError) -> Table? {
    guard analysis.experiment.source == .import, analysis.metrics.contains(.otherCPU) else {
      return nil
    }
    let limit = NumberFormat.coarse.string(for: analysis.experiment.interferenceRule.othersPercent)
    return try Table(
      title: "CPU use of other processes",
      notes: [
        "Means over the runs, % of one CPU. Disturbed: the runs in which others took more than \(limit) %. "
          + "In runs that Rehearse makes itself, it notes them, and --rerun-disturbed repeats them."
      ],
      columns: [Column("Story")]
        + analysis.builds.flatMap { [Column.number($0, unit: "%"), Column("disturbed (\($0))")] },
      rows: analysis.stories.map { story in
        [.text(story)] + analysis.builds.flatMap { others(analysis, story, $0) }
      })
  }

  private static func others(
    _ analysis: ExperimentAnalysis, _ story: String, _ build: String
  ) -> [Cell] {
    let cell = Analysis.Cell(story: story, build: build, metric: .otherCPU)
    let busy = analysis.busyRuns(of: cell)
    guard busy.all > 0 else { return Array(repeating: .missing("not measured"), count: 2) }
    return [
      .mean(analysis.summary(of: cell), of: .otherCPU),
      .text(
        "\(busy.disturbed) of \(busy.all)",
        tone: busy.disturbed * 2 > busy.all ? .bad : .neutral),
    ]
  }

  /// The runs of one story that counted instructions, one row each, in sections in the order of the builds.
  public static func counts(
    _ runs: [Run], story: String, builds: [String]
  ) throws(TableError) -> Table {
    try ofRuns(
      "Instructions of \(story)", runs, builds: builds, columns: [.number("Instructions")]
    ) { run in
      [run.instructionCount.map { .number($0.value, as: .integer) } ?? .missing("not counted")]
    }
  }

  /// The steps of a run that counted instructions.
  public static func countedSteps(_ run: Run) throws(TableError) -> Table {
    try Table(
      title: "Instructions of \(run.story) on \(run.build), run \(run.round)",
      notes: [note(run.instructionCount?.metric)],
      columns: [Column("Step"), .number("Repetitions"), .number("Instructions")],
      rows: run.steps.map { step in
        [
          .text(run.title(of: step)),
          .number(Double(step.repetitions), as: .integer),
          step.instructions.map { .number(Double($0), as: .integer) }
            ?? .missing("only the story's own steps are counted"),
        ]
      })
  }

  private static func note(_ metric: Metric?) -> String {
    switch metric {
    case .instructions?:
      "Of the core calls alone, counted by callgrind. Times under callgrind mean nothing."
    case .hardwareInstructions?: "Of the core calls alone, counted by the processor."
    default: "Of the core calls alone."
    }
  }
}

extension Run {
  /// The run's instructions, by the counter that was used.
  fileprivate var instructionCount: (metric: Metric, value: Double)? {
    measurements.first { $0.key.isInstructionCount }.map { ($0.key, $0.value) }
  }
}
