import Building
import Recording
import Scenarios

/// Keeps the executables of a build, so that later builds can be compared with them.
public struct AnchorSession: Sendable {
  private let file: ScenarioFile
  private let build: Build
  private let revision: String
  private let folder: AnchorFolder

  /// A session for a build, the scenario's first if nil, at a commit, by any name that git knows.
  /// - Throws: ``Refusal`` if the file has no such build.
  public init(
    _ file: ScenarioFile, build: String?, at revision: String, in folder: AnchorFolder
  ) throws {
    self.file = file
    self.build = try file.build(build)
    self.revision = revision
    self.folder = folder
  }

  /// Makes the build, and keeps its executables.
  /// - Throws: `CancellationError` if the user asked to stop, ``Refusal`` if the revision does not build,
  ///   and `RevisionError`.
  public func keep(
    as name: String, replacing isReplacing: Bool, _ equipment: Equipment
  ) async throws -> BuildRecord {
    let layouts = file.scenario.layouts
    do {
      return try await equipment.keep(
        AnchorRequest(
          side: .init(build, at: .named(revision), as: revision),
          layouts: layouts > 1 ? layouts : nil, name: name, folder: folder,
          isReplacing: isReplacing),
        in: file.folder)
    } catch let error as BuildError {
      throw Refusal.unbuiltRevision(error)
    }
  }
}
