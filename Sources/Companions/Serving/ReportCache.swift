import Charts
import Foundation
import Recording
import Reports
import Store
import SystemPackage

/// Reports of stored experiments, written on request, and again when the experiment has new runs. They are in
/// a private folder.
actor ReportCache {
  private let store: ResultStore
  private let folder: FilePath
  private let make: @Sendable (Experiment) throws -> Report
  private var kept: [Int64: Kept] = [:]

  /// The number of reports kept; some have a hundred pictures.
  private static let most = 20

  private struct Kept {
    let state: ExperimentState
    let folder: FilePath
    let writing: Task<Void, any Error>
    var used: Int
  }

  private var uses = 0
  private var written = 0

  /// A cache that writes reports into an empty folder.
  init(
    of store: ResultStore, in folder: FilePath,
    make: @escaping @Sendable (Experiment) throws -> Report
  ) {
    (self.store, self.folder, self.make) = (store, folder, make)
  }

  /// The folder with an experiment's current report.
  /// - Throws: the errors of `ReportFolder.write`, and `StoreError`.
  func folder(of experiment: Experiment) async throws -> FilePath {
    let number = experiment.number ?? 0
    guard let state = try store.state(of: number) else {
      throw StoreError.noExperiment(reference: experiment.name, known: [])
    }
    uses += 1
    if var found = kept[number], found.state == state {
      found.used = uses
      kept[number] = found
      try await found.writing.value
      return found.folder
    }
    written += 1
    let own = folder.appending("\(number)-\(written)")
    let make = make
    let writing = Task {
      let report = try make(experiment)
      // A page of a running experiment reloads itself.
      _ = try await ReportFolder(own, formats: [.html])
        .write(report, reload: state.completedAt == nil ? 10 : nil)
    }
    kept[number] = Kept(state: state, folder: own, writing: writing, used: uses)
    do {
      try await writing.value
    } catch {
      if kept[number]?.folder == own { kept[number] = nil }
      throw error
    }
    removeLeastUsed()
    return own
  }

  private func removeLeastUsed() {
    while kept.count > Self.most, let oldest = kept.min(by: { $0.value.used < $1.value.used }) {
      kept[oldest.key] = nil
      // It is in the private folder; what can't be deleted goes with that.
      try? FileManager.default.removeItem(atPath: oldest.value.folder.string)
    }
  }
}
