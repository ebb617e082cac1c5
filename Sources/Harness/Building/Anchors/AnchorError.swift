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
      return
        "There is no anchor '\(name)' in \(folder); known: \(there). 'rehearse anchor save \(name) "
        + "SCENARIO' saves one."
    case .exists(let name, let folder):
      return
        "There is an anchor '\(name)' in \(folder) already; --replace replaces it, but earlier ratios to it "
        + "are then no longer comparable."
    case .damaged(let name, let folder, let reason):
      return "The anchor '\(name)' in \(folder) can't be used: \(reason)."
    case .unreadable(let folder, let reason):
      return "The folder \(folder) can't be read: \(reason)"
    case .otherBuild(let name, let own, let asked):
      return "The anchor '\(name)' is of the build '\(own)', not of '\(asked)'; --build \(own) "
        + "compares with it."
    case .otherLayouts(let name, let kept, let asked):
      return
        "The anchor '\(name)' is linked in \(kept.counted("layout", "layouts")), but the scenario asks for "
        + "\(asked). Save another one, or change 'layouts'."
    case .notMade(let build):
      return
        "The build '\(build)' is made neither by a package nor by 'make:', so there is nothing to save but "
        + "the revision's own files. --against REVISION uses those."
    case .inseparable(let build, let reason):
      return
        "The files that the commands of '\(build)' made can't be kept apart from their work tree: "
        + "\(reason). --against REVISION makes them each time."
    case .otherKind(let name, let build):
      return
        "The anchor '\(name)' was saved when '\(build)' was made in another way: by a package, or by "
        + "'make:'. Save another one."
    }
  }
}
