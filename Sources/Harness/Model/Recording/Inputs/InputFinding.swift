/// The finding of both sides' inputs about a comparison, stored with its decision.
public struct InputFinding: Sendable, Hashable, Codable {
  /// The files that differ between both sides' revisions, by their paths in the repository; empty if the
  /// compared builds are of the same files.
  public var differing: [String]
  /// Those that a story, or the build of its program, read on either side; all sources, if it is not known what a
  /// package manager read.
  public var exercised: [String]
  /// Those that differ although both programs are the same and neither build read them.
  public var unread: [String]
  /// The sockets outside of the scenario that stories use: both sides share what answers there.
  public var sockets: [String]
  /// The functions whose machine code differs, if nothing else that the stories read differs and no story
  /// runs any of them; nil otherwise, or if unknown.
  public var unrun: [String]?
  /// The reason why it is unknown whether a story runs a changed function, as the end of a sentence; nil if
  /// it is known, or if no such function was found.
  public var codeGap: String?
  /// The reason why the inputs are unknown, or partly so, as the end of a sentence; nil if they are known.
  public var gap: String?
  /// The changes of their own scheduling that stories make, by their names; nil if none does.
  public var scheduling: [String: OwnScheduling]?

  /// A finding.
  public init(
    differing: [String] = [], exercised: [String] = [], unread: [String] = [],
    sockets: [String] = [], unrun: [String]? = nil, gap: String? = nil
  ) {
    self.differing = differing
    self.exercised = exercised
    self.unread = unread
    self.sockets = sockets
    self.unrun = unrun
    self.gap = gap
  }

  /// Combines this with the finding of another part of the comparison: all that either found; only what both
  /// know is known.
  public func joined(with other: InputFinding) -> InputFinding {
    var joined = self
    joined.differing = Set(differing + other.differing).sorted()
    joined.exercised = Set(exercised + other.exercised).sorted()
    joined.unread = Set(unread + other.unread).sorted()
    joined.sockets = Set(sockets + other.sockets).sorted()
    joined.unrun = unrun.flatMap { known in other.unrun.map { known.filter($0.contains) } }
    joined.codeGap = codeGap ?? other.codeGap
    joined.gap = gap ?? other.gap
    // Each part's stories were traced on its own machine, and do the same there.
    joined.scheduling = scheduling?.merging(other.scheduling ?? [:]) { $1 } ?? other.scheduling
    return joined
  }

  /// A Boolean value indicating whether files differ but no changed file was read.
  public var isUnexercised: Bool { gap == nil && !differing.isEmpty && exercised.isEmpty }

  /// The changed files of code, if no changed file was read; else empty.
  public var unexercisedCode: [String] { isUnexercised ? differing.filter(SourceFile.isCode) : [] }
}

/// A file that both sides share although each should have its own.
public struct SharedInput: Sendable, Hashable, Codable {
  /// The path, absolute.
  public var path: String
  /// The reason why it belongs to one side, or to neither.
  public var reason: Reason

  /// A reason why both sides can't share a file.
  public enum Reason: Sendable, Hashable, Codable {
    /// A side reads it in the user's own work tree, and it differs between the revisions.
    case ofWorkTree(place: String, side: String)
    /// A side reads a program or a library in the user's own work tree that git does not track.
    case untracked(place: String, side: String)
    /// A side reads it in the folder of another side.
    case ofOtherSide(side: String)
    /// The build of one side wrote it, and the stories of both read it.
    case madeBy(side: String)
    /// The build of one side wrote it, and that of the other read it instead of its own sources.
    case takenFromMake(of: String, by: String, instead: String)
    /// The builds of both sides leave containers' images there, and the stories of both run them.
    case keptByDaemon
    /// A story of one side wrote it, and one of the other read it.
    case leftBy(story: String, side: String, reader: String)
    /// A story writes it for its next run.
    case handedOn(story: String, side: String)
    /// A story creates a socket that its next run, or the other side, may find.
    case socket(story: String, side: String)
  }

  /// A file.
  public init(path: String, reason: Reason) {
    self.path = path
    self.reason = reason
  }
}
