import Analysis
import DriverProtocol
import Foundation
import Recording
import Reports
import Tables

/// Chrome's trace JSON, which Perfetto's page opens: each run is a process with its steps as slices, and its
/// memory and CPU as counters. Times are in µs since the first run began.
///
/// Runs are placed by their times, so the two of a duet are above each other. Runs with an unknown start,
/// such as imported ones, are consecutive.
public enum ChromeTrace {
  /// The file's text, from one experiment with all details of its runs; those without steps or samples have
  /// nothing to show.
  /// - Throws: `OutputError`, such as `OutputError.noMeasurements`.
  public static func text(_ experiments: [ExportedExperiment]) throws(OutputError) -> String {
    let experiment = try experiments.only(for: "chrome-trace")
    let runs = experiment.analysis.runs.filter { TraceSpan($0) != nil || $0.failure != nil }
    guard !runs.isEmpty else {
      throw .noMeasurements(format: "chrome-trace", wanted: "steps or samples")
    }
    let first = runs.compactMap(\.startedAt).min()
    var events: [TraceEvent] = []
    // No whole number holds the nanoseconds between any two dates.
    var end = 0.0
    for (index, run) in runs.enumerated() {
      let span = TraceSpan(run)
      let start = first.flatMap { first in
        run.startedAt.map { ($0.timeIntervalSince(first) * 1e9).rounded() }
      }
      let offset = start ?? end - Double(span?.start ?? 0)
      events += TraceEvent.all(
        of: run, process: index + 1, offset: offset,
        isEndingKnown: experiment.unknownEnding == nil)
      end = max(end, offset + Double(span?.end ?? 0))
    }
    // One event per line: a trace has tens of thousands.
    let lines = try PrintedJSON.lines(events, format: "chrome-trace")
    return "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n"
      + lines.joined(separator: ",\n") + "\n]}\n"
  }
}

/// From the first to the last known time of a run, ns on its clock; nil if there is none.
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

/// One event of a trace.
///
/// Source: "Trace Event Format", phases M (names), X (slices), C (counters) and i (instants).
struct TraceEvent: Encodable {
  let ph: String
  let name: String
  let pid: Int
  var tid = 1
  /// µs.
  var ts: Double?
  /// µs.
  var dur: Double?
  /// An instant's scope: its process.
  var s: String?
  var args: [String: JSONValue]?

  init(_ phase: String, _ name: String, process: Int) {
    ph = phase
    self.name = PlainLine(name).description
    pid = process
  }

  /// A run's events. `offset` is added to times of the run's clock, ns.
  static func all(
    of run: Run, process: Int, offset: Double, isEndingKnown: Bool
  ) -> [TraceEvent] {
    func microseconds(_ time: Int64) -> Double { (offset + Double(time)) / 1000 }
    func slice(_ name: String, _ start: Int64, _ end: Int64) -> TraceEvent {
      var event = TraceEvent("X", name, process: process)
      event.ts = microseconds(start)
      event.dur = Double(end - start) / 1000
      return event
    }
    func counter(_ name: String, _ time: Int64, _ values: [String: Double]) -> TraceEvent {
      var event = TraceEvent("C", name, process: process)
      event.ts = microseconds(time)
      event.args = values.mapValues(JSONValue.number)
      return event
    }
    var name = TraceEvent("M", "process_name", process: process)
    name.args = ["name": .plain("\(run.story) on \(run.build), run \(run.round)")]
    var order = TraceEvent("M", "process_sort_index", process: process)
    order.args = ["sort_index": .number(Double(process))]
    var thread = TraceEvent("M", "thread_name", process: process)
    thread.args = ["name": .text("steps")]
    var events = [name, order, thread]
    let span = TraceSpan(run)
    if let span {
      var whole = slice(run.story, span.start, span.end)
      whole.args = [
        "build": .plain(run.build), "kind": .plain(run.kind.rawValue),
        "ending": .plain(run.failure?.reason.rawValue ?? (isEndingKnown ? "passed" : "unknown")),
      ]
      events.append(whole)
    }
    events += run.steps.map { step in
      var event = slice(step.label, step.start, step.end)
      event.args = [
        "story": .plain(step.story), "repetitions": .number(Double(step.repetitions)),
        "cpu-time, ns": .number(Double(step.inside.cpu.nanoseconds)),
      ]
      event.args?["peak-memory, B"] = step.outside.peakMemory.map { .number(Double($0.count)) }
      return event
    }
    events += run.timeline.samples.map {
      counter(
        "Memory, B", $0.time,
        ["anonymous": Double($0.anonymous), "of files": Double($0.resident - $0.anonymous)])
    }
    events += run.timeline.usage().map {
      counter("CPU, %", $0.middle, ["app": $0.cpu, "others": $0.otherCPU])
    }
    if let failure = run.failure {
      var event = TraceEvent("i", failure.reason.rawValue, process: process)
      event.ts = microseconds(span?.end ?? 0)
      event.s = "p"
      event.args = ["message": .plain(failure.message)]
      events.append(event)
    }
    return events
  }
}

extension JSONValue {
  fileprivate static func plain(_ text: String) -> JSONValue { .text(PlainLine(text).description) }
}
