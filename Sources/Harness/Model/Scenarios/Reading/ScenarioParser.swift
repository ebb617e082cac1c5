import DriverProtocol
import Yams

/// Parses scenario files; an invalid file is refused with all of its mistakes at once.
public enum ScenarioParser {
  static let keys = [
    "scenario", "title", "driver", "builds", "fixture", "files", "stories", "runs", "layouts",
    "time-limit", "arrangement", "published", "gates", "services", "home", "http", "package",
  ]

  /// The scenario that the text describes. If `allowsUnrecorded`, steps may lack an expected outcome, which
  /// is to be recorded. Error messages name the file.
  /// - Throws: ``InvalidScenario``.
  public static func parse(
    _ text: String, file: String, allowingUnrecorded allowsUnrecorded: Bool = false
  ) throws(InvalidScenario) -> Scenario {
    let problems = ProblemList()
    let root = root(of: text, problems)
    let scenario = root.flatMap { read($0, allowingUnrecorded: allowsUnrecorded) }
    if let scenario, scenario.isOfRequests {
      let nodes = ScenarioNodes(root?.node.mapping)
      scenario.noteUnknownValues(in: nodes, problems)
      scenario.noteLargeLoads(in: nodes, problems)
    }
    return try problems.checked(scenario, of: file)
  }

  /// The values in a mapping, such as a step's arguments: `{ amount: 2 }`. Error messages call the text `source`.
  /// - Throws: ``InvalidScenario``.
  public static func scalars(
    in text: String, source: String
  ) throws(InvalidScenario) -> [String: DriverProtocol.Scalar] {
    let problems = ProblemList()
    let scalars = root(of: text, problems, role: "the text")?.scalars()
    return try problems.checked(scalars, of: source)
  }

  package static func root(
    of text: String, _ problems: ProblemList, role: String = "the scenario"
  ) -> YAMLNode? {
    func note(_ mark: Mark?, _ found: String) {
      problems.add(.init(line: mark?.line ?? 1, column: mark?.column ?? 1), found)
    }
    // Yams takes Windows' byte order mark for content.
    let scalars = text.unicodeScalars
    let yaml = scalars.first == "\u{FEFF}" ? String(scalars.dropFirst()) : text
    do {
      guard let node = try compose(yaml: yaml) else {
        note(nil, role == "the scenario" ? "the file is empty" : "\(role) is empty")
        return nil
      }
      return YAMLNode(node: node, role: role, problems: problems)
    } catch let error as YamlError {
      switch error {
      case .scanner(let context, let problem, let mark, _),
        .parser(let context, let problem, let mark, _),
        .composer(let context, let problem, let mark, _):
        note(mark, "this is not YAML: " + (context.map { $0.text + ", " } ?? "") + problem)
      case .duplicatedKeysInMapping(let duplicates, let context):
        note(context.mark, "the key '\(duplicates.first ?? "")' appears twice")
      case .reader(let problem, let offset, _, let yaml):
        problems.add(TextPosition(after: offset ?? 0, of: yaml), "this is not YAML: \(problem)")
      default: note(nil, "this is not YAML: \(error)")
      }
    } catch {
      note(nil, "this is not YAML: \(error)")
    }
    return nil
  }

  private static func read(
    _ root: YAMLNode, allowingUnrecorded allowsUnrecorded: Bool
  ) -> Scenario? {
    guard let mapping = root.mapping(keys: keys) else { return nil }
    let name = mapping.required("scenario", "a name for the scenario")?.name()
    let title = mapping["title"]?.text()
    let layouts = mapping["layouts"].map { $0.wholeNumber(1...RunLimits.layouts) ?? 1 } ?? 1
    let kind = StepKind(of: mapping["stories"])
    let areCommands = kind == .commands
    noteMeaningless(mapping, kind)
    let source =
      switch kind {
      case .verbs: mapping["driver"]
      case .commands: nil as YAMLNode?
      case .requests: mapping["package"]
      }
    var builds = BuildReader(
      driver: source, layouts: layouts, steps: kind, haveServices: mapping["services"] != nil
    ).read(mapping.required("builds", "at least one build"))
    let services = ServiceReader(builds: builds, haveProgram: kind == .verbs || source != nil)
      .read(mapping["services"])
    for index in builds.indices { builds[index].take(services) }
    if kind == .requests, let source, services.allSatisfy(\.programsOfBuild.isEmpty) {
      source.note(
        "'package' has no product to build: no service names one",
        allowed: "'${build}/PRODUCT' as first word of a service's command")
    }
    let files = FileListReader().read(mapping["files"])
    let stories = StoryReader(
      commands: areCommands
        ? CommandStepReader(
          builds: builds, services: services, allowsUnrecorded: allowsUnrecorded) : nil,
      areRequests: kind == .requests, files: files, allowsUnrecorded: allowsUnrecorded
    ).read(mapping.required("stories", "at least one story"))
    if areCommands {
      let commands = stories.flatMap(\.steps).compactMap(\.command)
      for index in builds.indices {
        builds[index].origin = .steps(commands.map { $0.resolved(by: builds[index].variables) })
      }
    }
    let fixture =
      kind == .requests
      ? RequestSettingsReader(services: services).read(mapping["http"], of: root)
      : mapping["fixture"]?.scalars() ?? [:]
    let runs = mapping["runs"].map { $0.wholeNumber(1...RunLimits.rounds) ?? 1 } ?? 10
    let timeLimit = mapping["time-limit"].flatMap { $0.duration() } ?? .seconds(30)
    let arrangement = mapping["arrangement"]?.choice(of: Scenario.Arrangement.self) ?? .duet
    let published = PublishedReader(builds: builds.map(\.name)).read(mapping["published"])
    let gates = GateReader(
      stories: stories.map(\.name), steps: kind, services: services.map(\.name),
      cycles: stories.filter { $0.cycles != nil }.map(\.name),
      loads: Set(stories.filter { $0.users != nil }.map(\.name)),
      tolerant: Set(stories.filter { ($0.users?.tolerated ?? 0) > 0 }.map(\.name))
    ).read(mapping["gates"])
    let home = mapping["home"]?.choice(of: Scenario.Home.self) ?? .own
    guard let name else { return nil }
    var scenario = Scenario(
      name: name, title: title ?? name, builds: builds, fixture: fixture, files: files,
      stories: stories, runs: runs, layouts: layouts, timeLimit: timeLimit,
      arrangement: arrangement, published: published, gates: gates, services: services, home: home)
    scenario.tellUsers()
    return scenario
  }

  /// Reports keys that mean nothing for steps of a kind.
  private static func noteMeaningless(_ mapping: YAMLMapping, _ kind: StepKind) {
    if kind != .commands { mapping["files"]?.noteFiles(of: kind) }
    if kind != .requests {
      for key in ["http", "package"] {
        mapping[key]?.note(
          "'\(key)' in a scenario whose steps are \(kind.rawValue)",
          allowed: "steps such as http: GET /")
      }
    }
    if kind == .verbs { return }
    let steps = "in a scenario whose steps are \(kind.rawValue)"
    mapping["driver"]?.note(
      "'driver' \(steps): they have none", allowed: kind == .requests ? "'package'" : "")
    mapping["fixture"]?.note(
      "'fixture' \(steps): no driver makes one", allowed: kind == .commands ? "'files'" : "")
    mapping["layouts"]?.note("'layouts' \(steps): they are not linked by Rehearse")
  }

  /// The name of the scenario that a text describes, even if other parts are invalid. Nil if it has none.
  public static func name(in text: String) -> String? {
    (try? compose(yaml: text))??.mapping?["scenario"]?.string
  }
}
