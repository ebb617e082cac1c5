import Analysis
import Metrics
import Statistics

extension MovedWork {
  /// The new place of the work, as a part of a sentence:
  /// `the work moved outside of the steps: the kernel counted 120 ms more CPU time outside of its steps
  /// (work-tree: 130 ms, HEAD~1: 10 ms)`.
  public var clause: String {
    switch way {
    case .outside:
      "the work moved outside of the steps: the kernel counted \(time(after - before)) more CPU time "
        + "outside of its steps (\(candidate): \(time(after)), \(baseline): \(time(before)))"
    case .outsidePeak:
      "the peak moved outside of the steps, where it grew by \(memory(after - before)) "
        + "(\(candidate): \(memory(after)), \(baseline): \(memory(before)))"
    case .leftBehind:
      "more processes were left behind and ended, so what they still had to do is not counted "
        + "(\(candidate): \(NumberFormat.coarse.string(for: after)) a run, "
        + "\(baseline): \(NumberFormat.coarse.string(for: before)))"
    }
  }

  private func memory(_ bytes: Double) -> String { MetricUnit.bytes.words(bytes, .coarse) }

  private func time(_ nanoseconds: Double) -> String {
    MetricUnit.nanoseconds.words(nanoseconds, .coarse)
  }
}
