import Recording

/// The place of a pair in an experiment.
public struct PairPlace: Sendable, Hashable {
  /// Its story.
  public let story: String
  /// Its round, from 1.
  public let round: Int

  /// The pair that a run is a side of.
  public init(_ run: Run) {
    story = run.story
    round = run.round
  }

  /// The greatest number of pairs that are named.
  private static let named = 8

  /// `list 3, 7; lend 12 and 4 more`
  static func words(_ pairs: [PairPlace]) -> String {
    var stories: [String] = []
    for pair in pairs.prefix(named) where !stories.contains(pair.story) {
      stories.append(pair.story)
    }
    let words = stories.map { story in
      let rounds = pairs.prefix(named).filter { $0.story == story }.map { "\($0.round)" }
      return "\(story) \(rounds.joined(separator: ", "))"
    }
    let rest = pairs.count - named
    return words.joined(separator: "; ") + (rest > 0 ? " and \(rest) more" : "")
  }
}
