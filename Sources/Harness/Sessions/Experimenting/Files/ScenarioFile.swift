import Foundation
import Recording
import Running
import Scenarios
import Store
import SystemPackage

/// A scenario with its file.
public struct ScenarioFile: Sendable {
  /// The path, as given.
  public let path: FilePath
  /// The file's text.
  public let text: String
  /// The scenario, with the selected builds.
  public private(set) var scenario: Scenario
  /// The published ratios of the stories.
  public let published: [PublishedRatios]
  /// The stories selected for replay; nil for all.
  public private(set) var selectedStories: Set<String>?

  /// Reads a file; with `allowsUnrecorded`, steps may lack an expected outcome, which will be recorded.
  /// - Throws: ``Refusal`` if it can't be read, or if a file that commands need is missing or not a regular
  ///   one; `InvalidScenario` with every mistake, or with those in files that requests need; `StoreError` for the
  ///   published measurements.
  public init(_ name: String, allowingUnrecorded allowsUnrecorded: Bool = false) throws {
    path = FilePath(name)
    text = try TextFile.text(of: name)
    scenario = try ScenarioParser.parse(text, file: name, allowingUnrecorded: allowsUnrecorded)
    let folder = Self.folder(of: path)
    let stories = scenario.stories.map(\.name)
    published = try scenario.published.map {
      let file = folder.pushing(FilePath($0.file)).lexicallyNormalized().string
      // Nobody would ever write into a pipe that a scenario names.
      if let special = SpecialFile.first(in: FilePath(file)) {
        throw Refusal.unreadable(file, "is \(special.kind)")
      }
      return try PublishedRatios($0, text: TextFile.text(of: file), stories: stories)
    }
    let missing = missingFiles
    if !missing.isEmpty { throw Refusal.missingFiles(missing, of: path) }
    if let special = specialFile { throw Refusal.specialFile(special, of: path) }
    try checkRequestFiles()
  }

  /// The folder for relative paths of the scenario, absolute.
  public var folder: FilePath { Self.folder(of: path) }

  var absolutePath: FilePath {
    FilePath(FileManager.default.currentDirectoryPath).pushing(path).lexicallyNormalized()
  }

  private static func folder(of path: FilePath) -> FilePath {
    let working = FilePath(FileManager.default.currentDirectoryPath)
    return working.pushing(path).removingLastComponent().lexicallyNormalized()
  }
}

extension String {
  /// A Boolean value indicating whether a subject means a scenario file rather than a stored experiment.
  public var isScenarioFile: Bool {
    hasSuffix(".yml") || hasSuffix(".yaml") || FileManager.default.fileExists(atPath: self)
  }
}

extension ScenarioFile {
  /// The file with the selected builds and stories. Other stories stay in the scenario, because they may be
  /// prerequisites, but are not replayed for themselves.
  /// - Throws: ``Refusal`` for names that are not in the scenario.
  public func selecting(_ stories: [String], _ builds: [String]) throws -> ScenarioFile {
    try Refusal.check(stories, as: "story", in: "\(path)", known: scenario.stories.map(\.name))
    try Refusal.check(builds, as: "build", in: "\(path)", known: scenario.builds.map(\.name))
    var selected = self
    if !builds.isEmpty {
      selected.scenario.builds = scenario.builds.filter { builds.contains($0.name) }
    }
    selected.selectedStories = stories.isEmpty ? nil : Set(stories)
    return selected
  }

  /// The file with only those stories and their prerequisites. A driver must know every verb of a scenario
  /// before its first step.
  func keeping(_ names: Set<String>) -> ScenarioFile {
    let kept = scenario.stories.filter { names.contains($0.name) }
    let needed = Set((kept + kept.flatMap(scenario.prerequisites)).map(\.name))
    var reduced = self
    reduced.scenario.stories.removeAll { !needed.contains($0.name) }
    return reduced
  }

  /// The file with any outcome allowed for these steps.
  func expectingNothing(of steps: Set<StepReference>) -> ScenarioFile {
    var open = self
    let expectations = steps.map {
      ($0, scenario[$0]?.expectation.opened ?? .outcome(facts: [:], digest: nil))
    }
    open.scenario = scenario.expecting(Dictionary(uniqueKeysWithValues: expectations))
    return open
  }

  /// The file with another scenario in place of its own, such as one with other rates of users.
  func with(_ scenario: Scenario) -> ScenarioFile {
    var changed = self
    changed.scenario = scenario
    return changed
  }

  /// The stories that are replayed for themselves.
  var replayedStories: [Story] {
    scenario.stories.filter { selectedStories?.contains($0.name) ?? true }
  }
}

extension Expectation {
  /// The remaining expectation when a step's outcome is to be observed. A command must still end as declared
  /// and make its files: whether it may fail is a decision, which no replay makes.
  fileprivate var opened: Expectation {
    guard case .command(let expectation) = self else { return .outcome(facts: [:], digest: nil) }
    return .command(
      CommandExpectation(
        status: expectation.status, files: expectation.files.mapValues { _ in .init() })
    )
  }
}
