/// Why an experiment can't be saved as a baseline.
public enum BaselineObjection: Error, Equatable, CustomStringConvertible {
  /// It does not replay stories on a machine that is known.
  case notReplayed
  /// It was interrupted.
  case incomplete
  /// Runs of a story failed: how many of how many.
  case failed(story: String, build: String, Int, of: Int)
  /// A story has runs of pairs only, whose figures depend on the other side.
  case noLoneRuns(story: String)
  /// It has several builds, and none was named.
  case severalBuilds([String])
  /// It has no build of that name.
  case noBuild(String, known: [String])

  /// Why, in words.
  public var description: String {
    switch self {
    case .notReplayed: "it was not made by replaying stories here"
    case .incomplete: "it was interrupted"
    case .failed(let story, let build, let failed, let all):
      "\(failed) of \(all) runs of \(story) failed on '\(build)'"
    case .noLoneRuns(let story):
      "\(story) ran in pairs only, and what one side of a pair costs depends on the other"
    case .severalBuilds(let known):
      "it has the builds \(known.joined(separator: ", ")); --build says which"
    case .noBuild(let name, let known):
      "it has no build '\(name)'; it has \(known.joined(separator: ", "))"
    }
  }
}
