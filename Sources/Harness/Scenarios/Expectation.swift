import DriverProtocol

/// The outcome that a step has to lead to: doing less work, or other work, never passes.
public enum Expectation: Sendable, Equatable {
  /// These facts of the outcome, and this digest where one is given.
  case outcome(facts: [String: Scalar], digest: String?)
  /// A refusal with this code.
  case refusal(code: String)
  /// This ending of a command, and these contents of what it wrote.
  case command(CommandExpectation)

  /// Why a reply is not what was expected, in words, or nil where it is.
  public func objection(to reply: Reply) -> String? {
    switch self {
    case .refusal(let code):
      if reply.ok { return "expected the refusal '\(code)', but the step was carried out" }
      guard let refusal = reply.error, refusal.code == code else {
        return "expected the refusal '\(code)', found \(refusalText(of: reply))"
      }
      return nil
    case .command(let expectation):
      guard reply.ok else { return refusalText(of: reply) }
      return expectation.objection(to: reply.outcome ?? [:])
    case .outcome(let facts, let digest):
      guard reply.ok else {
        let text = refusalText(of: reply)
        guard let code = reply.error?.code else { return text }
        return "\(text)\(text.hasSuffix(".") ? "" : ".") If it is meant: expect: { error: \(code) }"
      }
      for (name, wanted) in facts.sorted(by: { $0.key < $1.key }) {
        if let objection = Self.objection(name, wanted, found: reply.outcome?[name]) {
          return objection
        }
      }
      if let digest, reply.digest != digest {
        return
          "expected digest \(Self.short(digest)), found \(reply.digest.map(Self.short) ?? "none")"
      }
      return nil
    }
  }

  /// Why a fact is not what was expected, in words, or nil where it is.
  static func objection(_ name: String, _ wanted: Scalar, found: Scalar?) -> String? {
    guard let found else {
      return "expected \(name) \(wanted), but the outcome has no '\(name)'"
    }
    if found == wanted { return nil }
    if case (.text(let wanted), .text(let found)) = (wanted, found) {
      // Of hashes a reader sees that they differ, and nothing else.
      if name.hasPrefix("digest") {
        return "expected \(name) \(short(wanted)), found \(short(found))"
      }
      if max(wanted.count, found.count) > longestInFull || wanted.contains("\n")
        || found.contains("\n"),
        let difference = TextDifference.words(found, insteadOf: wanted)
      {
        return "expected another \(name): \(difference)"
      }
    }
    // Text beside a number of the same digits would read as if there were no difference, and so would
    // two lists of which one holds text with a comma.
    return found.kind == wanted.kind && "\(found)" != "\(wanted)"
      ? "expected \(name) \(wanted), found \(found)"
      : "expected \(name) \(wanted.quoted), found the \(found.kind) \(found.quoted)"
  }

  /// Texts up to this are told in full.
  private static let longestInFull = 100

  /// A hash, as far as it tells one from another.
  private static func short(_ digest: String) -> String {
    digest.count > 24 ? "\(digest.prefix(12))…" : digest
  }

  private func refusalText(of reply: Reply) -> String {
    guard let refusal = reply.error else { return "a refusal without a reason" }
    return "the refusal '\(refusal.code)': \(refusal.message)"
  }
}

extension Scalar {
  /// The name of the kind in JSON.
  fileprivate var kind: String {
    switch self {
    case .bool: "truth value"
    case .integer, .number: "number"
    case .text: "text"
    case .list: "list"
    }
  }

  /// Text in quotes, in a list too; all else as it is.
  fileprivate var quoted: String {
    switch self {
    case .text(let text): "\"\(text)\""
    case .list(let values): "[\(values.map(\.quoted).joined(separator: ", "))]"
    case .bool, .integer, .number: description
    }
  }
}
