import Analysis
import Metrics
import Recording
import Statistics

/// Sentences about which functions allocate.
enum AllocatingText {
  /// A story's explanation in one or two sentences.
  static func sentence(_ explanation: Explanation) -> String {
    let unit = ExplainedUnit(explanation.metric)
    let (story, total) = (explanation.story, explanation.total)
    if explanation.isOfOne {
      let most = explanation.functions.filter { $0.own.candidate > 0 }.prefix(3)
        .map { "\($0.function.shortName) \(unit.amount($0.own.candidate))" }
      return
        "\(story): \(explanation.candidate) \(unit.verb) \(unit.amount(total.candidate)) \(unit.each)"
        + (most.isEmpty ? "." : ": most in \(most.joined(separator: ", ")).") + objects(explanation)
    }
    let start =
      "\(story): \(explanation.metric.id) of \(explanation.candidate) is \(unit.amount(total.candidate)) "
      + "\(unit.each), \(unit.change(total.difference)) against \(explanation.baseline)"
    let leads = explanation.leads
    let named = leads.isEmpty ? explanation.functions.filter(\.own.isShown) : leads
    if named.isEmpty { return "\(start). No function is shown to have changed." }
    let words = named.map { change in
      let name = change.function.shortName
      return change.own.isShown
        ? "\(name) \(unit.change(change.own.difference))"
        : "\(name) \(unit.change(change.inclusive.difference)) with callees"
    }
    return "\(start): \(words.listed(atMost: 3))." + objects(explanation)
  }

  /// ` 12 × Inventory.Session a cycle.`
  private static func objects(_ explanation: Explanation) -> String {
    let unit = ExplainedUnit(explanation.metric)
    guard unit.symbol == "blocks" else { return "" }
    let shown = explanation.types.filter { explanation.isOfOne || $0.change.isShown }.prefix(3)
    if shown.isEmpty { return "" }
    let words = shown.map { type in
      let value = explanation.isOfOne ? type.change.candidate : type.change.difference.point
      let format = unit.format(value)
      return "\((explanation.isOfOne ? format : format.withPlus).string(for: value)) × \(type.type)"
    }
    return " Objects: \(words.joined(separator: ", ")) \(unit.each)."
  }
}
