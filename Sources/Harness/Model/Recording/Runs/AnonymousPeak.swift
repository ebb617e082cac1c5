import DriverProtocol

/// The greatest anonymous memory of a process within a step.
public struct AnonymousPeak: Sendable, Hashable {
  /// The amount.
  public var bytes: Bytes
  /// A Boolean value indicating whether it is exact only to the batches in which the kernel adds up pages,
  /// because it lay before the step's end; what is held at the end is exact to the page.
  public var isBatched: Bool

  /// A peak; 0 for negative bytes, which can result from counters that are read while they change.
  public init(bytes: Bytes, isBatched: Bool) {
    self.bytes = max(.zero, bytes)
    self.isBatched = isBatched
  }

  /// The greatest of several; an exact one if it is as great.
  public static func greatest(_ peaks: [AnonymousPeak]) -> AnonymousPeak? {
    peaks.max { ($0.bytes, $0.isBatched ? 0 : 1) < ($1.bytes, $1.isBatched ? 0 : 1) }
  }
}
