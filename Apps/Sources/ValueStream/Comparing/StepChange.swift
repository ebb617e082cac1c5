/// A step that differs between the current map and the future one.
public struct StepChange: Hashable, Sendable {
  /// The ways in which a step differs.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The future map does without it.
    case eliminated
    /// The future map alone has it.
    case added
    /// It takes less time.
    case shorter
    /// It takes more time.
    case longer
    /// It takes the same time, but has another classification, symbol or text.
    case altered
  }

  /// The step as it is; nil where it is added.
  public let before: Sticker?
  /// The step as it will be; nil where it is eliminated.
  public let after: Sticker?
  /// Its position on the current map, or on the future one where that alone has it.
  public let position: Int

  /// A step of which one side is there, and both where they differ; nil where they are the same. The
  /// paper and the font are no part of the stream.
  init?(before: Sticker?, after: Sticker?, position: Int) {
    if let before, let after {
      let isSame =
        before.minutes == after.minutes && before.classification == after.classification
        && before.symbol == after.symbol && before.text == after.text
      if isSame { return nil }
    } else if before == nil, after == nil {
      return nil
    }
    self.before = before
    self.after = after
    self.position = position
  }

  /// The time saved; less than 0 where the step takes more time.
  public var saved: Minutes { (before?.minutes ?? .zero) - (after?.minutes ?? .zero) }

  /// How it differs.
  public var kind: Kind {
    if before == nil { return .added }
    if after == nil { return .eliminated }
    if saved == .zero { return .altered }
    return saved > .zero ? .shorter : .longer
  }

  /// The step's name, as it will be where it stays.
  public var name: String { (after ?? before)?.name ?? "" }
}
