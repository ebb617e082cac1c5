import Recording
import SeededRandom

/// The order of pairs.
///
/// A round has a pair of each story, in random order, and each pair has a random first side. Both
/// depend only on the seed and the round's number. So a rule that sees results between rounds may
/// drop stories without changing the others' draws. A control does not change them either; its
/// pairs are made among those of their rounds.
public struct PairPlan: Sendable, Equatable {
  /// The pairs, in order.
  public let pairs: [PlannedPair]

  /// The plan for some rounds, numbered from 1 on through all of an experiment, with the pairs of a control in them.
  /// `stories` are in the scenario's order, rounds alternate between the builds' `layouts`, `position` is the last one
  /// given to a run, 0 at first, and the seed is the same for all rounds.
  public init(
    stories: [String], baseline: String, candidate: String, rounds: ClosedRange<Int>,
    layouts: Int = 1, control: ControlPlan? = nil, after position: Int = 0, seed: UInt64
  ) {
    var seeds = SplitMix64(seed: seed)
    var pairs: [PlannedPair] = []
    for round in 1...max(1, rounds.upperBound) {
      let salt = seeds.next()
      guard rounds.contains(round) else { continue }
      let own = stories.map { Draw($0, salt: salt) }
      let ofControl = control.map { $0.draws(inRound: round, salt: salt) } ?? []
      for draw in (own + ofControl).sorted(by: { $0.place < $1.place }) {
        // A control counts its own rounds: it has several pairs in some rounds, and none in others.
        let own = draw.controlRound ?? round
        pairs.append(
          PlannedPair(
            story: draw.story, baseline: baseline,
            candidate: draw.controlRound == nil ? candidate : Decision.copy(of: baseline),
            round: own, layout: (own - 1) % max(1, layouts) + 1, first: draw.first,
            position: position + 2 * pairs.count + 1, isControl: draw.controlRound != nil))
      }
    }
    self.pairs = pairs
  }

  /// The random draw of a story in a round, independent of other stories.
  fileprivate struct Draw {
    let story: String
    let place: UInt64
    let first: PairSide
    /// The number of a control's pair; nil for all others.
    let controlRound: Int?

    init(_ story: String, salt: UInt64, controlRound: Int? = nil) {
      self.controlRound = controlRound
      // No story has a space at the end of its name.
      let drawn = controlRound.map { "\(story) control \($0) " } ?? story
      // FNV-1a, 64 bits: turns different names into different numbers.
      let name = drawn.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
      var random = SplitMix64(seed: salt ^ name)
      self.story = story
      place = random.next()
      first = random.pick(PairSide.allCases)
    }
  }
}

/// When a control's pairs are made among the rounds of an experiment.
public struct ControlPlan: Sendable, Equatable {
  /// The story.
  public let story: String
  /// The number of rounds with all stories.
  public let rounds: Int
  /// A Boolean value indicating whether rounds may follow these.
  public let goesOn: Bool
  /// The last round whose pairs were already planned; 0 for none.
  public let planned: Int

  /// Creates a plan.
  public init(story: String, rounds: Int, goesOn: Bool, after planned: Int = 0) {
    self.story = story
    self.rounds = rounds
    self.goesOn = goesOn
    self.planned = planned
  }

  fileprivate func draws(inRound round: Int, salt: UInt64) -> [PairPlan.Draw] {
    guard round > planned else { return [] }
    func pairs(_ round: Int) -> Int {
      Decision.Control.pairs(through: round, of: rounds, goesOn: goesOn)
    }
    return (pairs(round - 1)..<pairs(round)).map {
      PairPlan.Draw(story, salt: salt, controlRound: $0 + 1)
    }
  }
}
