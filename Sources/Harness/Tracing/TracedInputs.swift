import Recording

/// A record of inputs with what is only needed as long as it is compared.
public struct TracedInputs: Sendable {
  /// The record.
  public var record: InputRecord
  /// The paths that were written, absolute.
  public var written: Set<String>
  /// The sockets that were made outside of the run's own folder, so that the next run may find them.
  public var handedOn: Set<String>
  /// What the run's own home folder lacks, and the user's has.
  public var missed: [String]

  /// Inputs.
  public init(
    record: InputRecord, written: Set<String> = [], handedOn: Set<String> = [],
    missed: [String] = []
  ) {
    self.record = record
    self.missed = missed
    self.written = written
    self.handedOn = handedOn
  }
}
