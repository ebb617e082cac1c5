import DriverProtocol
import Recording
import Scenarios
import Synchronization

/// The outcomes of steps in runs that passed. For a wrong outcome the scenario often has only the
/// digest of the right one, which says nothing to a reader. The other side, which passed, has the text.
///
/// One object serves all runs of a session. What differs between passing runs is forgotten, because
/// differing from it is no fault.
public final class RightOutcomes: Sendable {
  /// The greatest length that is kept of a text.
  static let longestText = 1 << 16
  /// The most steps whose texts are kept.
  private static let mostSteps = 256

  private struct Kept {
    let build: String
    var facts: [String: Scalar]
    var texts: [String: [UInt8]]
  }

  private let kept = Mutex<[String: Kept]>([:])

  /// Knows no step yet.
  public init() {}

  func ofBuild(_ build: String) -> OfBuild { OfBuild(outcomes: self, build: build) }

  /// Adds outcomes of one build, and compares others with them.
  struct OfBuild {
    fileprivate let outcomes: RightOutcomes
    fileprivate let build: String

    /// Keeps a step's right outcome: its facts, and the start of each output by its name within a sentence. `step` is
    /// the story and the step's label.
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

    /// Returns the first difference from the right outcome instead of an objection that shows none,
    /// and the build with the right one; returns the objection itself if it is clear, or there is
    /// nothing to compare or no difference.
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
    // Binary content has no lines.
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
  /// Checks the outcome of a driver's step, and keeps it if it is right.
  /// - Throws: ``RunFailure`` if it is wrong.
  func check(
    _ reply: Reply, of story: String, beside outcomes: RightOutcomes.OfBuild?
  ) throws(RunFailure) {
    let place = "\(story): \(label)"
    let facts = reply.outcome ?? [:]
    if let objection = expectation.objection(to: reply) {
      throw .wrongOutcome(outcomes?.explained(objection, facts, of: place) ?? objection)
    }
    outcomes?.keep(facts, of: place)
  }
}
