import Recording

/// The commits after a good one, up to a bad one, and their ancestry.
///
/// "Bad" is inherited: a commit has a change if the commit that made it is among its ancestors, or is
/// the commit itself. That holds for merges as for all others, so no line of history is preferred.
public struct CommitGraph: Sendable {
  /// The commits, parents before children; the last one is the bad end.
  public let commits: [Commit]
  /// Each commit's ancestors and the commit itself.
  let ancestry: [CommitSet]
  /// For each commit, whether the good end is among its ancestors. A commit that branched off earlier has
  /// changes of its own, so nothing is known of how it compares with the good end.
  public let descendsFromGood: [Bool]

  /// Creates a graph.
  /// - Parameters:
  ///   - commits: all commits in the bad end but not in the good one, parents before children; not empty.
  ///   - good: the hash of the good end.
  public init(_ commits: [Commit], after good: String) {
    self.commits = commits
    var places: [String: Int] = [:]
    var ancestry: [CommitSet] = []
    var descends: [Bool] = []
    for (place, commit) in commits.enumerated() {
      var own = CommitSet(count: commits.count)
      own.insert(place)
      var isDescendant = false
      for parent in commit.parents {
        if let known = places[parent] {
          own.formUnion(ancestry[known])
          isDescendant = isDescendant || descends[known]
        } else if parent == good {
          isDescendant = true
        }
      }
      places[commit.hash] = place
      ancestry.append(own)
      descends.append(isDescendant)
    }
    self.ancestry = ancestry
    descendsFromGood = descends
  }

  /// The number of commits.
  public var count: Int { commits.count }

  /// The place of the bad end.
  public var bad: Int { commits.count - 1 }

  /// Returns whether one commit is in another.
  public func contains(_ ancestor: Int, in commit: Int) -> Bool {
    ancestry[commit].contains(ancestor)
  }
}

/// A set of places in a list, as bits.
struct CommitSet: Hashable, Sendable {
  private var words: [UInt64]

  /// The empty set of places below a count.
  init(count: Int) { words = Array(repeating: 0, count: (count + 63) / 64) }

  var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  func contains(_ place: Int) -> Bool { words[place / 64] >> UInt64(place % 64) & 1 == 1 }

  mutating func insert(_ place: Int) { words[place / 64] |= 1 << UInt64(place % 64) }

  mutating func formUnion(_ other: CommitSet) {
    for index in words.indices { words[index] |= other.words[index] }
  }

  func common(_ other: CommitSet) -> Int {
    var sum = 0
    for index in words.indices { sum += (words[index] & other.words[index]).nonzeroBitCount }
    return sum
  }
}
