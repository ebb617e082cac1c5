import Metrics
import Statistics

/// A limit on what may get worse: one metric of some stories, and how far it may grow.
public struct Gate: Sendable, Hashable {
  /// The metric, which must be better if it is lower.
  public var metric: Metric
  /// The stories' names; nil for all.
  public var stories: [String]?
  /// A Boolean value indicating whether each step of the stories is gated too.
  public var steps: Bool
  /// The limit of the metric; nil for no detectable growth.
  public var limit: Limit?

  /// The limit of a metric.
  public enum Limit: Sendable, Hashable {
    /// Growth relative to the baseline: 0.02 for +2 %.
    case change(Double)
    /// A maximum for the candidate's own mean, in the metric's base unit.
    case budget(Double)
  }

  /// Creates a gate.
  public init(metric: Metric, stories: [String]? = nil, steps: Bool = false, limit: Limit? = nil) {
    self.metric = metric
    self.stories = stories
    self.steps = steps
    self.limit = limit
  }

  /// The gates for commands, which have no scenario; those on measured metrics apply.
  public static let ofCommands = [
    Gate(metric: .wallTime), Gate(metric: .cpuTime), Gate(metric: .peakMemory),
  ]

  /// A Boolean value indicating whether it only concerns the candidate.
  public var isBudget: Bool {
    if case .budget = limit { true } else { false }
  }

  /// The growth that it allows, as a share; nil if it names none.
  public var allowed: Double? { if case .change(let share)? = limit { share } else { nil } }

  /// Returns whether the gate applies to a story of that name.
  public func covers(story: String) -> Bool { stories?.contains(story) ?? true }

  /// The default gates: the most precise measurements of every story.
  public static let standard = [
    Gate(metric: .cpuTime), Gate(metric: .peakMemory), Gate(metric: .peakAnonymousMemory),
  ]

  static func standard(ofServices services: [Service]) -> [Gate] {
    services.flatMap { service in
      standard.compactMap { $0.metric.of(service: service.name) }.map { Gate(metric: $0) }
    }
  }
}

extension Scenario {
  /// Returns what the gates of an earlier scenario limit alone, or more strictly, in these stories: `cpu-time`, or if
  /// that is true of some of them only, `cpu-time of list`.
  public func looserGates(than earlier: Scenario, for stories: [String]) -> [String] {
    let (now, before) = (gatesInForce, earlier.gatesInForce)
    if now == before || stories.isEmpty { return [] }
    return before.map(\.metric).uniqued.flatMap { metric -> [String] in
      let loose = stories.filter { story in
        let limits = now.limits(of: metric, in: story)
        return before.limits(of: metric, in: story).contains { cells, limit in
          limit < limits[cells] ?? .infinity
        }
      }
      return loose.count == stories.count ? [metric.id] : loose.map { "\(metric.id) of \($0)" }
    }
  }
}

/// The cells of a story's metric that have one limit.
private struct LimitedCells: Hashable {
  let areSteps: Bool
  let haveBudget: Bool
}

extension [Gate] {
  /// The limits of a story's metric; the last gate on a cell counts.
  fileprivate func limits(of metric: Metric, in story: String) -> [LimitedCells: Double] {
    var limits: [LimitedCells: Double] = [:]
    for gate in self where gate.metric == metric && gate.covers(story: story) {
      let limit =
        switch gate.limit {
        case .change(let share): share
        case .budget(let value): value
        case nil: 0.0
        }
      for areSteps in gate.steps ? [false, true] : [false] {
        limits[LimitedCells(areSteps: areSteps, haveBudget: gate.isBudget)] = limit
      }
    }
    return limits
  }
}

struct GateReader {
  static let keys = ["metric", "stories", "steps", "at-most"]

  let stories: [String]
  var steps = StepKind.verbs
  var services: [String] = []
  var cycles: [String] = []
  /// The names of the stories of many users.
  var loads: Set<String> = []
  /// The names of those that tolerate errors.
  var tolerant: Set<String> = []

  func read(_ node: YAMLNode?) -> [Gate] {
    let list = node?.list(of: "gates", each: "a gate")
    if list?.isEmpty == true { node?.note("there are no gates", allowed: "one or more") }
    let read = list?.compactMap { node in gate(node).map { (node: node, gate: $0) } } ?? []
    for (index, own) in read.enumerated()
    where read[(index + 1)...].contains(where: { replaces($0.gate, own.gate) }) {
      own.node.note(
        "the gate has no effect: a later one on '\(own.gate.metric.id)' covers all that it does",
        allowed: "the narrower one last, or one alone")
    }
    return read.map(\.gate)
  }

  /// Returns whether a later gate replaces an earlier one in each of its cells; without known stories it has none.
  private func replaces(_ later: Gate, _ earlier: Gate) -> Bool {
    let names = earlier.stories ?? stories
    return later.metric == earlier.metric && later.isBudget == earlier.isBudget
      && (later.steps || !earlier.steps) && !names.isEmpty && names.allSatisfy(later.covers)
  }

