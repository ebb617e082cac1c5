import Foundation
import GRDB
import Recording

/// Makes runs of their rows, without steps, samples and figures.
struct RunReader {
  private var builds = RepeatedTexts<String>()
  private var stories = RepeatedTexts<String>()
  private var kinds = RepeatedTexts<RunKind>()
  private var arrangements = RepeatedTexts<Arrangement>()
  private var circumstances = RepeatedTexts<RunCircumstances>()

  /// The run of a row of ``RunColumn/list``.
  mutating func run(_ row: StoredRow) throws -> Run {
    let name: String = try row.value(.uuid)
    guard let id = UUID(uuidString: name) else {
      throw StoreError.damaged(what: "the run name '\(name)'")
    }
    return Run(
      id: id, kind: try row.value(.kind, among: &kinds, read: Self.kind),
      build: try row.value(.build, among: &builds) { $0 },
      story: try row.value(.story, among: &stories) { $0 }, round: try row.value(.round),
      layout: try row.value(.layout),
      arrangement: try row.valueIfAny(.arrangement, among: &arrangements, read: decoded),
      position: try row.value(.position), attempt: try row.value(.attempt),
      pid: try row.valueIfAny(.pid), startedAt: try row.valueIfAny(.startedAt),
      ending: try Self.failure(row).map(Run.Ending.failed) ?? .passed, steps: [],
      timeline: Timeline(samples: [], interval: try row.value(.samplingInterval)),
      peaksAreOfSteps: try row.value(.peaksAreOfSteps),
      peakIsBatched: try row.value(.peakIsBatched),
      circumstances: try row.valueIfAny(.circumstances, among: &circumstances, read: decoded)
        ?? RunCircumstances(),
      measurements: [:], contamination: try Self.contamination(row))
  }

  private static func kind(_ name: String) throws -> RunKind {
    guard let kind = RunKind(rawValue: name) else {
      throw StoreError.damaged(what: "the kind of run '\(name)'")
    }
    return kind
  }

  private static func failure(_ row: StoredRow) throws -> RunFailure? {
    guard let name: String = try row.valueIfAny(.failure) else { return nil }
    guard let reason = RunFailure.Reason(rawValue: name) else {
      throw StoreError.damaged(what: "a run that failed by '\(name)'")
    }
    return RunFailure(
      reason: reason, message: try row.valueIfAny(.message) ?? "",
      step: try row.valueIfAny(.failedStep), signal: try row.valueIfAny(.signal),
      exitCode: try row.valueIfAny(.exitCode),
      standardError: try row.valueIfAny(.standardError) ?? "")
  }

  private static func contamination(_ row: StoredRow) throws -> Contamination? {
    guard let observed: Int64 = try row.valueIfAny(.observed) else { return nil }
    var contamination = Contamination(
      observed: observed, processors: try row.value(.processors),
      harness: try row.value(.harnessTime))
    contamination.run = try row.valueIfAny(.runTime)
    contamination.busy = try row.valueIfAny(.busyTime)
    contamination.stolen = try row.valueIfAny(.stolenTime)
    contamination.processorWaiting = try row.valueIfAny(.processorWaiting)
    contamination.memoryWaiting = try row.valueIfAny(.memoryWaiting)
    contamination.storageWaiting = try row.valueIfAny(.storageWaiting)
    contamination.swappedPages = try row.valueIfAny(.swappedPages)
    return contamination
  }
}
