import CommandSupport
import Experimenting
import Recording
import Reports
import Store
import SystemPackage

struct ReportWriter {
  /// The experiments' numbers, each once.
  let numbers: [Int64]
  private let store: ResultStore
  private let formats: Set<ReportFormat>
  private let stories: Set<String>
  private let folder: FilePath

  /// Reports show all stories if none is named; without `output`, they are beside the store.
  init(
    _ references: [String], in store: ResultStore, formats: Set<ReportFormat>,
    stories: [String] = [], output: String?, beside storeOptions: StoreOptions
  ) throws {
    var found: [Experiment] = []
    for reference in references {
      let experiment = try store.experiment(reference)
      if !found.contains(where: { $0.number == experiment.number }) { found.append(experiment) }
    }
    numbers = found.compactMap(\.number)
    for experiment in found {
      try Refusal.check(
        stories, as: "story", in: "Experiment '\(experiment.name)'",
        known: experiment.stories.map(\.name))
    }
    self.stories = Set(stories)
    self.store = store
    self.formats = formats
    let name =
      found.count == 1
      ? found[0].folderName : "reports-" + numbers.map(String.init).joined(separator: "-")
    folder = output.map { FilePath($0) } ?? storeOptions.folder.appending(name)
  }

  /// Writes the store's current content, and returns the page to open first. For `reload`, see `ReportFolder.write`.
  func write(reload: Int? = nil) async throws -> FilePath {
    let experiments = try numbers.map { try store.experiment("\($0)") }
    if experiments.count == 1 {
      return try await ReportFolder(folder, formats: formats)
        .write(report(of: experiments[0]), reload: reload)
    }
    return try await ReportIndex(folder, formats: formats).write(
      experiments.map { (try report(of: $0), $0.folderName) }, reload: reload)
  }

  private func report(of experiment: Experiment) throws -> Report {
    let report = try Report(experiment, in: store)
    return stories.isEmpty ? report : report.part(of: stories)
  }
}

extension Experiment {
  /// The name of its report's folder. The experiment's own name may be anything, because the store may be
  /// another's.
  var folderName: String { FileName.plain(name, number: number ?? 0) }
}
