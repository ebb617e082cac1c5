import Building
import Scenarios

/// The executables of a comparison: a baseline, and those that are set against it.
struct ComparedBuilds {
  let baseline: BuiltDriver
  let candidates: [BuiltDriver]
  /// Keeps other processes from building over executables that are being measured; nil where they
  /// are builds of the scenario as it is.
  private let revisions: RevisionBuilds?

  /// What the files as they are now are called.
  static let workTree = "work-tree"

  /// Makes them.
  /// - Parameters:
  ///   - commit: the commit that stands for the revision of `--against`; nil for the one that it
  ///     names now.
  ///   - layouts: as of `DriverBuilder.make`.
  ///   - progress: is told each line that the package manager writes.
  /// - Throws: `BuildError`, `RevisionError`, `CancellationError`, or the exit status of wrong usage.
  static func make(
    _ options: ComparisonOptions, of file: ScenarioFile, at commit: String?, layouts: Int?,
    progress: @escaping @Sendable (String) -> Void
  ) async throws -> ComparedBuilds {
    let scenario = file.scenario
    func build(_ name: String) throws -> Build {
      guard let build = scenario.builds.first(where: { $0.name == name }) else {
        throw Refusal.unknown(
          "build", name, in: "\(file.path)", known: scenario.builds.map(\.name))
      }
      return build
    }
    if let revision = options.against {
      let build = try options.build.map(build) ?? scenario.builds[0]
      // No branch's name has a space in it, so the two never are called the same.
      let name = revision == workTree ? "revision \(revision)" : revision
      let revisions = try await RevisionBuilder(folder: file.folder, progress: progress).make(
        [
          .init(build, at: .named(commit ?? revision), as: name),
          .init(build, at: .workTree, as: workTree),
        ], layouts: layouts)
      return ComparedBuilds(
        baseline: revisions.drivers[0], candidates: [revisions.drivers[1]], revisions: revisions)
    }
    let baseline = try options.baseline.map(build) ?? scenario.builds[0]
    let candidates =
      options.candidate.isEmpty
      ? scenario.builds.filter { $0.name != baseline.name } : try options.candidate.map(build)
    if candidates.isEmpty {
      throw Refusal.because(
        "\(file.path) has one build, so there is nothing to compare it with; '--against main' "
          + "compares the files as they are now with another revision.")
    }
    if candidates.contains(where: { $0.name == baseline.name }) {
      throw Refusal.because(
        "The build '\(baseline.name)' is compared with itself; 'rehearse qualify' does that.")
    }
    let drivers = try await DriverBuilder(folder: file.folder, progress: progress)
      .make([baseline] + candidates, layouts: layouts)
    return ComparedBuilds(
      baseline: drivers[0], candidates: Array(drivers.dropFirst()), revisions: nil)
  }
}
