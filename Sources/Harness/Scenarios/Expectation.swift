import DriverProtocol

/// What a step has to lead to: doing less work, or other work, never passes.
public enum Expectation: Sendable, Equatable {
  /// These facts of the outcome, and this digest where one is given.
  case outcome(facts: [String: Scalar], digest: String?)
  /// A refusal with this code.
  case refusal(code: String)

  /// Why a reply is not what was expected, in words, or nil where it is.
  public func objection(to reply: Reply) -> String? {
    switch self {
    case .refusal(let code):
      if reply.ok { return "expected the refusal '\(code)', but the step was carried out" }
      guard let refusal = reply.error, refusal.code == code else {
        return "expected the refusal '\(code)', found \(refusalText(of: reply))"
      }
      return nil
    case .outcome(let facts, let digest):
      guard reply.ok else { return refusalText(of: reply) }
      for (name, wanted) in facts.sorted(by: { $0.key < $1.key }) {
        guard let found = reply.outcome?[name] else {
          return "expected \(name) \(wanted), but the outcome has no '\(name)'"
        }
        if found != wanted {
          // Text beside a number of the same digits would read as if there were no difference.
          let isOfKind = found.kind == wanted.kind
          return isOfKind
            ? "expected \(name) \(wanted), found \(found)"
            : "expected \(name) \(wanted.quoted), found the \(found.kind) \(found.quoted)"
        }
      }
      if let digest, reply.digest != digest {
        return "expected digest \(digest), found \(reply.digest ?? "none")"
      }
      return nil
    }
  }

  private func refusalText(of reply: Reply) -> String {
    guard let refusal = reply.error else { return "a refusal without a reason" }
    return "the refusal '\(refusal.code)': \(refusal.message)"
  }
}

extension Scalar {
  /// What JSON calls it.
  fileprivate var kind: String {
    switch self {
    case .bool: "truth value"
    case .integer, .number: "number"
    case .text: "text"
    }
  }

  /// Text in quotes, all else as it is.
  fileprivate var quoted: String {
    if case .text(let text) = self { "\"\(text)\"" } else { description }
  }
}
