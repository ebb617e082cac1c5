import Analysis
import Building
import Recording
import Scenarios
import Store

/// Compares a build with a copy of itself, to find which changes this machine can detect. The pairs are made as a
/// check makes them.
public struct QualificationSession: Sendable {
  private let file: ScenarioFile
  private let measuring: PairedMeasuring
  private let store: ResultStore

  /// Creates a session for a scenario's first build; it only reads the machine.
  public init(
    _ file: ScenarioFile, _ settings: ComparisonSettings, store: ResultStore,
    _ equipment: Equipment
  ) throws {
    self.file = file
    self.store = store
    measuring = try PairedMeasuring(file, settings, for: .qualification, store: store, equipment)
  }

  /// Builds, copies, records inputs, measures, stores, and examines the result, which is interrupted if the user
  /// asked to stop; nil if it qualifies nothing.
  /// - Throws: `CancellationError` if the user asked to stop before the first run, and errors of building,
  ///   measuring and storing.
  public func carryOut(in call: SessionCall) async throws -> QualificationResult? {
    let revision = await measuring.equipment.revision(of: file.folder)
    let request = BuildRequest(
      .builds([try file.build(nil)]), layouts: file.scenario.layouts,
      recordingInputs: measuring.settings.recordsInputs)
    let builds = try await measuring.equipment.make(request, in: file.folder)
    let driver = builds.drivers[0]
    let twin = DriverTwin(of: driver, named: Decision.copy(of: driver.record.name))
    defer { twin.remove() }
    if !twin.isCopy { measuring.equipment.note(SessionNote.noTwin) }
    let inputs = try await inputs(of: builds.beside(copy: twin.driver))
    let analysis = try measuring.measure(
      twin.driver, against: driver, at: revision, inputs: inputs, in: call, part: 1, of: 1)
    return try QualificationResult(analysis, in: store)
  }

  /// The inputs of a build and its copy, which tell the stories that can be made at once; nil if they are not recorded.
  /// They prove nothing: both sides are measured because they are the same.
  private func inputs(of builds: MadeBuilds) async throws -> InputStage.Result? {
    let stage = InputStage(
      file: file, machine: measuring.machine, equipment: measuring.equipment, allowed: [])
    let stories = file.replayedStories.map(\.name)
    guard let replays = try stage.replay(stories, of: builds) else { return nil }
    return try await stage.result(replays, of: builds, candidate: 1, isCopy: true)
  }
}
