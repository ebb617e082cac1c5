import Analysis
import DriverProtocol
import Metrics
import Running
import SystemPackage

/// A tool that an agent may call: a command of Rehearse with few of its options.
enum AgentTool: String, CaseIterable, Sendable {
  case check, judge, explain, show

  private static let minutes = ToolParameter(
    "minutes", .minutes(1...60, usual: 10), option: "--max-time",
    "The time for all of the call, builds included. Less time finds only larger changes. Every story still gets "
      + "a few runs, so a slow one takes longer.")
  private static let scenario = ToolParameter(
    "scenario", .scenario, isRequired: true,
    "The scenario file (.yml), relative to the folder that the server was started in.")
  private static let against = ToolParameter(
    "against", .text, option: "--against",
    "A branch, tag or commit: the files as they are now are compared with it. Without it the scenario's builds "
      + "are compared with its first.")
  private static let stories = ToolParameter(
    "stories", .texts, option: "--story", "Only these stories, and those before them. Default: all."
  )

  /// The arguments, in the order of the command line.
  var parameters: [ToolParameter] {
    switch self {
    case .check:
      [
        Self.scenario, Self.against, Self.stories, Self.minutes,
        ToolParameter(
          "strict", .flag, option: "--strict",
          "Report as inconclusive if a gated value is undecided."),
      ]
    case .judge:
      [
        Self.scenario,
        ToolParameter(
          "against", .text, option: "--against", isRequired: true,
          "The branch, tag or commit that the attempt wants to improve."),
        ToolParameter(
          "ledger", .text, option: "--ledger", isRequired: true,
          "The ledger's name: one for all attempts at one goal. The first call creates it."),
        ToolParameter(
          "holdOut", .texts, option: "--hold-out",
          "Stories that only final attempts measure. Only the ledger's first call may name them."),
        ToolParameter(
          "final", .flag, option: "--final", "Measure the stories that are held out, too."),
        Self.minutes,
      ]
    case .explain:
      [
        ToolParameter(
          "scenario", .scenario,
          "A scenario file, to measure its builds, or with 'against' two revisions."),
        ToolParameter(
          "experiment", .experiment,
          "Instead of a scenario: a stored comparison's number or name. Default: the last one."),
        ToolParameter(
          "against", .text, option: "--against",
          "With a scenario: the branch, tag or commit to compare with."),
        ToolParameter(
          "metric", .oneOf(Metric.explainable.map(\.id)), option: "--metric",
          "The cost to explain. Default: cpu-time."),
        Self.stories, Self.minutes,
      ]
    case .show:
      [
        ToolParameter(
          "experiment", .experiment, "An experiment's number or name. Default: the latest."),
        ToolParameter("metrics", .texts, option: "--metric", "The statistics of these metrics."),
        ToolParameter("story", .text, option: "--story", "The runs of this story."),
        ToolParameter(
          "run", .integer(0...1_000_000), option: "--run", "With a story: the steps of this run."),
        ToolParameter(
          "ledger", .text, option: "--ledger",
          "A ledger of 'judge' and its attempts, and nothing else."),
      ]
    }
  }

  /// The words of the command line.
  /// - Throws: ``RequestError`` if the arguments are wrong.
  func words(for arguments: JSONValue, in folder: FilePath) throws(RequestError) -> [String] {
    guard case .object(let members) = arguments else {
      throw .parameters("'arguments' is no object.")
    }
    let given = members.filter { $0.value != .null }
    let names = parameters.map(\.name)
    if let unknown = given.keys.sorted().first(where: { !names.contains($0) }) {
      throw .parameters(
        "'\(rawValue)' has no argument '\(unknown)'; allowed: \(names.joined(separator: ", ")).")
    }
    let exclusive: String? = self == .show ? "ledger" : self == .explain ? "experiment" : nil
    let others = self == .show ? names : ["scenario", "against"]
    if let exclusive, given[exclusive] != nil,
      let other = others.first(where: { $0 != exclusive && given[$0] != nil })
    {
      throw .parameters("'\(exclusive)' and '\(other)' can't be combined.")
    }
    var words = [given["ledger"] == nil ? rawValue : Self.judge.rawValue]
    for parameter in parameters {
      words += try parameter.words(for: given[parameter.name], in: folder)
    }
    // Otherwise a setting would name a revision.
    if self == .check, given["against"] == nil { words += ["--against", "never"] }
    return words + (self == .show && given["ledger"] != nil ? ["--show", "--json"] : ["--json"])
  }
}

/// The list of tools that clients read.
extension AgentTool {
  /// The definition, as `tools/list` has it.
  var definition: JSONValue {
    let properties = parameters.map { ($0.name, $0.schema) }
    let required = parameters.filter(\.isRequired).map { JSONValue.text($0.name) }
    return [
      "name": .text(rawValue), "title": .text(title), "description": .text(description),
      "inputSchema": [
        "type": "object", "properties": .object(Dictionary(properties) { $1 }),
        "required": .list(required), "additionalProperties": false,
      ],
      "outputSchema": ToolAnswer.schema,
      "annotations": [
        "title": .text(title), "readOnlyHint": .bool(self == .show), "destructiveHint": false,
        "idempotentHint": .bool(self == .show), "openWorldHint": false,
      ],
    ]
  }

  private var title: String {
    switch self {
    case .check: "Check for regressions"
    case .judge: "Judge an attempt to improve"
    case .explain: "Explain a change"
    case .show: "Show a stored result"
    }
  }

  private var description: String {
    switch self {
    case .check:
      """
      Measures whether a change made the app slower or larger. Builds both sides, replays the scenario's \
      stories in pairs and judges the gates. Takes minutes. Runs the programs that the scenario names, and \
      stores an experiment.
      """
    case .judge:
      """
      Decides whether an attempt is a real improvement, for a loop of many attempts: all attempts of a ledger \
      share one error budget, and the same files again get the same verdict without a measurement. Takes \
      minutes. Runs the programs that the scenario names, and stores an experiment and the attempt.
      """
    case .explain:
      """
      Names the functions that account for a change of CPU time, of waiting or of allocations. Measures again \
      with a profiler, which takes minutes. Runs the programs of the comparison, and stores an experiment.
      """
    case .show:
      "Reads a stored experiment, its metrics, runs or steps, or a ledger. Measures and changes nothing."
    }
  }

  func meaning(_ outcome: Outcome) -> String {
    switch (outcome, self) {
    case (.passed, .check): "No gate is shown to be broken."
    case (.passed, .judge): "Accepted: an improvement is shown, and nothing is worse or open."
    case (.passed, .explain): "Explained."
    case (.passed, .show): "This is what is stored, whatever its outcome."
    case (.inconclusive, .judge): "Undecided: no improvement is shown, or another value is open."
    case (.inconclusive, _): "Undecided: a gated value is shown to be neither worse nor the same."
    case (.notComparable, .judge): "Refused: it can't be compared, or less work was done."
    case (.notComparable, .explain):
      "Nothing is explained: no change is shown, or too little was measured."
    case (.notComparable, .show): "Parts of several machines are missing, so nothing is decided."
    case (.notComparable, .check): "There is nothing that could be compared, so nothing is decided."
    case (.regression, .judge): "Rejected: a gated value is shown to be worse."
    case (.regression, _): "A regression: a gated value is shown to be worse."
    case (.appFailed, _):
      "A run crashed, hung or led to a wrong outcome, or a revision did not build."
    case (.toolFailed, _): "Rehearse failed, so nothing is decided."
    case (.interrupted, _): "The call was interrupted, so nothing is decided."
    }
  }
}
