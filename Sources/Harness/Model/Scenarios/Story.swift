/// An ordered list of steps, with the stories that must come before it.
public struct Story: Sendable, Equatable {
  /// The name in tables and on the command line.
  public var name: String
  /// The name for people.
  public var title: String
  /// Names of stories to replay before it, in the same process.
  public var after: [String]
  /// How its pairs are to be made; nil for the scenario's default.
  public var arrangement: Scenario.Arrangement?
  /// The cycles that show whether memory is retained; nil if the story does not end in the state in
  /// which it began.
  public var cycles: CycleCount?
  /// The files to copy into the folder of its runs, in addition to the scenario's.
  public var files: [String]
  /// The story's own steps; never empty.
  public var steps: [Step]
  /// The users of whom it is; nil if one user does its steps. Its only step is that load.
  public internal(set) var users: UserLoad?
  /// The project whose code the story does not call yet, so that its measurements say nothing about
  /// it; nil for a real story.
  public var placeholder: String?

  /// Creates a story.
  public init(
    name: String, title: String, after: [String] = [],
    arrangement: Scenario.Arrangement? = nil, cycles: CycleCount? = nil,
    files: [String] = [], steps: [Step], placeholder: String? = nil
  ) {
    self.cycles = cycles
    self.files = files
    self.placeholder = placeholder
    self.name = name
    self.title = title
    self.after = after
    self.arrangement = arrangement
    self.steps = steps
  }
}

/// The number of a story's cycles to judge.
public enum CycleCount: Sendable, Equatable {
  case exactly(Int)
  /// A few, and more if these show growth.
  case automatic
}
