import Programs
import Recording
import Scenarios
import SystemPackage
import Tracing

/// The inputs of builds, as far as they are known when the builds are made.
public struct BuildInputs: Sendable {
  /// The sides, the baseline first.
  public let sides: [SideInputs]
  /// The revisions of the sides; nil if builds of the same files are compared.
  let pair: RevisionPair?
  let searchPath: SearchPath

  init(sides: [SideInputs], pair: RevisionPair?, searchPath: SearchPath) {
    self.sides = sides
    self.pair = pair
    self.searchPath = searchPath
  }

  /// The inputs of builds of the same files.
  public init(of builds: [Build], _ drivers: [BuiltDriver], searchPath: SearchPath) {
    self.init(
      sides: zip(builds, drivers).map { build, driver in
        SideInputs(
          name: driver.record.name, tree: nil, executables: nil,
          maker: build.isOfPackage
            ? .packageManager : build.making.isEmpty ? .nobody : .commands,
          make: driver.inputs)
      }, pair: nil, searchPath: searchPath)
  }

  /// The inputs with a baseline whose stories are known already, and whose files may be gone.
  public func beside(_ baseline: SideInputs) -> Self {
    Self(sides: [baseline] + sides.dropFirst(), pair: pair, searchPath: searchPath)
  }

  /// Compares a candidate with the baseline, once their stories are known.
  /// - Parameters:
  ///   - candidate: its place among the sides.
  ///   - stories: the inputs of each side's stories, in the order of the sides.
  ///   - allowed: as of ``InputComparison``.
  public func comparison(
    of candidate: Int, replaying stories: [[String: TracedInputs]], allowing allowed: [String]
  ) -> InputComparison {
    var (one, other) = (sides[0], sides[candidate])
    one.stories = stories[0]
    other.stories = stories[candidate]
    return InputComparison(
      one, other, of: pair,
      image: ProgramImage { [searchPath] in searchPath.program($0) },
      allowing: allowed)
  }
}

/// The revisions of both sides, as git knows them.
struct RevisionPair: Sendable {
  /// The top folder of the user's own work tree.
  let top: FilePath
  /// The paths that differ between both, from the top.
  let differing: [String]
  /// The paths that either of them has; read only if it is asked for.
  let tracked: @Sendable () async throws -> Set<String>
}
