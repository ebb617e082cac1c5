import Recording

/// The compilers of two builds that are compared, which are not the same.
public struct CompilerPair: Sendable, Hashable, CustomStringConvertible {
  private let baseline: String
  private let candidate: String

  /// Nil where both are the same, and where one is not known.
  init?(of experiment: Experiment, baseline: String, candidate: String) {
    func compiler(_ build: String) -> String? {
      experiment.builds.first { $0.name == build }?.compiler
    }
    guard let before = compiler(baseline), let after = compiler(candidate), before != after else {
      return nil
    }
    (self.baseline, self.candidate) = (before, after)
  }

  /// `Swift 6.3.1 against 6.2.1`, the candidate's first; their own words where these have no version, or the
  /// same.
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
