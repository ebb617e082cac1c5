import Recording

extension Profile {
  /// The share of the CPU time that is missing where a profiler looked less often than it was to.
  private static let noticeableShare = 0.1
  /// The number of samples below which chance alone may leave that many out.
  private static let fewest = 100.0

  /// The same, with what the profiler did not look at as lost: where it takes too much time the kernel makes
  /// it look less often, and records no loss.
  /// - Parameter cpuTime: that of the steps, as the kernel counted it, ns.
  func countingUnseen(of cpuTime: Double) throws(ProfileError) -> Profile {
    let expected = cpuTime / samplePeriod
    let missing = expected - Double(samples) - Double(lostSamples)
    // Where the kernel's part may not be seen, it is no loss.
    guard functions.contains(where: { $0.kind == .kernel }), expected >= Self.fewest,
      missing > Self.noticeableShare * expected, let more = Int(exactly: missing.rounded())
    else { return self }
    return try Profile(
      functions: functions, nodes: nodes, unit: unit, samplePeriod: samplePeriod,
      lostSamples: lostSamples + more, types: types, inlining: inlining)
  }
}
