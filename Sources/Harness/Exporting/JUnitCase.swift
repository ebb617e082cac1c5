import Reporting
import Rounding

/// One case of a JUnit suite.
struct JUnitCase {
  let story: String
  let name: String
  /// Elapsed time of what was measured, s, written to the microsecond; nil where it is not known.
  var time: Double?
  /// Nil where it passed.
  var outcome: Outcome?

  /// Why it did not pass.
  struct Outcome {
    enum Kind: String { case failure, error, skipped }
    let kind: Kind
    let type: String
    let message: String
    var detail = ""
  }

  func element(in suite: String) -> XMLElement {
    var attributes = [("classname", "\(suite).\(story)"), ("name", name)]
    if let time { attributes.append(("time", NumberFormat.decimals(6).string(for: time))) }
    return XMLElement(
      name: "testcase", attributes: attributes.map { (name: $0.0, value: $0.1) },
      children: outcome.map { [$0.element] } ?? [])
  }
}

extension JUnitCase.Outcome {
  fileprivate var element: XMLElement {
    // A skipped case has a message alone.
    let type = kind == .skipped ? [] : [(name: "type", value: type)]
    return XMLElement(
      name: kind.rawValue, attributes: type + [(name: "message", value: message)], text: detail)
  }
}
