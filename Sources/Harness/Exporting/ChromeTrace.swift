import Analysis
import Foundation
import Recording
import Reporting

/// Chrome's trace JSON, which Perfetto's page opens: each run a process with its steps as slices, and
/// its memory and CPU as counters. Times in µs since the first run began.
///
/// Runs lie as they did in time, so the two of a duet lie above each other. Runs that do not say when
/// they began, as imported ones, follow each other.
public enum ChromeTrace {
  /// The file's text; runs without steps or samples have nothing to show.
  /// - Parameter experiments: with all details of their runs.
  /// - Throws: ``ExportError/noFigures(format:wanted:)``.
  public static func text(_ experiments: [ExportedExperiment]) throws(ExportError) -> String {
    let experiment = try experiments.only(for: "chrome-trace")
    let runs = experiment.analysis.runs.filter { TraceSpan($0) != nil || $0.failure != nil }
    guard !runs.isEmpty else {
      throw .noFigures(format: "chrome-trace", wanted: "steps or samples")
    }
    let first = runs.compactMap(\.startedAt).min()
    var events: [TraceEvent] = []
    var end: Int64 = 0
    for (index, run) in runs.enumerated() {
      let span = TraceSpan(run)
      let start = first.flatMap { first in
        run.startedAt.map { Int64($0.timeIntervalSince(first) * 1e9) }
      }
      let offset = start ?? end - (span?.start ?? 0)
      events += TraceEvent.all(of: run, process: index + 1, offset: offset)
      end = max(end, offset + (span?.end ?? 0))
    }
    return try ExportedJSON.text(File(traceEvents: events), format: "chrome-trace")
  }

  private struct File: Encodable {
    let displayTimeUnit = "ms"
    let traceEvents: [TraceEvent]
  }
}

/// From the first to the last that is known of a run, ns on its clock; nil where nothing is.
struct TraceSpan {
  let start: Int64
  let end: Int64

  init?(_ run: Run) {
    let samples = run.timeline.samples
    let starts = run.steps.map(\.start) + (samples.first.map { [$0.time] } ?? [])
    let ends = run.steps.map(\.end) + (samples.last.map { [$0.time] } ?? [])
    guard let start = starts.min(), let end = ends.max() else { return nil }
    self.start = start
    self.end = end
  }
}
