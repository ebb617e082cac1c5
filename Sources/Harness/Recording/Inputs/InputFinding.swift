/// What the inputs of both sides say about a comparison, stored with its decision.
public struct InputFinding: Sendable, Hashable, Codable {
  /// The files that differ between both sides' revisions, by their paths in the repository; empty if
  /// builds are compared that are of the same files.
  public var differing: [String]
  /// Those of them that a story, or the make of its program, read on either side.
  public var exercised: [String]
  /// Those that differ although both programs are the same, and that neither make read.
  public var unread: [String]
  /// The sockets outside of the scenario that stories use: both sides share what is behind them.
  public var sockets: [String]
  /// The functions whose machine code differs between both programs, if nothing else differs of what the
  /// stories read and no story runs any of them; nil otherwise, and where that is not known.
  public var unrun: [String]?
  /// Why it is not known whether a story runs a function that differs, as a sentence's end; nil if it is known,
  /// or if no such function was found.
  public var codeGap: String?
  /// Why the inputs are not known, or not all; as a sentence's end. Nil if they are.
  public var gap: String?

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

  /// This finding and that of another part of the comparison, made elsewhere: what either found, and as known
  /// only what both know.
  public func joined(with other: InputFinding) -> InputFinding {
    var joined = self
    joined.differing = Set(differing + other.differing).sorted()
    joined.exercised = Set(exercised + other.exercised).sorted()
    joined.unread = Set(unread + other.unread).sorted()
    joined.sockets = Set(sockets + other.sockets).sorted()
    joined.unrun = unrun.flatMap { known in other.unrun.map { known.filter($0.contains) } }
    joined.codeGap = codeGap ?? other.codeGap
    joined.gap = gap ?? other.gap
    return joined
  }

  /// A Boolean value indicating whether files differ, and nothing that differs was read.
  public var isUnexercised: Bool { gap == nil && !differing.isEmpty && exercised.isEmpty }

  /// The files of code that differ, if nothing that differs was read; else empty.
  public var unexercisedCode: [String] {
    isUnexercised ? differing.filter(SourceFile.isCode) : []
  }
}

/// A file that is one and the same for both sides, although the sides should each have their own.
public struct SharedInput: Sendable, Hashable, Codable {
  /// The path, absolute.
  public var path: String
  /// Why it belongs to one side, or to none.
  public var reason: Reason

  /// A reason why both sides can't share a file.
  public enum Reason: Sendable, Hashable, Codable {
    /// A side reads it in the user's own work tree, and it differs between the revisions.
    case ofWorkTree(place: String, side: String)
    /// A side reads a program or a library in the user's own work tree that git does not track.
    case untracked(place: String, side: String)
    /// The make of one side wrote it, and the stories of both read it.
    case madeBy(side: String)
    /// The make of one side wrote it, and that of the other read it in place of its own sources.
    case takenFromMake(of: String, by: String, instead: String)
    /// A story of one side wrote it, and one of the other read it.
    case leftBy(story: String, side: String, reader: String)
    /// A story writes it for its next run.
    case handedOn(story: String, side: String)
    /// A story makes a socket that its next run, or the other side, may find.
    case socket(story: String, side: String)
  }

  /// A file.
  public init(path: String, reason: Reason) {
    self.path = path
    self.reason = reason
  }
}