  private func gate(_ node: YAMLNode) -> Gate? {
    guard let mapping = node.mapping(keys: Self.keys) else { return nil }
    let metric = mapping.required("metric", "the name of a metric").flatMap(metric)
    var named = mapping["stories"].flatMap(self.names)
    let steps = mapping["steps"].flatMap { $0.flag() } ?? false
    guard let metric else { return nil }
    let limit = mapping["at-most"].flatMap { self.limit($0, of: metric) }
    // What it allows is not known, and was reported.
    if mapping["at-most"] != nil, limit == nil { return nil }
    if metric.isRetention { return gate(onRetention: metric, mapping, named, limit) }
    if steps, !metric.isOfSteps {
      mapping["steps"]?.note(
        "'steps' of '\(metric.id)', which only whole stories have", allowed: "false")
    }
    if metric == .errors { noteRelative(limit, mapping) }
    let isOfUsers = metric == .errors || Metric.latencies.contains(metric)
    if isOfUsers, (metric == .errors ? tolerant : loads).isEmpty {
      let kind = metric == .errors ? "whose 'users' tolerate 'errors'" : "with 'users'"
      mapping["metric"]?.note(
        "'\(metric.id)' is measured only for stories \(kind), and there are none")
    } else if !loads.isEmpty,
      isOfUsers || metric.ofDriver == .wallTime || metric.ofDriver == .offCPUTime
    {
      named = storiesMeasured(by: metric, isOfUsers, mapping, named)
    }
    return Gate(metric: metric, stories: named, steps: steps, limit: limit)
  }

  /// Reports a limit of errors that is no number: most servers answer all users right.
  private func noteRelative(_ limit: Gate.Limit?, _ mapping: YAMLMapping) {
    guard case .change = limit else { return }
    mapping["at-most"]?.note(
      "a relative change of 'errors': a baseline without errors has none",
      allowed: "a number such as 3; without 'at-most' no more are allowed")
  }

  /// The stories that have values of a metric which only those of many users have, or only the others.
  private func storiesMeasured(
    by metric: Metric, _ isOfUsers: Bool, _ mapping: YAMLMapping, _ named: [String]?
  ) -> [String] {
    let possible = stories.filter {
      metric == .errors ? tolerant.contains($0) : loads.contains($0) == isOfUsers
    }
    for story in mapping["stories"]?.list(of: "names of stories", each: "a story") ?? [] {
      guard let name = story.string, stories.contains(name), !possible.contains(name) else {
        continue
      }
      let kind =
        !isOfUsers ? "has 'users'" : loads.contains(name) ? "tolerates none" : "has no 'users'"
      story.note(
        "'\(metric.id)' is not measured for '\(name)', which \(kind)",
        allowed: possible.joined(separator: ", "))
    }
    return named ?? possible
  }

  /// A gate on what cycles retain: without a limit, nothing may be retained.
  private func gate(
    onRetention metric: Metric, _ mapping: YAMLMapping, _ named: [String]?, _ limit: Gate.Limit?
  ) -> Gate {
    if cycles.isEmpty {
      mapping["metric"]?.note(
        "'\(metric.id)' is measured only for stories that are cycles, and no story says that it is one",
        allowed: "'cycle: true' in a story that ends in the state in which it began")
    }
    let stories = mapping["stories"]?.list(of: "names of stories", each: "the name of a story")
    for story in stories ?? [] {
      // An unknown name has already been reported.
      guard !cycles.isEmpty, let name = story.string, self.stories.contains(name),
        !cycles.contains(name)
      else { continue }
      story.note(
        "the story '\(name)' is not a cycle, so what it retains is not known",
        allowed: cycles.joined(separator: ", "))
    }
    if mapping["steps"]?.flag() == true {
      mapping["steps"]?.note(
        "'steps' of '\(metric.id)': cycles are whole stories", allowed: "false")
    }
    if case .change = limit {
      mapping["at-most"]?.note(
        "'at-most' of '\(metric.id)' is a relative change, and a baseline that retains nothing has none",
        allowed: metric.unit == .count ? "a number such as 0" : "a size such as 0 or 48 B")
    }
    return Gate(metric: metric, stories: named ?? cycles, limit: limit ?? .budget(0))
  }

  private func metric(_ node: YAMLNode) -> Metric? {
    guard let word = node.text() else { return nil }
    let all = Metric.all + services.flatMap(Metric.all(ofService:))
    let gateable = all.filter { $0.polarity == .lowerIsBetter }.map(\.id)
    guard let metric = Metric.named(word), all.contains(metric) else {
      node.noteUnknown("there is no metric '\(word)'", word, among: gateable)
      return nil
    }
    if metric == .throughput {
      node.note(
        "'\(word)' is the items over the wall time, so it has no verdict of its own",
        allowed: "wall-time, whose ratio is the reciprocal")
      return nil
    }
    if steps == .commands, metric == .peakAnonymousMemory || metric == .lowestMemory {
      node.note(
        "'\(word)' is not measured for steps that are commands",
        allowed: "peak-memory, tree-peak-memory and others")
      return nil
    }
    if steps == .requests, metric.service == nil,
      !([.wallTime, .errors] + Metric.latencies).contains(metric)
    {
      node.note(
        "'\(word)' would be of rehearse-users, which sends the requests, and not of a service",
        allowed:
          "wall-time, latency-p50 and others, and metrics of a service, such as "
          + "\(services.first ?? "server").cpu-time")
      return nil
    }
    guard metric.polarity != .context else {
      node.note(
        "'\(word)' describes the surroundings: it gets neither better nor worse",
        allowed: gateable.joined(separator: ", "))
      return nil
    }
    return metric
  }

  private func names(_ node: YAMLNode) -> [String]? {
    let list = node.list(of: "names of stories", each: "the name of a story")
    if list?.isEmpty == true { node.note("the gate names no story", allowed: "one or more") }
    return list?.compactMap { story in
      guard let name = story.text(), !stories.contains(name) else { return story.string }
      story.noteUnknown(
        "there is no story '\(name)'", name, among: stories, listing: StoryReader.mostListed)
      return nil
    }
  }

  private func limit(_ node: YAMLNode, of metric: Metric) -> Gate.Limit? {
    guard let text = node.text() else { return nil }
    if let limit = LimitText.limit(text, of: metric.unit) { return limit }
    node.note(
      "\(node.role) is '\(text)'", allowed: LimitText.allowed(of: metric),
      suggestion: LimitText.suggestion(text, of: metric.unit))
    return nil
  }
}
