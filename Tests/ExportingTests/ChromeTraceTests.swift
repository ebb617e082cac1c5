import Analysis
import DriverProtocol
import Foundation
import Recording
import TestSupport
import Testing

@testable import Exporting

struct ChromeTraceTests {
  private func run(_ build: String, second: Double?, failed: RunFailure.Reason? = nil) -> Run {
    var run = Replay.run("list", on: build, failed: failed)
    run.startedAt = second.map { Date(timeIntervalSince1970: $0) }
    for index in 0..<3 as Range<Int64> {
      var step = Replay.step(of: "list")
      step.label = "list <\(index)>"
      step.start = index * 100_000_000 + 1
      step.end = step.start + 90_000_001
      run.steps.append(step)
    }
    run.timeline = Timeline(
      samples: (0...40).map { index in
        Sample(
          time: Int64(index) * 10_000_000, resident: 3_000_000 + Int64(index), anonymous: 1_000_000,
          cpu: Int64(index) * 5_000_000, machineBusy: Int64(index) * 10_000_000, machineAvailable: 0
        )
      }, interval: 10_000_000)
    return run
  }

  private func events(_ runs: [Run]) throws -> [[String: Any]] {
    let text = try ChromeTrace.text([
      ExportedExperiment(ExperimentAnalysis(Replay.experiment(), runs: runs))
    ])
    let file = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    return try #require(file?["traceEvents"] as? [[String: Any]])
  }

  @Test func `steps are slices within their run, and do not overlap`() throws {
    let slices = try events([run("a", second: 10)]).filter { $0["ph"] as? String == "X" }
    let spans = slices.map { ($0["ts"] as? Double ?? -1, $0["dur"] as? Double ?? -1) }
    #expect(slices.map { $0["name"] as? String } == ["list", "list <0>", "list <1>", "list <2>"])
    #expect(spans[0] == (0, 400_000))
    #expect(spans[1] == (0.001, 90_000.001) && spans[2] == (100_000.001, 90_000.001))
    for (earlier, later) in zip(spans.dropFirst(), spans.dropFirst(2)) {
      #expect(earlier.0 + earlier.1 <= later.0)
    }
    #expect(spans[3].0 + spans[3].1 <= spans[0].1)
  }

  @Test func `memory and CPU are counters in order of time, in bytes and percent`() throws {
    let counters = try events([run("a", second: 10)]).filter { $0["ph"] as? String == "C" }
    let memory = counters.filter { $0["name"] as? String == "Memory, B" }
    #expect(memory.count == 41)
    let times = memory.compactMap { $0["ts"] as? Double }
    #expect(times == (0...40).map { Double($0) * 10_000 })
    #expect(
      memory[40]["args"] as? [String: Double]
        == ["anonymous": 1_000_000, "of files": 2_000_040])
    let cpu = counters.filter { $0["name"] as? String == "CPU, %" }
    #expect(cpu.allSatisfy { $0["args"] as? [String: Double] == ["app": 50, "others": 50] })
    // Each is over 100 ms, and is at their middle, beside the step that it comes from.
    #expect(cpu.compactMap { $0["ts"] as? Double } == Array(times[5...35]))
  }

  @Test func `runs are processes, placed in time as they were made`() throws {
    let events = try events([
      run("a", second: 10), run("b", second: 10), run("a", second: 12.5, failed: .crashed),
    ])
    let wholes = events.filter { $0["ph"] as? String == "X" && $0["name"] as? String == "list" }
    #expect(wholes.map { $0["pid"] as? Int } == [1, 2, 3])
    #expect(wholes.map { $0["ts"] as? Double } == [0, 0, 2_500_000])
    let names = events.filter { $0["name"] as? String == "process_name" }
      .map { ($0["args"] as? [String: String])?["name"] }
    #expect(names == ["list on a, run 1", "list on b, run 1", "list on a, run 1"])
    let instant = try #require(events.first { $0["ph"] as? String == "i" })
    #expect(instant["name"] as? String == "crashed" && instant["pid"] as? Int == 3)
  }

  @Test func `runs may be as far apart as dates can be`() throws {
    let first = -62_135_596_800.0
    let wholes = try events([run("a", second: first), run("b", second: -first)])
      .filter { $0["ph"] as? String == "X" && $0["name"] as? String == "list" }
    let times = wholes.map { ($0["ts"] as? NSNumber)?.doubleValue }
    #expect(times == [0, 124_271_193_600e6])
  }

  @Test func `runs without a start time follow each other`() throws {
    let wholes = try events([run("a", second: nil), run("b", second: nil)])
      .filter { $0["ph"] as? String == "X" && $0["name"] as? String == "list" }
    #expect(wholes.map { $0["ts"] as? Double } == [0, 400_000])
  }
}
