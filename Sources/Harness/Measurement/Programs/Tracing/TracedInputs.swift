import Recording

/// A record of inputs with details needed only while it is compared.
public struct TracedInputs: Sendable {
  /// The record.
  public var record: InputRecord
  /// The paths that were written, absolute, and the names in the kernel that were asked for, such as
  /// `message queue /jobs`, which no file shows.
  public var written: Set<String>
  /// Those of them that were renamed, linked or removed: all below them may be something else since.
  public var moved: Set<String>
  /// The things that it had for itself, so that another run at the same time could not have it: bound ports and
  /// sockets, and locked files.
  public var claimed: Set<String>
  /// The things that it could not have or reach, as in ``claimed``: another run at the same time may change that.
  public var sought: Set<String>
  /// The sockets made outside the run's own folder, which the next run may find.
  public var handedOn: Set<String>
  /// The files that the run's own home folder lacks, and the user's has.
  public var missed: [String]
  /// The calls by which it changed how the kernel schedules it, as in `OwnScheduling`.
  public var scheduling: Set<String>

  /// Creates a value from its parts.
  public init(
    record: InputRecord, written: Set<String> = [], moved: Set<String> = [],
    claimed: Set<String> = [], sought: Set<String> = [], handedOn: Set<String> = [],
    missed: [String] = [], scheduling: Set<String> = []
  ) {
    self.record = record
    self.missed = missed
    self.scheduling = scheduling
    self.written = written
    self.moved = moved
    self.claimed = claimed
    self.sought = sought
    self.handedOn = handedOn
  }
}
