import Publishing
import Recording
import ResultStore
import SystemPackage

/// Writes the reports of the experiments that a user names.
struct ReportWriter {
  /// Their numbers, each once.
  let numbers: [Int64]
  private let store: ResultStore
  private let formats: Set<ReportFormat>
  private let folder: FilePath

  /// - Parameter output: where it goes; nil for beside the store.
  init(
    _ references: [String], in store: ResultStore, formats: Set<ReportFormat>, output: String?,
    beside storeOptions: StoreOptions
  ) throws {
    var found: [Experiment] = []
    for reference in references {
      let experiment = try store.experiment(reference)
      if !found.contains(where: { $0.number == experiment.number }) { found.append(experiment) }
    }
    numbers = found.compactMap(\.number)
    self.store = store
    self.formats = formats
    let name =
      found.count == 1
      ? found[0].folderName : "reports-" + numbers.map(String.init).joined(separator: "-")
    folder = output.map { FilePath($0) } ?? storeOptions.folder.appending(name)
  }

  /// Writes what the store holds now.
  /// - Parameter reload: as of `ReportFolder.write`.
  /// - Returns: the page that one opens first.
  func write(reload: Int? = nil) async throws -> FilePath {
    let experiments = try numbers.map { try store.experiment("\($0)") }
    if experiments.count == 1 {
      return try await ReportFolder(folder, formats: formats)
        .write(Report(experiments[0], in: store), reload: reload)
    }
    return try await ReportIndex(folder, formats: formats).write(
      experiments.map { (try Report($0, in: store), $0.folderName) }, reload: reload)
  }
}

extension Experiment {
  /// The name of its report's folder.
  var folderName: String { "\(name)-\(number ?? 0)" }
}
