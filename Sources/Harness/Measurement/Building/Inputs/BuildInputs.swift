import Programs
import Recording
import Scenarios
import SystemPackage

/// The inputs of builds, as far as they are known once the builds are made.
public struct BuildInputs: Sendable {
  /// The sides, the baseline first.
  public let sides: [SideInputs]
  /// The revisions of the sides; nil if the compared builds have the same files.
  let pair: RevisionPair?
  let searchPath: SearchPath
}

extension BuildInputs {
  /// The inputs of builds with the same files.
  public init(of builds: [Build], _ drivers: [BuiltDriver], searchPath: SearchPath) {
    self.init(
      sides: zip(builds, drivers).map { build, driver in
        SideInputs(
          name: driver.record.name, tree: nil, around: nil, executables: nil,
          maker: build.maker, make: driver.inputs)
      }, pair: nil, searchPath: searchPath)
  }

  /// The inputs of the first build and of its copy, whose own name this is.
  public func besideCopy(named name: String) -> Self {
    var copy = sides[0]
    copy.name = name
    return Self(sides: [sides[0], copy], pair: nil, searchPath: searchPath)
  }

  /// The inputs with a baseline whose stories are already known, and whose files may be gone.
  public func beside(_ baseline: SideInputs) -> Self {
    Self(sides: [baseline] + sides.dropFirst(), pair: pair, searchPath: searchPath)
  }

  /// Compares a candidate, given by its index among the sides, with the baseline, once the inputs of their
  /// stories are known; `stories` has those of each side, in the order of the sides. For `allowed`, see
  /// ``InputComparison``.
  public func comparison(
    of candidate: Int, replaying stories: [[String: TracedInputs]], allowing allowed: [String]
  ) -> InputComparison {
    var (one, other) = (sides[0], sides[candidate])
    one.stories = stories[0]
    other.stories = stories[candidate]
    return InputComparison(
      baseline: one, candidate: other, repository: pair,
      image: ProgramImage { [searchPath] in searchPath.program($0) }, allowed: allowed)
  }
}

/// Both sides' revisions, according to git.
struct RevisionPair: Sendable {
  /// The top folder of the user's own work tree.
  let top: FilePath
  /// The paths that differ between both, relative to the top.
  let differing: [String]
  /// The paths that either has; only read when asked for.
  let tracked: @Sendable () async throws -> Set<String>
}
