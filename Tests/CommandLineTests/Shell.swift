import Foundation
import SystemPackage
import TestSupport
import Testing

/// The built `rehearse`, in a folder of the test's own.
struct Shell {
  let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// Carries out a command there.
  @discardableResult
  func rehearse(_ arguments: String..., environment: [String: String?] = [:]) throws -> Completion {
    try rehearse(arguments, environment: environment)
  }

  /// The same, of words that are put together elsewhere.
  func rehearse(_ arguments: [String], environment: [String: String?] = [:]) throws -> Completion {
    // Tests may themselves be a job of GitHub, whose summary is not theirs.
    let outside: [String: String?] = ["GITHUB_ACTIONS": .none, "REHEARSE_PROGRESS": "never"]
    return try Completion.of(
      [BuiltProducts.rehearse] + arguments,
      environment: outside.merging(environment) { _, given in given }, in: folder.path)
  }

  /// Starts a command there.
  func start(_ arguments: String...) throws -> StartedProcess {
    try StartedProcess([BuiltProducts.rehearse] + arguments, in: folder.path)
  }

  /// All commands of the tool, by its own help.
  func commands() throws -> [String] {
    try rehearse("--help").output.split(separator: "\n")
      .compactMap { $0.wholeMatch(of: #/  ([a-z]+)  .*/#).map { String($0.1) } }
  }

  /// What `list --json` says of the only or latest experiment.
  func latest() throws -> [String: Any] {
    try #require(try json(rehearse("list", "--json")) as? [[String: Any]]).last ?? [:]
  }

  /// Parses standard output.
  func json(_ completion: Completion) throws -> Any {
    try JSONSerialization.jsonObject(with: Data(completion.output.utf8), options: .fragmentsAllowed)
  }

  /// The part of what was printed as JSON to which keys lead; of a list, that of its first item.
  func part<Part>(_ keys: String..., of completion: Completion) throws -> Part {
    var found: Any? = try json(completion)
    for key in keys {
      let mapping = found as? [String: Any] ?? (found as? [[String: Any]])?.first
      found = mapping?[key]
    }
    return try #require(found as? Part, "\(keys): \(completion.output)\(completion.errors)")
  }

  /// Copies folders of another shell, such as `Results`, which several tests begin with and none has to make again.
  func take(_ folders: String..., of other: Shell) throws {
    for name in folders {
      try FileManager.default.copyItem(
        atPath: other.folder.file(name), toPath: folder.file(name))
    }
  }

  /// Adds a scenario of the test driver; `builds` and `stories` as in YAML's short form.
  func addScenario(builds: String? = nil, stories: String) throws {
    try folder.add(
      "s.yml",
      """
      scenario: sample
      title: A sample
      builds: \(builds ?? "{ a: { command: [\"\(BuiltProducts.testDriver)\"] } }")
      runs: 2
      stories: \(stories)
      """)
  }

  /// Two builds of the test driver, which are alike, in YAML's short form.
  static let twoBuilds =
    "{ a: { command: [\"\(BuiltProducts.testDriver)\"] }, b: { command: [\"\(BuiltProducts.testDriver)\"] } }"

  /// A driver in Python with the verb `work`: it carries out a line, and then counts by an expression.
  static func scriptDriver(working line: String = "pass", counting expression: String) -> String {
    """
    import json, sys, time
    for line in sys.stdin:
        request = json.loads(line)
        answer = {"ok": True}
        if request["request"] == "hello":
            answer.update(protocol=1, verbs=["work"])
        elif request["request"] == "step":
            wall, cpu = time.monotonic_ns(), time.process_time_ns()
            \(line)
            count = \(expression)
            cost = {"wall_ns": time.monotonic_ns() - wall, "cpu_ns": time.process_time_ns() - cpu}
            answer.update(cost=cost, outcome={"count": count})
        print(json.dumps(answer), flush=True)
        if request["request"] == "bye":
            break
    """
  }

  /// A story that passes.
  static let counting = "{ steps: [{ count: { to: 3 }, expect: { count: 3 } }] }"
}
