/// The reason why a profile contradicts itself, an experiment can't be saved as a baseline, or a regression can't be
/// given a state; `named` is what the state or the day is called where it was written, such as `--set`.
public enum RecordingError: Error, Equatable, CustomStringConvertible {
  /// The first wrong node of a profile has this place; nil if another number is wrong.
  case damagedProfile(node: Int?)
  /// The experiment does not replay stories on a known machine.
  case notReplayed
  case incomplete
  /// Runs of a story failed: how many out of how many.
  case failed(story: String, build: String, Int, of: Int)
  /// A story has only paired runs, whose measurements depend on the other side.
  case noLoneRuns(story: String)
  case severalBuilds([String])
  case noBuild(String, known: [String])
  case unknownState(String, named: String)
  /// Only checks find that a regression is fixed.
  case foundByChecks(named: String)
  case noDay(state: String, day: String)
  case notADay(String, named: String)
  case over(CalendarDay, named: String)
  /// The check of this number shows the regression gone.
  case fixed(String, by: Int64)

  /// The reason in a sentence, or, if there is no baseline, as the end of one after a colon.
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
    case .unknownState(let word, let state):
      "\(state) is '\(word)'; allowed: \(Self.allowedStates)."
    case .foundByChecks(let state):
      "\(state) is 'fixed'; only a check against the same baseline finds that. Allowed: "
        + "\(Self.allowedStates)."
    case .noDay(let state, let day): "\(state) accepted needs \(day), a day such as 2027-01-31."
    case .notADay(let text, let day): "\(day) is '\(text)'; allowed: a day such as 2027-01-31."
    case .over(let date, let day): "\(day) is \(date), which is over."
    case .fixed(let name, let number):
      "\(name) is fixed, as experiment \(number) shows, so it takes no other state."
    }
  }

  private static let allowedStates = "new, investigating, accepted"
}
