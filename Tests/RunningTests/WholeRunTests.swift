import DriverProtocol
import Metrics
import Recording
import Scenarios
import TestSupport
import Testing

@testable import Running

/// The CPU time of whole runs, with real processes: whatever is done outside of the steps is in it.
struct WholeRunTests {
  @Test(arguments: ["works-before", "works-after", "works-at-the-end"])
  func `work in the fixture, after an answer or after bye is outside of the steps`(
    _ how: String
  ) throws {
    let run = try Stage([.of("count"), .of("count")], driver: ["--misbehave", how]).run().passing()
    // The driver claims 1 ns a step.
    #expect(run.measurements[.cpuTime] == 2)
    let outside = try #require(run.measurements[.outsideCPUTime])
    // After each of two answers.
    #expect(outside >= (how == "works-after" ? 240e6 : 120e6))
    #expect(run.measurements[.wholeCPUTime] == outside + 2)
  }

  @Test(arguments: ["grows-before", "grows-after", "grows-at-the-end"])
  func `memory in the fixture, after an answer or after bye is outside of the steps`(
    _ how: String
  ) throws {
    let run = try Stage([.of("count"), .of("count")], driver: ["--misbehave", how]).run().passing()
    let own = try #require(run.measurements[.peakMemory])
    let outside = try #require(run.measurements[.outsidePeakMemory])
    #expect(run.measurements[.wholePeakMemory] == max(own, outside))
    // What is taken as soon as the answer is out may be in the step's own peak.
    if how == "grows-after" {
      #expect(max(own, outside) >= 64e6)
    } else {
      #expect(own < 60e6 && outside >= 64e6)
    }
  }

  @Test func `memory that a step gives back is not in the peak outside of the steps`() throws {
    let run = try Stage([.of("touch", ["megabytes": .integer(64)])]).run().passing()
    let own = try #require(run.measurements[.peakMemory])
    let outside = try #require(run.measurements[.outsidePeakMemory])
    #expect(own >= 64e6 && outside < 60e6)
    #expect(run.measurements[.wholePeakMemory] == own)
  }

  @Test func `the memory of a process that a step starts is not outside of the steps`() throws {
    let run = try Stage([
      .of(
        "family",
        ["count": .integer(1), "megabytes": .integer(64), "milliseconds": .integer(1)])
    ]).run().passing()
    let own = try #require(run.measurements[.peakMemory])
    let outside = try #require(run.measurements[.outsidePeakMemory])
    #expect(own < 60e6 && outside < 60e6)
    #expect(run.measurements[.wholePeakMemory] == max(own, outside))
  }

  @Test func `what is held after the last step counts beside steps that start processes`() throws {
    let run = try Stage(
      [
        .of(
          "family",
          ["count": .integer(1), "megabytes": .integer(1), "milliseconds": .integer(1)]),
        .of("keep", ["bytes": .integer(64 << 20)]),
      ], driver: ["--keep"]
    ).run().passing()
    #expect(try #require(run.measurements[.outsidePeakMemory]) >= 64e6)
  }

  @Test func `the whole run excludes the steps of earlier stories`()
    throws
  {
    let burning = [Step.of("burn", ["milliseconds": .integer(100)])]
    let stage = try Stage(
      stories: [
        Story(name: "before", title: "", steps: burning),
        Story(name: "own", title: "", after: ["before"], steps: burning),
      ], command: [BuiltProducts.testDriver])
    let run = try stage.run("own").passing()
    let own = try #require(run.measurements[.cpuTime])
    let outside = try #require(run.measurements[.outsideCPUTime])
    let whole = try #require(run.measurements[.wholeCPUTime])
    let earlier = run.steps[0].inside.cpu
    #expect(outside >= 100e6 && own >= 100e6)
    #expect(abs(own + outside - Double(earlier.nanoseconds) - whole) < 1)
  }

  @Test func `child processes that a step waits for are outside of what the driver claims`()
    throws
  {
    let run = try Stage([
      .of(
        "family",
        ["count": .integer(2), "megabytes": .integer(1), "milliseconds": .integer(60)])
    ]).run().passing()
    #expect(try #require(run.measurements[.outsideCPUTime]) >= 120e6)
  }
}
