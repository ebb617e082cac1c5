import Sampling

/// What a run was charged with in its control group, bytes.
struct RunCharge: Equatable {
  /// Charged when the run began, without pages of files: the launcher's, and what earlier runs left.
  let before: Int64
  /// What was charged meanwhile.
  let span: ChargedSpan

  /// Takes the numbers in the order of the launcher's report.
  /// - Returns: nil where they are not all there.
  init?(_ words: some Collection<Substring>) {
    let numbers = words.compactMap { Int64($0) }
    guard numbers.count == 4, words.count == 4 else { return nil }
    before = numbers[0]
    span = ChargedSpan(peak: numbers[1], usage: numbers[2], filePages: numbers[3])
  }

  /// The greatest memory that the run was charged with, bytes.
  ///
  /// What was charged before is taken off: the kernel frees what it had for a process some
  /// milliseconds after its end, which were up to 5 MB of 500 short runs a second.
  func greatest(seen: TreePeaks?) -> Int64 { max(0, span.greatest(seen: seen) - before) }
}
