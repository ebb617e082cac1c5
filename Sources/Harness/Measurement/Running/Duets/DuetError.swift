import Recording

/// The reason why the runs of a pair can't be made at once.
///
/// It is no ``RunningError``, which would end the experiment: the pairs are made one after the other, and their
/// runs record the reason.
public struct DuetError: Error, Equatable {
  /// The reason.
  public let reason: Arrangement.Reason
}
