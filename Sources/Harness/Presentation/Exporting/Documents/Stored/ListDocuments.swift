import Foundation
import Recording
import Reports
import Scenarios
import Tables

/// One experiment of a store as printed by `list --json`.
public struct ListedExperimentDocument: Encodable {
  let number: Int64?
  let name: String
  let title: String
  let startedAt: Date
  let completedAt: Date?
  let source: String
  let runs: Int
  let failed: Int
  let state: Table.ListedExperiment.Progress

  /// An experiment's document.
  public init(_ row: Table.ListedExperiment) {
    number = row.experiment.number
    name = row.experiment.name
    title = row.experiment.title
    startedAt = row.experiment.startedAt
    completedAt = row.experiment.completedAt
    source = row.experiment.source.rawValue
    runs = row.runs
    failed = row.failed
    state = row.state
  }
}

/// One saved baseline as printed by `baseline list --json`.
public struct ListedBaselineDocument: Encodable {
  let name: String
  let scenario: String
  let build: String
  let measuredAt: Date
  let revision: String?
  let stories: Int

  /// A baseline's document.
  public init(_ baseline: Baseline, named name: String) {
    self.name = name
    scenario = baseline.scenario
    build = baseline.build.name
    measuredAt = baseline.measuredAt
    revision = baseline.build.revision?.commit
    stories = baseline.stories.count
  }
}

/// One setting as printed by `config --json`.
public struct SettingDocument: Encodable {
  let key: String
  let value: String?
  let from: Source
  let variable: String
  let file: String?
  let line: Int?

  /// The source of a value.
  public enum Source: String, Encodable, Sendable, CaseIterable {
    case `default`, file, environment
  }

  /// A setting's document; the place is that in a file.
  public init(
    key: String, value: String?, from: Source, variable: String, file: String? = nil,
    line: Int? = nil
  ) {
    self.key = key
    self.value = value
    self.from = from
    self.variable = variable
    self.file = file
    self.line = line
  }
}
