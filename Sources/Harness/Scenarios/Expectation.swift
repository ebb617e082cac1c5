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
        if found != wanted { return "expected \(name) \(wanted), found \(found)" }
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
