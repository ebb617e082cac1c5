import Metrics

/// The declaration that an experiment sets one build against another, and how it decides: made
/// before its first run, stored with it, so that its verdicts can be made again at any time.
public struct Decision: Sendable, Equatable, Codable {
  /// The purpose of the comparison.
  public var purpose: Purpose
  /// The build that the other is measured against.
  public var baseline: String
  /// The build in question.
  public var candidate: String
  /// The numbers by which it is judged.
  public var rule: DecisionRule
  /// The saved baseline where no build of the experiment is it; nil where both were measured.
  public var saved: Saved?
  /// Why no instructions were counted to tell changes of the program from those of the place of its
  /// code, in words, or why not of all stories; nil where they were to be, and were.
  public var uncounted: String?
  /// The proof that candidate and baseline are the same, so that nothing had to be measured but budgets;
  /// nil where all was measured.
  public var proof: Proof?
  /// What the inputs of both sides say of the comparison; nil if they were not recorded.
  public var inputs: InputFinding?
  /// How the harnesses of both sides differ, or which both ran; nil if they are the same anyhow, and of
  /// builds of the same files.
  public var harness: HarnessFinding?
  /// The stories that are not compared, since they are new; nil where all are.
  public var newStories: NewStories?
  /// The commit that a search between the two builds has named; nil of all else, and where it named none.
  public var culprit: Culprit?
  /// The metric whose change is explained; nil where that is CPU time, and where nothing is explained.
  public var explained: Metric?
  /// The control that is measured among the pairs; nil where there is none, as before there was any.
  public var control: Control?
  /// The stories that run the same machine code on both sides, so that none can have moved; nil where nobody
  /// looked, as before anybody did.
  public var sameCode: [String]?
  /// The commits that the candidate has and the baseline does not, by their hashes, the candidate's own first:
  /// whether another check's change is in it is known by them without the repository. Nil outside of one, and
  /// where nobody looked.
  public var ancestry: [String]?
  /// How stories without a gate on wall time spend it, by their names; nil where nobody looked.
  public var rhythms: [String: Rhythm]?

  /// The purpose of a comparison.
  public enum Purpose: String, Sendable, Hashable, Codable {
    /// To find what a change does: verdicts are the result, and none is a failure.
    case comparison
    /// To let pass what got no worse: a regression is a failure.
    case check
    /// The same, and what is inconclusive is a failure too.
    case strictCheck = "strict-check"
    /// To find what chance does on this machine: both sides are one program.
    case qualification
    /// To find the functions that account for a change: both sides are profiled.
    case explanation
  }

  /// A decision that is to be made.
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
}

extension Decision {
  /// The name of a build's copy where the build is measured beside itself.
  public static func copy(of build: String) -> String { "\(build) again" }

  /// A Boolean value indicating whether a build is measured beside its copy.
  public var isBesideItself: Bool { candidate == Self.copy(of: baseline) }
}

extension Decision {
  /// The commit that changed what a story costs.
  public struct Culprit: Sendable, Hashable, Codable {
    /// The story.
    public var story: String
    /// Its hash.
    public var commit: String
    /// That of the commit before it, the branch that was merged into where there are several.
    public var parent: String

    /// A commit.
    public init(story: String, commit: String, parent: String) {
      self.story = story
      self.commit = commit
      self.parent = parent
    }
  }
}

extension Decision {
  /// Stories that the baseline's revision does not have and can't replay, so that there is nothing to
  /// compare them with. The candidate replays them once.
  public struct NewStories: Sendable, Hashable, Codable {
    /// Their names, in the scenario's order.
    public var names: [String]
    /// A Boolean value indicating whether they are all that there was to compare.
    public var areAll: Bool
    /// Why there is nothing to compare with, as the end of a sentence.
    public var reason: String

    /// New stories.
    public init(names: [String], areAll: Bool, reason: String) {
      self.names = names
      self.areAll = areAll
      self.reason = reason
    }
  }
}

extension Decision {
  /// The proof that a build is the same on both sides.
  public struct Proof: Sendable, Hashable, Codable {
    /// What is the same.
    public var kind: SharedKind
    /// SHA-256 of the program as it is loaded, with what lies beside it, or git's name for the candidate's
    /// files; hexadecimal.
    public var hash: String
    /// The files that differ all the same, of which nothing is carried out; by their paths in the
    /// repository. Empty where they were not looked for, since the program does not work among them.
    public var differing: [String]

    /// What is the same on both sides.
    public enum SharedKind: String, Sendable, Hashable, Codable {
      /// The program, byte for byte as it is loaded.
      case program
      /// All that the stories read, with everything that the program is made of: no file that differs was
      /// read.
      case inputs
      /// The files of the repository, but for documentation.
      case files
    }

    /// A proof.
    public init(kind: SharedKind, hash: String, differing: [String]) {
      self.kind = kind
      self.hash = hash
      self.differing = differing
    }
  }
}

extension Decision {
  /// A saved baseline that a build is held against.
  ///
  /// Its measurements are kept with the decision: the file that they were read from may be
  /// replaced, and verdicts are to be the same whenever they are made.
  public struct Saved: Sendable, Equatable, Codable {
    /// The name it was saved under.
    public var name: String
    /// Its measurements, of those stories that are compared.
    public var baseline: Baseline
    /// A Boolean value indicating whether measurements are judged, too, that vary with the machine.
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
