import DriverProtocol
import Metrics

/// One app with its builds and stories, from one YAML file.
public struct Scenario: Sendable, Equatable {
  /// The name in the store and in file names.
  public var name: String
  /// The name for people.
  public var title: String
  /// The builds in file order; the first is the baseline.
  public var builds: [Build]
  /// The values from which the driver makes its fixture.
  public var fixture: [String: Scalar]
  /// The files to copy into each run's folder, as paths from the scenario's folder, if steps are commands.
  public var files: [String]
  /// The stories in file order.
  public var stories: [Story] {
    didSet {
      places = Self.places(of: stories)
      predecessors = Self.predecessors(of: stories, places)
    }
  }
  /// The index of each story's name, because every run looks its story up.
  private var places: [String: Int]
  /// The indices of the stories that each comes after: a chain of thousands is followed from each of its stories.
  private var predecessors: [[Int]]
  /// The default number of replays of each story on each build.
  public var runs: Int
  /// The number of code layouts in which each build is linked; 1 is the linker's own.
  public var layouts: Int
  /// The default time limit of a step.
  public var timeLimit: Duration
  /// How pairs are made of stories that don't say it.
  public var arrangement: Arrangement
  /// Published measurements for comparison, a table each.
  public var published: [PublishedValues]
  /// The gates; empty if the file has none.
  public var gates: [Gate]
  /// The servers beside the driver, in starting order.
  public var services: [Service]
  /// The home folder of each run.
  public var home: Home

  /// How two builds are replayed to compare them.
  public enum Arrangement: String, Sendable, CaseIterable {
    /// At once on one CPU, unless a gate needs another way.
    case duet
    /// In turns on all CPUs, unless a gate or the machine doesn't allow it.
    case gang
    /// One after the other.
    case backToBack = "back-to-back"
  }

  /// A home folder of runs.
  public enum Home: String, Sendable, CaseIterable {
    /// An empty one for each run, so that no run finds what another has left.
    case own
    /// The user's, shared by all runs.
    case shared
  }

  /// Creates a scenario; ``ScenarioParser`` reads them from files.
  public init(
    name: String, title: String, builds: [Build], fixture: [String: Scalar], files: [String] = [],
    stories: [Story], runs: Int, layouts: Int = 1, timeLimit: Duration,
    arrangement: Arrangement = .duet, published: [PublishedValues] = [], gates: [Gate] = [],
    services: [Service] = [],
    home: Home = .own
  ) {
    self.name = name
    self.title = title
    self.builds = builds
    self.fixture = fixture
    self.files = files
    self.stories = stories
    places = Self.places(of: stories)
    predecessors = Self.predecessors(of: stories, places)
    self.runs = runs
    self.layouts = layouts
    self.timeLimit = timeLimit
    self.arrangement = arrangement
    self.published = published
    self.gates = gates
    self.services = services
    self.home = home
  }

  /// The story of that name, or nil.
  public func story(named name: String) -> Story? { places[name].map { stories[$0] } }

  private static func places(of stories: [Story]) -> [String: Int] {
    Dictionary(zip(stories.map(\.name), stories.indices), uniquingKeysWith: { first, _ in first })
  }

  private static func predecessors(of stories: [Story], _ places: [String: Int]) -> [[Int]] {
    stories.map { $0.after.compactMap { places[$0] } }
  }

  /// Returns how pairs of a story are to be made. A story whose point is to use several CPUs, to sleep or to wait
  /// can't be a duet.
  public func arrangement(of name: String) -> Arrangement {
    let story = story(named: name)
    let wanted = story?.arrangement ?? arrangement
    // Users take turns between the sides by themselves: a service that is held would make them wait.
    return story?.users != nil && wanted == .gang ? .duet : wanted
  }

  /// The stories of many users of which no arrangement is named, so that it depends on how busy their services are.
  public var undecidedLoads: Set<String> {
    Set(
      stories.filter { story in
        story.users != nil && story.arrangement == nil && arrangement(of: story.name) == .duet
      }.map(\.name))
  }

  /// A Boolean value indicating whether its steps are commands, not verbs of a driver.
  public var isOfCommands: Bool { stories.contains { $0.steps.contains { $0.command != nil } } }

  /// A Boolean value indicating whether its steps are requests to a service, which Rehearse's own program sends.
  public var isOfRequests: Bool {
    stories.contains { $0.users != nil || $0.steps.contains { $0.request != nil } }
  }

  /// The gates to apply: its own, or if it has none the default gates for the driver and for each
  /// service. Commands have no anonymous memory, because they have ended by the time it would be read. What sends
  /// requests is not the app.
  public var gatesInForce: [Gate] {
    guard gates.isEmpty else { return gates }
    let ofDriver = isOfRequests ? userGates : Gate.standard
    return ofDriver.filter { !isOfCommands || $0.metric != .peakAnonymousMemory }
      + Gate.standard(ofServices: services)
  }

  /// The default gates of stories of many users.
  private var userGates: [Gate] {
    func gate(_ metric: Metric, _ isMeasured: (UserLoad) -> Bool) -> Gate? {
      let names = stories.filter { $0.users.map(isMeasured) ?? false }.map(\.name)
      return names.isEmpty ? nil : Gate(metric: metric, stories: names)
    }
    // With fewer users, chance may leave out the request that takes longer.
    return [
      gate(.latencyP50) { $0.users >= 2 }, gate(.latencyP99) { $0.users >= 200 },
      gate(.errors) { $0.tolerated > 0 },
    ].compactMap(\.self)
  }

  /// The files to copy into the folder of a story's runs.
  public func files(of story: Story) -> [String] {
    files + indicesOfPrerequisites(of: story).flatMap { stories[$0].files } + story.files
  }

  /// The stories before a story, each once, in replay order.
  ///
  /// The parser has checked that every name exists and that no story comes before itself.
  public func prerequisites(of story: Story) -> [Story] {
    indicesOfPrerequisites(of: story).map { stories[$0] }
  }

  /// The indices of the stories before a story, each once, in replay order.
  func indicesOfPrerequisites(of story: Story) -> [Int] {
    if story.after.isEmpty { return [] }
    var ordered: [Int] = []
    var isSeen = [Bool](repeating: false, count: stories.count)
    if let own = places[story.name] { isSeen[own] = true }
    // The stories entered so far, each with its remaining prerequisites: a chain may be long.
    var entered: [(index: Int?, left: ArraySlice<Int>)] = [
      (nil, story.after.compactMap { places[$0] }[...])
    ]
    while let current = entered.last {
      guard let next = current.left.first else {
        if let index = current.index { ordered.append(index) }
        entered.removeLast()
        continue
      }
      entered[entered.count - 1].left.removeFirst()
      if !isSeen[next] {
        isSeen[next] = true
        entered.append((next, predecessors[next][...]))
      }
    }
    return ordered
  }
}
