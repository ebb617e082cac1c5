import Recording

/// The compilers of two compared builds, if they differ.
public struct CompilerPair: Sendable, Hashable, CustomStringConvertible {
  private let baseline: String
  private let candidate: String

  /// Nil if both are the same, or if one is unknown.
  init?(of experiment: Experiment, baseline: String, candidate: String) {
    guard let before = experiment.record(of: baseline)?.compiler,
      let after = experiment.record(of: candidate)?.compiler, before != after
    else { return nil }
    (self.baseline, self.candidate) = (before, after)
  }

  /// `Swift 6.3.1 against 6.2.1`, the candidate's first; the compilers' own words if they name no version, or
  /// the same one.
  public var description: String {
    guard let before = Self.version(in: baseline), let after = Self.version(in: candidate),
      before != after
    else { return "\(candidate) against \(baseline)" }
    return "Swift \(after) against \(before)"
  }

  private static func version(in words: String) -> Substring? {
    words.firstMatch(of: /Swift version ([^ ]+)/)?.1
  }
}
