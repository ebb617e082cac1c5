import Diagnosing
import Foundation
import Recording
import Statistics
import Tables

extension Table {
  /// The builds of an experiment: how they were made and what they are.
  public static func builds(_ experiment: Experiment) throws(TableError) -> Table {
    let firstOnly =
      "Size and SHA-256 are those of the first layout; 'rehearse show --json' has those of all."
    return try Table(
      title: "Builds", notes: experiment.builds.contains { !$0.layouts.isEmpty } ? [firstOnly] : [],
      columns: [
        Column("Build"), Column("Made by"), Column("Compiler"), .number("Size", unit: "MB"),
        Column("SHA-256"),
      ],
      rows: experiment.builds.map { build in
        let unknown = Cell.missing("not known")
        return [
          .text(build.name), .text(build.recipe), build.compiler.map { .text($0) } ?? unknown,
          build.size.map { .number(Double($0) / 1e6) } ?? unknown,
          build.sha256.map { .text(String($0.prefix(12))) } ?? unknown,
        ]
      })
  }

  /// The machine when the experiment began, one row per fact; without rows if nothing is known.
  public static func environment(_ environment: Environment?) throws(TableError) -> Table {
    let facts = environment.map { machine in
      let load = ("Load at start", NumberFormat.plain.string(for: machine.load))
      return [
        ("Processor", "\(machine.processor), \(machine.processors) online"),
        ("Memory", "\(NumberFormat.coarse.string(for: Double(machine.memory) / 1e9)) GB"),
        ("System", "\(machine.system), \(machine.kernel), \(machine.architecture)"),
      ] + (machine.facts == nil ? [load] : Diagnosis(machine).found)
    }
    return try Table(
      title: "Machine", columns: [Column("Fact"), Column("Value")],
      rows: (facts ?? []).map { [.text($0.0), .text($0.1)] })
  }

  /// The failed runs, with everything known about the reason. A run that was ended because its twin failed is
  /// left out if the twin is listed.
  public static func failures(_ runs: [Run]) throws(TableError) -> Table {
    struct Pair: Hashable {
      let story: String
      let round: Int
    }
    let known = Set(
      runs.filter { $0.failure?.reason != .twinFailed }.map {
        Pair(story: $0.story, round: $0.round)
      })
    let runs = runs.filter {
      $0.failure?.reason != .twinFailed || !known.contains(Pair(story: $0.story, round: $0.round))
    }
    return try Table(
      title: "Failed runs",
      columns: [
        Column("Story"), Column("Build"), Column("Run", alignment: .trailing), Column("Reason"),
        Column("Step"), Column("What happened", isProse: true),
      ], leadingColumns: 2,
      rows: runs.compactMap { run in
        guard let failure = run.failure else { return nil }
        let tail = failure.standardError.split(separator: "\n").last.map { " stderr: \($0)" } ?? ""
        return [
          .text(run.story), .text(run.build),
          .text(run.numberAmongItsKind),
          .text(failure.reason.rawValue, tone: .bad),
          // Commands have none, and a driver may fail between two.
          failure.step.map { .text("\($0)") } ?? .missing("at no step"),
          .text(failure.message + tail),
        ]
      })
  }

  /// Returns the contents of a store, one row per experiment.
  public static func experiments(_ rows: [ListedExperiment]) throws(TableError) -> Table {
    return try Table(
      title: "Experiments",
      columns: [
        Column("No", alignment: .trailing), Column("Name"), Column("Kind"), Column("Started"),
        Column("Builds"), Column("Stories", alignment: .trailing),
        Column("Runs", alignment: .trailing), Column("Failed", alignment: .trailing),
        Column("State"), Column("Title"),
      ], leadingColumns: 2,
      rows: rows.map { row in
        let experiment = row.experiment
        return [
          .text("\(experiment.number ?? 0)"), .text(experiment.name), .text(experiment.kindWord),
          .text(experiment.startedAt.formatted(.iso8601)),
          .text(experiment.builds.map(\.name).joined(separator: ", ")),
          .text("\(experiment.stories.count)"), .text("\(row.runs)"),
          .text("\(row.failed)", tone: row.failed > 0 ? .bad : .neutral),
          .text(row.state.rawValue), .text(experiment.title),
        ]
      })
  }
}

extension Run {
  /// For example `count 2`, `cycles`, or the round alone.
  fileprivate var numberAmongItsKind: String {
    switch kind {
    case .counted, .allocations: "count \(round)"
    case .cycles: "cycles"
    case .control: "control \(round)"
    case .solo, .duet, .fixedAddresses: "\(round)"
    }
  }
}

extension Experiment {
  fileprivate var kindWord: String {
    if isSearch { return "bisect" }
    return switch (source, decision?.purpose) {
    case (.command, _): "measure"
    case (.attach, _): "attach"
    case (.import, _): "import"
    case (_, .qualification?): "qualify"
    case (_, .explanation?): "explain"
    case (_, .check?), (_, .strictCheck?): "check"
    case (_, .comparison?), (.stored, _): "compare"
    case (.replay, nil): "run"
    }
  }
}

extension Table {
  /// An experiment in the list of a store.
  public struct ListedExperiment: Sendable {
    /// The experiment.
    public let experiment: Experiment
    /// The number of its runs.
    public let runs: Int
    /// The number of failed runs.
    public let failed: Int
    /// The progress.
    public let state: Progress

    /// The progress of an experiment.
    public enum Progress: String, Sendable, Encodable, CaseIterable {
      /// All of its runs were made.
      case complete
      /// A process is making its runs.
      case running
      /// It was interrupted, and can be resumed.
      case unfinished
      /// It was interrupted, and can't be resumed.
      case stopped = "stopped early"
      /// Parts that other machines make are missing.
      case partial = "parts missing"
      /// It was made elsewhere.
      case imported
    }

    /// Creates a row, with whether a process is measuring the experiment.
    public init(_ experiment: Experiment, runs: Int, failed: Int, isRunning: Bool) {
      self.experiment = experiment
      self.runs = runs
      self.failed = failed
      state =
        if experiment.source == .import {
          .imported
        } else if isRunning {
          .running
        } else if experiment.completedAt == nil, experiment.invocation != nil {
          .unfinished
        } else if experiment.partition?.missingWords != nil {
          .partial
        } else {
          experiment.completedAt == nil ? .stopped : .complete
        }
    }
  }
}
