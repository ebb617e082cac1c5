import DriverProtocol

/// One app, its builds and its stories, as one YAML file says.
public struct Scenario: Sendable, Equatable {
  /// The name in the store and in file names.
  public var name: String
  /// The name people read.
  public var title: String
  /// The builds, in the order of the file; the first is the baseline.
  public var builds: [Build]
  /// What the driver makes its fixture from.
  public var fixture: [String: Scalar]
  /// The stories, in the order of the file.
  public var stories: [Story]
  /// How often each story is replayed on each build, unless the command line says otherwise.
  public var runs: Int
  /// How many layouts of its code each build is linked in; 1 is the linker's own.
  public var layouts: Int
  /// How long a step may take, unless the step says otherwise.
  public var timeLimit: Duration
  /// Whether two builds may be replayed at once on one CPU to compare them, unless the story says
  /// otherwise.
  public var duet: Bool
  /// Published figures to set beside what is measured; nil for none.
  public var published: PublishedFigures?
  /// What may not get worse; empty where the file says nothing.
  public var gates: [Gate]

  /// A scenario; ``ScenarioParser`` makes them from files.
  public init(
    name: String, title: String, builds: [Build], fixture: [String: Scalar], stories: [Story],
    runs: Int, layouts: Int = 1, timeLimit: Duration, duet: Bool = true,
    published: PublishedFigures? = nil, gates: [Gate] = []
  ) {
    self.name = name
    self.title = title
    self.builds = builds
    self.fixture = fixture
    self.stories = stories
    self.runs = runs
    self.layouts = layouts
    self.timeLimit = timeLimit
    self.duet = duet
    self.published = published
    self.gates = gates
  }

  /// The story of that name, or nil.
  public func story(named name: String) -> Story? { stories.first { $0.name == name } }

  /// Whether a story may be replayed on two builds at once on one CPU to compare them. It may not
  /// where its point is to use several CPUs, to sleep or to wait.
  public func allowsDuet(of name: String) -> Bool { story(named: name)?.duet ?? duet }

  /// The stories that come before a story, each once, in the order in which they are replayed.
  ///
  /// The parser has made sure that every name exists and that no story comes before itself.
  public func prerequisites(of story: Story) -> [Story] {
    var ordered: [Story] = []
    func visit(_ story: Story) {
      for earlier in story.after.compactMap(self.story(named:))
      where !ordered.contains(where: { $0.name == earlier.name }) {
        visit(earlier)
        ordered.append(earlier)
      }
    }
    visit(story)
    return ordered
  }
}
