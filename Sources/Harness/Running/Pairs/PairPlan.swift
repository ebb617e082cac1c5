import Recording
import SeededRandom

/// Two replays that are to be made together.
public struct PlannedPair: Sendable, Equatable {
  /// The story to replay.
  public let story: String
  /// The build that is compared with.
  public let baseline: String
  /// The build that is judged.
  public let candidate: String
  /// The round, from 1.
  public let round: Int
  /// The layout of both builds' code, from 1.
  public let layout: Int
  /// The side that is started, and asked for each step, first.
  public let first: PairSide
  /// The place of the first side's run in the whole order, from 1; the other's is the next.
  public let position: Int
  /// A Boolean value indicating whether it is one of the control: both sides are one build.
  public var isControl = false

  /// The run of one side.
  public func run(of side: PairSide, kind: RunKind) -> PlannedRun {
    PlannedRun(
      kind: kind, story: story, build: side == .baseline ? baseline : candidate, round: round,
      layout: layout, position: side == first ? position : position + 1)
  }
}

/// The order of pairs.
///
/// A round has a pair of each story, in random order; which side is first is random for each pair.
/// Both are made from the seed and the round's number alone. So a rule that looks at the results
/// between rounds may go on with some of the stories: it does not change what the others would get. Nor
/// does a control, whose pairs stand among those of their rounds.
public struct PairPlan: Sendable, Equatable {
  /// The pairs, in order.
  public let pairs: [PlannedPair]

  /// The plan for some rounds.
  /// - Parameters:
  ///   - stories: those to replay, in the scenario's order.
  ///   - rounds: their numbers, from 1; more rounds of the same experiment go on counting.
  ///   - layouts: how many layouts each build has; rounds take turns in them.
  ///   - control: the pairs of a control in these rounds; nil for none.
  ///   - position: the last that was given to a run, 0 at first.
  ///   - seed: the same for all rounds of an experiment.
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
        // A control counts its own rounds: it has several pairs in some, and none in others.
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

  /// The draw of a story in a round, whichever other stories take part.
  fileprivate struct Draw {
    let story: String
    let place: UInt64
    let first: PairSide
    /// The number of a pair of the control; nil of all others.
    let controlRound: Int?

    init(_ story: String, salt: UInt64, controlRound: Int? = nil) {
      self.controlRound = controlRound
      // No story has a space at the end of its name.
      let drawn = controlRound.map { "\(story) control \($0) " } ?? story
      // FNV-1a, 64 bits, which turns names into numbers that differ.
      let name = drawn.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
      var random = SplitMix64(seed: salt ^ name)
      self.story = story
      place = random.next()
      first = random.pick(PairSide.allCases)
    }
  }
}

/// When the pairs of a control are made, among those of an experiment's rounds.
public struct ControlPlan: Sendable, Equatable {
  /// The story.
  public let story: String
  /// The number of rounds that all stories take part in.
  public let rounds: Int
  /// A Boolean value indicating whether rounds may follow these.
  public let goesOn: Bool
  /// The last round whose pairs were planned before; 0 for none.
  public let planned: Int

  /// A plan.
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
