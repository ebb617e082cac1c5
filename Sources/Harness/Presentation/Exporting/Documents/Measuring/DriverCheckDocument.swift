import Running

/// The findings of `driver check`, as JSON.
public struct DriverCheckDocument: Encodable {
  let command: [String]
  let isKept: Bool
  let rules: [Rule]
  let standardError: String

  struct Rule: Encodable {
    let rule: DriverRule
    let title: String
    let state: DriverRuleResult.Status
    let detail: String?
    let advice: String?
  }

  /// The findings on the driver that these words start.
  public init(_ report: DriverCheck.Report, of command: [String]) {
    self.command = command
    isKept = report.isKept
    rules = report.results.map {
      Rule(
        rule: $0.rule, title: $0.rule.title, state: $0.state, detail: $0.detail,
        advice: $0.state == .broken ? $0.rule.advice : nil)
    }
    standardError = report.standardError
  }
}
