import Metrics
import Recording
import Scenarios

/// How to make an experiment again: the command, from what is stored.
struct Reproduction {
  /// Lines for a shell; empty if it can't be repeated.
  let commands: [String]
  let remarks: [String]

  init(_ experiment: Experiment) {
    switch experiment.source {
    case .replay: self.init(replay: experiment)
    case .command: self.init(command: experiment)
    case .import:
      self.init(
        commands: [
          ShellWords.line([
            "rehearse", "import", "measurements.csv", "--name", experiment.name, "--title",
            experiment.title,
          ]), "rehearse report",
        ], remarks: ["It was imported; the measurements below can be imported again."])
    case .attach:
      self.init(
        commands: [],
        remarks: ["It watched processes that were running then, so it can't be repeated."])
    case .stored: self.init(commands: [], remarks: ["It was put together from stored experiments."])
    }
  }

  private init(commands: [String], remarks: [String]) {
    self.commands = commands
    self.remarks = remarks
  }

  private init(replay experiment: Experiment) {
    var remarks = [
      "'scenario.yml' is below. Save it in its original folder: its paths are relative to that."
    ]
    var commands: [String] = []
    // A search has commits of its own, but the scenario of the files in place.
    if let revision = experiment.isSearch ? experiment.revision : experiment.measuredRevision {
      commands.append(ShellWords.line(["git", "checkout", revision.commit]))
      if revision.isModified {
        remarks.append("Files differed from that commit, so the result will not be quite the same.")
      }
    }
    commands.append(ShellWords.line(["rehearse"] + Self.words(of: experiment)))
    self.commands = commands
    self.remarks = remarks
  }

  private init(command experiment: Experiment) {
    let recipes = experiment.builds.map(\.recipe)
    let isNamed = experiment.builds.contains { $0.name != $0.recipe }
    let options =
      ["rehearse", "measure", "--runs", "\(experiment.rounds)"] + Self.seed(experiment)
      + Self.counting(experiment) + Self.rerun(experiment)
      + (isNamed ? experiment.builds.flatMap { ["--command-name", $0.name] } : [])
    // A space says that the quoted text is a whole command.
    let quoted = recipes.map { $0.contains(" ") ? $0 : $0 + " " }
    commands = [
      recipes.count == 1
        ? ShellWords.line(options + ["--"]) + " " + recipes[0] : ShellWords.line(options + quoted)
    ]
    remarks = [
      "Options such as --prepare, --input and --warmup are not stored, so they are missing."
    ]
  }

  private static func words(of experiment: Experiment) -> [String] {
    guard let decision = experiment.decision else {
      return ["run", "scenario.yml"] + selection(experiment)
        + ["--runs", "\(experiment.rounds)"] + seed(experiment) + counting(experiment)
        + rerun(experiment)
    }
    if experiment.isSearch { return search(decision, in: experiment) }
    if let saved = decision.saved {
      return verb(decision.purpose) + ["--saved", saved.name, "--build", decision.candidate]
        + (saved.isForced ? ["--force"] : []) + stories(experiment) + seed(experiment)
        + counting(experiment)
    }
    let pairs = ["--pairs", "\(experiment.rounds)"] + seed(experiment)
    switch decision.purpose {
    case .qualification:
      return verb(decision.purpose) + ["--build", decision.baseline] + stories(experiment) + pairs
    case .explanation:
      // The number of allocation counts can't be chosen.
      let amount =
        decision.explained.map { metric in
          ["--metric", metric.id] + (metric.isExplainedByProfiles ? pairs : seed(experiment))
        } ?? pairs
      return verb(decision.purpose) + sides(of: decision, in: experiment) + stories(experiment)
        + amount
    case .comparison, .check, .strictCheck:
      return verb(decision.purpose) + sides(of: decision, in: experiment) + stories(experiment)
        + pairs + counting(experiment)
    }
  }

  /// A search between the same commits, by the same metric.
  private static func search(_ decision: Decision, in experiment: Experiment) -> [String] {
    let ends = [decision.baseline, decision.candidate].map {
      experiment.record(of: $0)?.revision?.commit ?? $0
    }
    let words = experiment.invocation?.arguments ?? []
    let options = ["--metric", "--probability", "--build"].flatMap { option -> [String] in
      if let place = words.firstIndex(of: option) { return Array(words[place...].prefix(2)) }
      return words.filter { $0.hasPrefix("\(option)=") }
    }
    return ["bisect"] + ends + ["scenario.yml"] + stories(experiment) + options + seed(experiment)
  }

  private static func sides(of decision: Decision, in experiment: Experiment) -> [String] {
    let (baseline, candidate) = (decision.baseline, decision.candidate)
    if decision.purpose == .explanation {
      if candidate == baseline { return ["--alone", "--build", baseline] }
      if decision.isBesideItself { return ["--itself", "--build", baseline] }
    }
    let revision = experiment.builds.first { $0.name == baseline }?.revision
    return revision.map { ["--against", $0.commit] }
      ?? ["--baseline", baseline, "--candidate", candidate]
  }

  private static func verb(_ purpose: Decision.Purpose) -> [String] {
    switch purpose {
    case .qualification: ["qualify", "scenario.yml"]
    case .explanation: ["explain", "scenario.yml"]
    case .comparison: ["compare", "scenario.yml"]
    case .check: ["check", "scenario.yml"]
    case .strictCheck: ["check", "scenario.yml", "--strict"]
    }
  }

  /// The chosen stories and builds, if they are not all of the scenario's.
  private static func selection(_ experiment: Experiment) -> [String] {
    let builds = experiment.builds.map(\.name)
    let isAll = scenario(experiment)?.builds.map(\.name) == builds
    return stories(experiment) + (isAll ? [] : builds.flatMap { ["--build", $0] })
  }

  private static func stories(_ experiment: Experiment) -> [String] {
    let stories = experiment.stories.map(\.name)
    let isAll = scenario(experiment)?.stories.map(\.name) == stories
    return isAll ? [] : stories.flatMap { ["--story", $0] }
  }

  /// Nil if it can't be read: everything is named then.
  private static func scenario(_ experiment: Experiment) -> Scenario? {
    try? ScenarioParser.parse(experiment.scenario, file: "the stored scenario")
  }

  private static func seed(_ experiment: Experiment) -> [String] {
    ["--seed", "\(experiment.seed)"]
  }

  private static func counting(_ experiment: Experiment) -> [String] {
    (experiment.countedRounds > 0 ? ["--instructions=\(experiment.countedRounds)"] : [])
      + (experiment.allocationRounds > 0 ? ["--allocations=\(experiment.allocationRounds)"] : [])
  }

  private static func rerun(_ experiment: Experiment) -> [String] {
    guard let repeats = experiment.rerunPolicy?.repeats, repeats > 0 else { return [] }
    return ["--rerun-disturbed=\(repeats)"]
  }
}
