import Costs

/// The peak values of a tree.
public struct TreePeaks: Sendable, Equatable {
  /// The greatest sum of resident memory at one reading.
  public internal(set) var resident = Bytes.zero
  /// The greatest sum of proportional memory (PSS) read, swapped memory included; nil if there were
  /// never two processes at once, or one could not be read.
  public internal(set) var proportional: Bytes?
  /// The greatest number of processes at one reading.
  public internal(set) var processes = 0
  /// The greatest memory charged to their control group at one reading, without page cache; 0 without a group.
  public internal(set) var cgroupMemory = Bytes.zero
  /// The greatest page cache charged to the group at one reading.
  public internal(set) var filePages = Bytes.zero
}
