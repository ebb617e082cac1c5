/// The reason why a profile contradicts itself, or an experiment can't be saved as a baseline.
public enum RecordingError: Error, Equatable, CustomStringConvertible {
  /// The first wrong node of a profile has this place; nil if another number is wrong.
  case damagedProfile(node: Int?)
  /// The experiment does not replay stories on a known machine.
  case notReplayed
  /// The experiment was interrupted.
  case incomplete
  /// Runs of a story failed: how many out of how many.
  case failed(story: String, build: String, Int, of: Int)
  /// A story has only paired runs, whose measurements depend on the other side.
  case noLoneRuns(story: String)
  /// The experiment has several builds, and none was named.
  case severalBuilds([String])
  /// The experiment has no build of that name.
  case noBuild(String, known: [String])

  /// The fault of a profile, or the reason why there is no baseline, as the end of a sentence after a colon.
  public var description: String {
    switch self {
    case .damagedProfile(let node?):
      "The profile is damaged: its node \(node) refers to something that does not exist."
    case .damagedProfile(nil):
      "The profile is damaged: the time of a sample, or the number of lost ones, is impossible."
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
