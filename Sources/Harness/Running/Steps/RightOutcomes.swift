import DriverProtocol
import Recording
import Scenarios
import Synchronization

/// What steps led to in runs that were right: of a wrong outcome the scenario often has no more than a digest of
/// the right one, which says nothing to a reader. The other side, which passed, has the text.
///
/// One serves all runs of a session. What differs between runs that were right is forgotten: a difference to it would
/// be no fault.
public final class RightOutcomes: Sendable {
  /// The greatest part of a text that is kept.
  static let longestText = 1 << 16
  /// Texts of more steps are not kept.
  private static let mostSteps = 256

  private struct Kept {
    let build: String
    var facts: [String: Scalar]
    var texts: [String: [UInt8]]
  }

  private let kept = Mutex<[String: Kept]>([:])

  /// Knows of no step yet.
  public init() {}

  /// The outcomes, for runs of one build.
  func ofBuild(_ build: String) -> OfBuild { OfBuild(outcomes: self, build: build) }

  /// What runs of one build add, and are held against.
  struct OfBuild {
    fileprivate let outcomes: RightOutcomes
    fileprivate let build: String

    /// Notes what a step led to that was right.
    /// - Parameters:
    ///   - step: the story and the step's label.
    ///   - texts: the beginnings of what was written, by its name within a sentence.
    func keep(_ facts: [String: Scalar], _ texts: [String: [UInt8]] = [:], of step: String) {
      outcomes.kept.withLock { kept in
        guard var known = kept[step] else {
          if kept.count < mostSteps {
            kept[step] = Kept(build: build, facts: facts, texts: texts)
          }
          return
        }
        known.facts = known.facts.filter { facts[$0.key] == $0.value }
        known.texts = known.texts.filter { texts[$0.key] == $0.value }
        kept[step] = known
      }
    }

    /// Returns the first difference to what was right in place of a mute objection, and the build that led to that;
    /// the objection if it says all, nothing right is known, or nothing of it differs.
    func explained(
      _ objection: Objection, _ facts: [String: Scalar], _ texts: [String: [UInt8]] = [:],
      of step: String
    ) -> Objection {
      guard objection.kind == .mute, let known = outcomes.kept.withLock({ $0[step] }) else {
        return objection
      }
      let written = known.texts.sorted { $0.key < $1.key }.lazy.compactMap { name, right in
        texts[name].flatMap { words($0, insteadOf: right, in: name) }
      }.first
      let fact = known.facts.sorted { $0.key < $1.key }.lazy.compactMap { name, right -> String? in
        guard facts[name] != right else { return nil }
        return "\(name) \(facts[name].map(short) ?? "none") instead of \(short(right))"
      }.first
      guard let difference = written ?? fact else {
        let hasMore = known.texts.contains { $1.count == longestText && texts[$0] == $1 }
        return hasMore
          ? Objection(
            "\(objection); the first \(longestText) bytes are as on '\(known.build)'") : objection
      }
      return Objection("expected another outcome: \(difference), as on '\(known.build)'")
    }
  }

  private static func words(
    _ found: [UInt8], insteadOf right: [UInt8], in name: String
  ) -> String? {
    if found == right { return nil }
    // What is no text has no lines.
    if found.contains(0) || right.contains(0) {
      let same = zip(found, right).prefix { $0 == $1 }.count
      return "\(name) differs from byte \(same + 1) on"
    }
    return TextDifference.words(
      String(decoding: found, as: UTF8.self), insteadOf: String(decoding: right, as: UTF8.self)
    ).map { "\(name), \($0)" }
  }

  private static func short(_ value: Scalar) -> String {
    let text = "\(value)"
    return text.count > 60 ? "\(text.prefix(60))…" : text
  }
}

extension Step {
  /// Checks what a driver's step led to, and notes it if it is right.
  /// - Throws: ``RunFailure`` where it led to something else than it has to.
  func check(
    _ reply: Reply, of story: String, beside outcomes: RightOutcomes.OfBuild?
  ) throws(RunFailure) {
    let place = "\(story): \(label)"
    let facts = reply.outcome ?? [:]
    if let objection = expectation.objection(to: reply) {
      throw .wrongOutcome(
        outcomes?.explained(objection, facts, of: place) ?? objection)
    }
    outcomes?.keep(facts, of: place)
  }
}
