extension Decision {
  /// A saved baseline that a build is held against.
  ///
  /// Its figures are kept with the decision: the file that they were read from may be replaced, and
  /// verdicts are to be the same whenever they are made.
  public struct Saved: Sendable, Equatable, Codable {
    /// The name it was saved under.
    public var name: String
    /// Its figures, of those stories that are compared.
    public var baseline: Baseline
    /// Whether figures are judged, too, that vary with the machine.
    public var isForced: Bool

    /// A saved baseline.
    public init(name: String, baseline: Baseline, isForced: Bool) {
      self.name = name
      self.baseline = baseline
      self.isForced = isForced
    }

    /// What the baseline is called among builds.
    public var side: String { "saved \(name)" }
  }
}
