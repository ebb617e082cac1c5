/// An ordered list of steps, with the stories that must come before it.
public struct Story: Sendable, Equatable {
  /// The name in tables and on the command line.
  public var name: String
  /// The name people read.
  public var title: String
  /// Names of stories that are replayed before it, in the same process.
  public var after: [String]
  /// Whether it may be replayed on two builds at once; nil where it is as the scenario says.
  public var duet: Bool?
  /// The story's own steps; never empty.
  public var steps: [Step]

  /// A story.
  public init(name: String, title: String, after: [String] = [], duet: Bool? = nil, steps: [Step]) {
    self.name = name
    self.title = title
    self.after = after
    self.duet = duet
    self.steps = steps
  }
}
