import Building
import Foundation
import Programs
import Recording
import SystemPackage

/// Makes executables with the Swift package manager, commands, and git.
struct PackageBuilder: Builder {
  /// Keeps executables of revisions for other calls; nil for none.
  let cache: CacheSetting?
  /// Keeps executables for other machines; nil for none.
  let shared: SharedExecutables?

  func make(
    _ request: BuildRequest, in folder: FilePath, progress: @escaping BuildProgress
  ) async throws -> MadeBuilds {
    switch request.sources {
    case .builds(let builds):
      let tracing = request.recordsInputs ? try await Self.tracing() : .failure(.missing)
      var builder = DriverBuilder(folder: folder, progress: progress)
      builder.tracing = try? tracing.get()
      let drivers =
        if let shared, builds.contains(where: \.isOfPackage) {
          try await builder.make(builds, layouts: request.layouts, sharing: shared)
        } else {
          try await builder.make(builds, layouts: request.layouts)
        }
      let inputs = request.recordsInputs ? BuildInputs(of: builds, drivers, searchPath: .own) : nil
      return MadeBuilds(drivers, inputs: inputs, tracing: tracing)
    case .revisions(let sides):
      let tracing = try await Self.tracing()
      return MadeBuilds(
        try await RevisionBuilder(
          folder: folder, cache: cache, sharing: shared, tracing: try? tracing.get(),
          progress: progress
        )
        .make(
          sides, layouts: request.layouts, skippingProven: request.skipsProven,
          harness: request.harness),
        tracing: tracing)
    }
  }

  /// The recorder of inputs on this machine, or why there is none.
  /// - Throws: `CancellationError`.
  private static func tracing() async throws -> Result<InputTracing, TracingError> {
    do {
      return .success(InputTracing(try await Tracer(in: .own)))
    } catch let error as TracingError {
      return .failure(error)
    }
  }

  func keep(
    _ request: AnchorRequest, in folder: FilePath, progress: @escaping BuildProgress
  ) async throws -> BuildRecord {
    try await RevisionBuilder(
      folder: folder, cache: cache, tracing: try? await Self.tracing().get(), progress: progress
    ).keep(
      request.side, layouts: request.layouts, as: request.name, in: request.folder,
      replacing: request.isReplacing)
  }

  func earlier(_ file: FilePath, at revision: String) async throws -> EarlierFile {
    try await EarlierFile(file, at: revision)
  }

  func revision(of folder: FilePath) async throws -> Revision? {
    try await RevisionReader(folder: folder).read()
  }

  func ancestry(
    of candidate: String, without baseline: String?, in folder: FilePath
  ) async -> [String]? {
    await CommitHistory.hashes(of: candidate, without: baseline, in: folder)
  }

  func history(from good: String, to bad: String, of file: FilePath) async throws -> CommitHistory {
    try await CommitHistory(from: good, to: bad, of: file)
  }

  func series(
    in folder: FilePath, progress: @escaping BuildProgress
  ) async throws -> any BuildSeries {
    try await RevisionSeries(
      by: RevisionBuilder(
        folder: folder, cache: cache, tracing: try? await Self.tracing().get(), progress: progress))
  }
}
