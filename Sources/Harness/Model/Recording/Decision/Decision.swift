import Metrics

/// The subject of an experiment's comparison, and how it decides. It is declared before the first run and
/// stored, so that verdicts can be recomputed at any time.
public struct Decision: Sendable, Equatable, Codable {
  /// The purpose of the comparison.
  public var purpose: Purpose
  /// The baseline build.
  public var baseline: String
  /// The candidate build.
  public var candidate: String
  /// The rule that it is judged by.
  public var rule: DecisionRule
  /// The saved baseline, if it is no build of the experiment; nil if both were measured.
  public var saved: Saved?
  /// The reason why no instructions were counted to tell changes of the program from moved code, in words, or
  /// why not for all stories; nil if they were counted, or not meant to be.
  public var uncounted: String?
  /// The proof that candidate and baseline are the same, so that only budgets had to be measured; nil if
  /// everything was measured.
  public var proof: Proof?
  /// The proofs that single stories are the same on both sides, or do the same work, by their names, so that only
  /// their budgets had to be measured; nil if there are none, or if ``proof`` is about all of them.
  public var storyProofs: [String: Proof]?
  /// The finding of both sides' inputs about the comparison; nil if they were not recorded.
  public var inputs: InputFinding?
  /// How the harnesses of both sides differ, or which one both ran; nil if they are known to be the same, or
  /// for builds of the same files.
  public var harness: HarnessFinding?
  /// The new stories, which are not compared; nil if there are none.
  public var newStories: NewStories?
  /// The checks that the baseline's own scenario makes besides; nil if there are none, or if unknown.
  public var dropped: DroppedChecks?
  /// The commit that a search between the two builds named; nil if there was no search, or if it named none.
  public var culprit: Culprit?
  /// The metric whose change is explained; nil for CPU time, or if nothing is explained.
  public var explained: Metric?
  /// The control that is measured among the pairs; nil if there is none.
  public var control: Control?
  /// The stories that run the same machine code on both sides, so that none can have moved; nil if unknown.
  public var sameCode: [String]?
  /// The hashes of the commits that the candidate has and the baseline does not, the candidate's own first.
  /// They tell without the repository whether it includes another check's change. Nil outside of one, or if
  /// unknown.
  public var ancestry: [String]?
  /// How stories spend their time, by their names, on the build that decides how they are measured; nil if unknown.
  public var rhythms: [String: Rhythm]?

  /// The purpose of a comparison.
  public enum Purpose: String, Sendable, Hashable, Codable {
    /// Find the effect of a change: verdicts are the result, and none is a failure.
    case comparison
    /// Accept what got no worse: a regression is a failure.
    case check
    /// The same, but inconclusive results fail, too.
    case strictCheck = "strict-check"
    /// Find the effect of chance on this machine: both sides are one program.
    case qualification
    /// Find the functions that account for a change: both sides are profiled.
    case explanation

    /// A Boolean value indicating whether verdicts make the program fail.
    public var isCheck: Bool { self == .check || self == .strictCheck }
  }

  /// A decision before its measurements.
  public init(
    purpose: Purpose, baseline: String, candidate: String, rule: DecisionRule, saved: Saved? = nil,
    uncounted: String? = nil, proof: Proof? = nil, newStories: NewStories? = nil,
    explained: Metric? = nil, control: Control? = nil
  ) {
    self.purpose = purpose
    self.baseline = baseline
    self.candidate = candidate
    self.rule = rule
    self.saved = saved
    self.uncounted = uncounted
    self.proof = proof
    self.newStories = newStories
    self.explained = explained
    self.control = control
  }

  /// The name of a build's copy when the build is compared with itself.
  public static func copy(of build: String) -> String { "\(build) again" }

  /// A Boolean value indicating whether a build is compared with its copy.
  public var isBesideItself: Bool { candidate == Self.copy(of: baseline) }

  /// The commit that changed what a story costs.
  public struct Culprit: Sendable, Hashable, Codable {
    /// The story.
    public var story: String
    /// Its hash.
    public var commit: String
    /// The hash of the commit before it; for a merge, of the branch that was merged into.
    public var parent: String

    /// A commit.
    public init(story: String, commit: String, parent: String) {
      self.story = story
      self.commit = commit
      self.parent = parent
    }
  }

  /// Stories that the baseline's revision lacks and can't replay, so that there is nothing to compare them
  /// with. The candidate replays them once, and those with a budget as often as that needs.
  public struct NewStories: Sendable, Hashable, Codable {
    /// Their names, in the scenario's order.
    public var names: [String]
    /// A Boolean value indicating whether there was nothing else to compare.
    public var areAll: Bool
    /// The reason why there is nothing to compare with, as the end of a sentence.
    public var reason: String

    /// New stories.
    public init(names: [String], areAll: Bool, reason: String) {
      self.names = names
      self.areAll = areAll
      self.reason = reason
    }
  }

  /// Returns the proof that a story is the same on both sides; nil if there is none.
  public func proof(of story: String) -> Proof? { proof ?? storyProofs?[story] }

  /// The proof that a build, or a single story, is the same on both sides.
  public struct Proof: Sendable, Hashable, Codable {
    /// The kind of thing that is the same.
    public var kind: SharedKind
    /// SHA-256 of the program as loaded, with the files beside it, or of the names of the functions that differ,
    /// sorted, one a line; or git's hash of the candidate's files. Hexadecimal.
    public var hash: String
    /// The files that differ nevertheless, by their paths in the repository. Empty for the same files, and for a
    /// single story: the finding of the inputs has them.
    public var differing: [String]

    /// The kind of thing that is the same on both sides.
    public enum SharedKind: String, Sendable, Hashable, Codable, CaseIterable {
      /// The program, byte for byte as it is loaded.
      case program
      /// Everything that the stories read, and everything that the program is made of: no changed file was
      /// read.
      case inputs
      /// The files of the repository.
      case files
      /// Machine code and data that a replay of the story used: only functions that it did not run differ, and
      /// where code lies. Only a single story has such a proof.
      case work
    }

    /// A proof.
    public init(kind: SharedKind, hash: String, differing: [String]) {
      self.kind = kind
      self.hash = hash
      self.differing = differing
    }
  }

  /// A saved baseline that a build is compared with.
  ///
  /// Its measurements are kept with the decision, because the file that they were read from may be replaced,
  /// and verdicts must stay the same.
  public struct Saved: Sendable, Equatable, Codable {
    /// The name it was saved under.
    public var name: String
    /// Its measurements for the compared stories.
    public var baseline: Baseline
    /// A Boolean value indicating whether measurements that vary with the machine are judged, too.
    public var isForced: Bool

    /// A saved baseline.
    public init(name: String, baseline: Baseline, isForced: Bool) {
      self.name = name
      self.baseline = baseline
      self.isForced = isForced
    }

    /// The name of the baseline among builds.
    public var side: String { "saved \(name)" }
  }
}
