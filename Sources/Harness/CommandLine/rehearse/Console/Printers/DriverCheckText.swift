import Reports
import Running
import Statistics

/// The findings of `driver check`, one line per rule.
enum DriverCheckText {
  /// The text: a rule's findings are below it, with a remedy if it is broken.
  static func rendered(_ report: DriverCheck.Report) -> String {
    var lines = report.results.flatMap { result in
      let state = result.state.words
      let blanks = String(repeating: " ", count: max(0, 11 - state.count))
      let advice = result.state == .broken ? result.rule.advice : nil
      return ["\(state)\(blanks)\(result.rule.title)"]
        + [result.detail, advice].compactMap { $0.map { "           " + $0 } }
    }
    let counts = DriverRuleResult.Status.allCases.map { state in
      "\(report.results.count { $0.state == state }) \(state.words)"
    }
    lines.append(
      "\(report.results.count.counted("rule", "rules")): \(counts.joined(separator: ", "))")
    if !report.standardError.isEmpty {
      lines.append("The end of its standard error:\n\(report.standardError)")
    }
    return lines.joined(separator: "\n")
  }
}

extension DriverRuleResult.Status {
  fileprivate var words: String {
    switch self {
    case .kept: "ok"
    case .broken: "failed"
    case .notTried: "not tried"
    }
  }
}
