extension ControlGroup {
  /// Sets the peak of what is charged back to what is charged now.
  /// - Returns: whether the kernel took it; without, ``peakCharged(seen:)`` is not of this span.
  public func beginCharge() -> Bool { memory?.resetPeak() ?? false }

  /// What is charged between two runs without pages of files, bytes; nil without a group for memory.
  public var chargedBetweenRuns: Int64? { memory?.chargeBetweenRuns?.held }

  /// The greatest memory that was charged since ``beginCharge()`` without pages of files, bytes; nil
  /// without a group for memory.
  ///
  /// The kernel keeps one peak, of everything. Pages of files are no memory of the processes: the
  /// kernel takes them back when memory is wanted, and those that another has read before, mostly
  /// of libraries, are charged to that one. So the most of them that was seen is taken off. Where
  /// they come or go meanwhile, the two greatest may not fall together, and what is left is too
  /// small, though no less than what was seen at a time; those that come and go between two looks
  /// are not known, and it is too great by them.
  /// - Parameter seen: what was read meanwhile; nil where nothing was.
  public func peakCharged(seen: TreePeaks?) -> Int64? {
    guard let memory, let peak = memory.peak, let now = memory.charge else { return nil }
    let filePages = max(now.filePages, seen?.filePages ?? 0)
    return max(peak - filePages, now.held, seen?.charged ?? 0)
  }
}
