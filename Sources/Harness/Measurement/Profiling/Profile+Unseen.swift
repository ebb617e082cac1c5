import Recording

extension Profile {
  /// The share of missing CPU time from which on a profile counts as incomplete.
  private static let noticeableShare = 0.1
  /// The number of samples below which chance alone may cause that share.
  private static let fewest = 100.0

  /// The same profile, with the CPU time that was not sampled added as lost: if sampling takes too much time, the
  /// kernel samples less often, and records no loss. The steps' CPU time is in ns, as the kernel counted it.
  /// - Throws: `RecordingError` if a number is impossible.
  public func countingUnseen(of cpuTime: Double) throws(RecordingError) -> Profile {
    let expected = cpuTime / samplePeriod
    let missing = expected - Double(samples) - Double(lostSamples)
    // If the kernel's part may not be seen, it is not lost.
    guard functions.contains(where: { $0.kind == .kernel }), expected >= Self.fewest,
      missing > Self.noticeableShare * expected, let more = Int(exactly: missing.rounded())
    else { return self }
    return try Profile(
      functions: functions, nodes: nodes, unit: unit, samplePeriod: samplePeriod,
      lostSamples: lostSamples + more, types: types, inlining: inlining)
  }
}
