import Statistics
import SystemPackage

/// An anchor that does not exist, or can't be used or kept.
public enum AnchorError: Error, Equatable, CustomStringConvertible {
  /// There is none of that name; `known` are those that exist.
  case missing(String, folder: FilePath, known: [String])
  /// One of that name already exists.
  case exists(String, folder: FilePath)
  /// Its files have changed since they were kept.
  case damaged(String, folder: FilePath, reason: String)
  /// The folder can't be read.
  case unreadable(folder: FilePath, reason: String)
  /// It is for another build of the scenario.
  case otherBuild(String, of: String, asked: String)
  /// It has another number of layouts than the scenario asks for.
  case otherLayouts(String, kept: Int, asked: Int)
  /// The build is made by nothing: it is files of the revision.
  case notMade(build: String)
  /// What the build's commands made can't be separated from the work tree, for this reason.
  case inseparable(build: String, reason: String)
  /// It was kept of a package, but the build is now made by commands, or the other way round.
  case otherKind(String, build: String)

  /// What is wrong, and what to do.
  public var description: String {
    switch self {
    case .missing(let name, let folder, let known):
      let there = known.isEmpty ? "none" : known.joined(separator: ", ")
      return "There is no anchor '\(name)' in \(folder); there is \(there). "
        + "'rehearse anchor save \(name) SCENARIO' keeps one."
    case .exists(let name, let folder):
      return "There is an anchor '\(name)' in \(folder) already; --replace replaces it. Earlier "
        + "ratios to it are no longer comparable then."
    case .damaged(let name, let folder, let reason):
      return "The anchor '\(name)' in \(folder) can't be used: \(reason)."
    case .unreadable(let folder, let reason):
      return "The folder \(folder) can't be read: \(reason)"
    case .otherBuild(let name, let own, let asked):
      return "The anchor '\(name)' is of the build '\(own)', not of '\(asked)'; --build \(own) "
        + "compares with it."
    case .otherLayouts(let name, let kept, let asked):
      return
        "The anchor '\(name)' is linked in \(kept.counted("layout", "layouts")), and the scenario asks for \(asked). "
        + "Keep another one, or change 'layouts'."
    case .notMade(let build):
      return
        "The build '\(build)' is not made, by a package or by 'make:', so there is nothing to keep beside "
        + "the files of the revision. --against REVISION takes those."
    case .inseparable(let build, let reason):
      return
        "What the commands of '\(build)' made can't be kept apart from its work tree: \(reason). "
        + "--against REVISION makes it each time."
    case .otherKind(let name, let build):
      return
        "The anchor '\(name)' was kept when '\(build)' was made in another way: by a package, or by "
        + "'make:'. Keep another one."
    }
  }
}
