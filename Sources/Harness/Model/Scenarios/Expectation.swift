import DriverProtocol

/// The outcome that a step must have: doing less work, or other work, never passes.
public enum Expectation: Sendable, Equatable {
  /// These facts of the outcome, and this digest if one is given.
  case outcome(facts: [String: Scalar], digest: String?)
  case refusal(code: String)
  /// This ending of a command, and this content of what it wrote.
  case command(CommandExpectation)

  /// A Boolean value indicating whether it is of a command, and of nothing but its exit status. What an answer to a
  /// request has besides its status, its step knows.
  public var isOfStatusAlone: Bool {
    if case .command(let expectation) = self { expectation.isOfStatusAlone } else { false }
  }

  /// The reason why a reply is not as expected, or nil if it is.
  public func objection(to reply: Reply) -> Objection? {
    switch self {
    case .refusal(let code):
      if reply.ok {
        return Objection("expected the refusal '\(code)', but the step was carried out", .refusal)
      }
      guard let refusal = reply.error, refusal.code == code else {
        return Objection(
          "expected the refusal '\(code)', found \(refusalText(of: reply))", .refusal)
      }
      return nil
    case .command(let expectation):
      guard reply.ok else { return Objection("led to \(refusalText(of: reply))", .refusal) }
      return expectation.objection(to: reply.outcome ?? [:])
    case .outcome(let facts, let digest):
      guard reply.ok else {
        let text = "led to \(refusalText(of: reply))"
        guard let code = reply.error?.code else { return Objection(text, .refusal) }
        return Objection(
          "\(text)\(text.hasSuffix(".") ? "" : ".") If it is meant: expect: { error: \(code) }",
          .refusal)
      }
      for (name, wanted) in facts.sorted(by: { $0.key < $1.key }) {
        if let objection = Self.objection(name, wanted, found: reply.outcome?[name]) {
          return objection
        }
      }
      if let digest, reply.digest != digest {
        return Objection(
          "expected digest \(Self.short(digest)), found \(reply.digest.map(Self.short) ?? "none")",
          .mute)
      }
      return nil
    }
  }

  /// The reason why a fact is not as expected, or nil if it is.
  static func objection(_ name: String, _ wanted: Scalar, found: Scalar?) -> Objection? {
    guard let found else {
      return Objection(
        "expected \(name) \(wanted), but the outcome has no '\(name)'", kind(of: name))
    }
    return found == wanted ? nil : Objection(words(name, wanted, found: found), kind(of: name))
  }

  /// A hash, or a count of a command's output, tells no more than that something differs.
  private static func kind(of name: String) -> ObjectionKind {
    [CommandFact.digest, .lines, .bytes].contains {
      name == $0.rawValue || name.hasPrefix("\($0.rawValue) ")
    } ? .mute : .difference
  }

  private static func words(_ name: String, _ wanted: Scalar, found: Scalar) -> String {
    if case (.text(let wanted), .text(let found)) = (wanted, found) {
      // Hashes only show a reader that something differs.
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
    // Text and a number with the same digits would look equal, and so would two lists if one has
    // text with a comma.
    return found.kind == wanted.kind && "\(found)" != "\(wanted)"
      ? "expected \(name) \(wanted), found \(found)"
      : "expected \(name) \(wanted.quoted), found the \(found.kind) \(found.quoted)"
  }

  /// Texts up to this length are shown in full.
  private static let longestInFull = 100

  /// A hash, shortened to what distinguishes it.
  private static func short(_ digest: String) -> String {
    digest.count > 24 ? "\(digest.prefix(12))…" : digest
  }

  private func refusalText(of reply: Reply) -> String {
    guard let refusal = reply.error else { return "a refusal without a reason" }
    return "the refusal '\(refusal.code)': \(refusal.message)"
  }
}

/// The reason why an outcome is not as expected.
public struct Objection: Sendable, Equatable, CustomStringConvertible {
  /// The reason, phrased to stand within a sentence.
  public let description: String
  /// Its kind.
  public let kind: ObjectionKind

  /// An objection.
  public init(_ description: String, _ kind: ObjectionKind = .difference) {
    self.description = description
    self.kind = kind
  }
}

/// A kind of objection.
public enum ObjectionKind: Sendable {
  /// The found and the expected value.
  case difference
  /// Hashes or counts alone, of which a reader sees only that they differ.
  case mute
  /// The step was refused, or was not where that was expected.
  case refusal
}

extension Scalar {
  fileprivate var kind: String {
    switch self {
    case .bool: "truth value"
    case .integer, .number: "number"
    case .text: "text"
    case .list: "list"
    }
  }

  /// Text in quotes, also in a list; other values unchanged.
  fileprivate var quoted: String {
    switch self {
    case .text(let text): "\"\(text)\""
    case .list(let values): "[\(values.map(\.quoted).joined(separator: ", "))]"
    case .bool, .integer, .number: description
    }
  }
}
