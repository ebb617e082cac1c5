import SystemPackage

extension ControlGroup {
  /// Sets the peak of what is charged back to what is charged now.
  /// - Returns: whether the kernel took it; without, ``peakCharged(seen:)`` is not of this span.
  public func beginCharge() -> Bool { memory?.resetPeak() ?? false }

  /// The greatest memory that was charged since ``beginCharge()``, bytes; nil without a group for
  /// memory. See ``ChargedSpan/greatest(seen:)``.
  /// - Parameter seen: what was read meanwhile.
  public func peakCharged(seen: TreePeaks) -> Int64? {
    guard let memory, let peak = memory.peak, let now = memory.charge else { return nil }
    return ChargedSpan(peak: peak, end: now).greatest(seen: seen)
  }

  /// The folder that holds the figures of memory; nil without a group for memory.
  public var memoryFolder: FilePath? { memory?.folder.path }
}

/// What a control group was charged with over a span of time, bytes.
public struct ChargedSpan: Sendable, Equatable {
  /// The most of everything.
  let peak: Int64
  /// At the end.
  let end: GroupCharge

  init(peak: Int64, end: GroupCharge) {
    self.peak = peak
    self.end = end
  }

  /// Of a peak that was read elsewhere.
  /// - Parameters:
  ///   - peak: the most of everything.
  ///   - usage: of everything at the end.
  ///   - filePages: how much of that is pages of files.
  public init(peak: Int64, usage: Int64, filePages: Int64) {
    self.init(peak: peak, end: GroupCharge(usage: usage, filePages: filePages))
  }

  /// The most without pages of files.
  ///
  /// The kernel keeps one peak, of everything. Pages of files are no memory of the processes: the
  /// kernel takes them back when memory is wanted, and those that another has read before, mostly
  /// of libraries, are charged to that one. So the most of them that was seen is taken off. Where
  /// they come or go meanwhile, the two greatest may not fall together, and what is left is too
  /// small, though no less than what was seen at a time; those that come and go between two looks
  /// are not known, and it is too great by them.
  /// - Parameter seen: what was read meanwhile; nil where nothing was.
  public func greatest(seen: TreePeaks?) -> Int64 {
    let filePages = max(end.filePages, seen?.filePages ?? 0)
    return max(peak &- filePages, end.held, seen?.charged ?? 0)
  }
}
