import DriverProtocol
import Foundation
import Recording
import Running
import Scenarios
import Store

/// The subject of an experiment, which determines its name and its stories.
package enum ExperimentSubject {
  case scenario(ScenarioFile)
  case commands([MeasuredCommand])
  /// Processes that were already running, with the run made of them.
  case processes(Run)
  /// Values that were measured elsewhere.
  case imported(ImportedMeasurements, title: String)

  var source: Experiment.Source {
    switch self {
    case .scenario: .replay
    case .commands: .command
    case .processes: .attach
    case .imported: .import
    }
  }

  var title: String {
    switch self {
    case .scenario(let file): file.scenario.title
    case .commands(let commands): commands.map(\.name).joined(separator: ", ")
    case .processes(let run): "\(run.story) (\(run.build))"
    case .imported(_, let title): title
    }
  }

  /// The scenario file's text; empty if there is none.
  var text: String {
    if case .scenario(let file) = self { file.text } else { "" }
  }

  var stories: [Experiment.StoryLabel] {
    switch self {
    case .scenario(let file): file.storyLabels
    case .commands: [.init(name: MeasuredCommand.story, title: "The whole command")]
    case .processes(let run): [.init(name: run.story, title: run.story)]
    case .imported(let values, _):
      values.stories.map { .init(name: $0, title: values.titles[$0] ?? $0) }
    }
  }
}

extension Experiment {
  /// A new experiment, for which only its subject and its builds are known.
  package init(
    _ subject: ExperimentSubject, named name: String, builds: [BuildRecord],
    on machine: Environment?,
    seed: UInt64 = 0, rounds: Int, startedAt: Date = Date()
  ) {
    self.init(
      name: name, title: subject.title, source: subject.source, scenario: subject.text,
      startedAt: startedAt, seed: seed, rounds: rounds, stories: subject.stories, builds: builds,
      environment: machine, version: Version.current)
  }

  /// A random seed, below 2^63, so that SQLite shows it unchanged.
  static func anySeed() -> UInt64 { UInt64.random(in: 0...UInt64(Int64.max)) }

  /// This experiment; call it before storing.
  /// - Throws: ``Refusal``.
  func withinLimits() throws(Refusal) -> Experiment {
    var product = 1
    for factor in [rounds + countedRounds + allocationRounds, stories.count, builds.count] {
      let (next, overflow) = product.multipliedReportingOverflow(by: factor)
      guard !overflow, next <= RunLimits.runs else { throw .tooManyRuns(self) }
      product = next
    }
    return self
  }
}
