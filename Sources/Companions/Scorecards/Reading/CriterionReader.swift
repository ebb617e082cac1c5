import Metrics
import Scenarios

struct CriterionReader {
  let alternatives: [Scorecard.Alternative]

  private static let weightKeys = ["weight", "hours", "times"]
  private static let metricKeys = ["metric", "stories"]
  private static let judgedKeys = ["scores", "better", "unit"]

  func read(
    _ node: YAMLNode, named name: String, at place: TextPosition
  ) -> Scorecard.Criterion? {
    let keys = ["group"] + Self.weightKeys + Self.metricKeys + Self.judgedKeys
    guard let mapping = node.mapping(keys: keys) else { return nil }
    let group = mapping["group"]?.text()
    let weight = weight(mapping)
    let values = alternatives.isEmpty ? noValues(mapping) : values(mapping)
    guard let weight, let values else { return nil }
    return Scorecard.Criterion(
      name: name, group: group, weight: weight, values: values, place: place)
  }

  private func weight(_ mapping: YAMLMapping) -> Scorecard.Weight? {
    switch (mapping["weight"], mapping["hours"], mapping["times"]) {
    case (let weight?, nil, nil):
      return weight.amount(Amount.init(answers:)).map { .given($0) }
    case (nil, let hours?, let times?):
      guard let hours = hours.amount(Amount.init(hoursOfDevelopers:)),
        let uses = times.timesUsed()
      else { return nil }
      do throws(WeighingError) {
        return .skill(try Skill(hours: hours, uses: uses))
      } catch {
        mapping.owner.note("\(error)")
        return nil
      }
    default:
      mapping.owner.note(
        "\(mapping.owner.role) has \(Self.found(Self.weightKeys, in: mapping))",
        allowed: "'weight', or both 'hours' and 'times'")
      return nil
    }
  }

  /// Reports values for alternatives that do not exist. The outer optional is nil if something is wrong.
  private func noValues(_ mapping: YAMLMapping) -> Scorecard.Values?? {
    let found = mapping.entries.filter {
      (Self.metricKeys + Self.judgedKeys).contains($0.name)
    }
    for entry in found {
      entry.key.note("'\(entry.name)' in a scorecard without 'alternatives'")
    }
    return found.isEmpty ? .some(nil) : nil
  }

  private func values(_ mapping: YAMLMapping) -> Scorecard.Values?? {
    switch (mapping["metric"], mapping["scores"]) {
    case (let metric?, nil):
      for key in ["better", "unit"] {
        mapping[key]?.note("'\(key)' beside a metric, which has its own")
      }
      let stories = mapping["stories"].map(self.stories) ?? []
      noteUnmeasured(metric)
      return self.metric(metric).map { .metric($0, stories: stories) }
    case (nil, let scores?):
      mapping["stories"]?.note("'stories' without a metric", allowed: "'metric' beside it")
      let better = mapping.required("better", "lower or higher")?.choice(of: Better.self)
      let unit = mapping["unit"].map { $0.text() ?? "" } ?? ""
      let amounts = self.scores(scores)
      guard let better, amounts.count == alternatives.count else { return nil }
      return .judged(amounts, unit: unit, lowerIsBetter: better == .lower)
    default:
      mapping.owner.note(
        "\(mapping.owner.role) has \(Self.found(["metric", "scores"], in: mapping))",
        allowed: "either 'metric' or 'scores'")
      return nil
    }
  }

  private enum Better: String, CaseIterable { case lower, higher }

  private static func found(_ keys: [String], in mapping: YAMLMapping) -> String {
    let found = keys.filter { mapping[$0] != nil }.map { "'\($0)'" }
    return found.isEmpty
      ? "none of \(keys.map { "'\($0)'" }.joined(separator: ", "))"
      : found.joined(separator: " and ")
  }

  private func metric(_ node: YAMLNode) -> Metric? {
    guard let metric = node.metric() else { return nil }
    switch metric.polarity {
    case .lowerIsBetter: return metric
    case .higherIsBetter:
      node.note("'\(metric.id)' is better if it is higher", allowed: "wall-time")
    case .context:
      node.note("'\(metric.id)' is neither better nor worse: it describes the machine")
    }
    return nil
  }

  private func noteUnmeasured(_ metric: YAMLNode) {
    for alternative in alternatives where alternative.source == nil {
      metric.note(
        "a metric, but no measurements of '\(alternative.name)'",
        allowed: "'experiment' or 'measurements' in each alternative")
    }
  }

  private func stories(_ node: YAMLNode) -> [String] {
    let stories = node.list(of: "stories", each: "a story")?.compactMap { $0.text() } ?? []
    if node.isList, stories.isEmpty { node.note("there are no stories", allowed: "one or more") }
    if Set(stories).count < stories.count { node.note("a story is listed twice") }
    return stories
  }

  /// One amount above 0 for each alternative, in their order; fewer if something is wrong.
  private func scores(_ node: YAMLNode) -> [Amount] {
    let names = alternatives.map(\.name)
    guard let mapping = node.mapping(keys: names) else { return [] }
    return names.compactMap { name in
      guard let score = mapping.required(name, "a score for each alternative"),
        let amount = score.amount(Amount.init(answers:))
      else { return nil }
      // So that no ratio, and no product of ratios, exceeds the largest number.
      guard amount.range.lowerBound >= 1 / Amount.greatest else {
        score.noteWrongKind(
          allowed: "scores from 0.000000000001 up, which are compared as ratios")
        return nil
      }
      return amount
    }
  }
}
