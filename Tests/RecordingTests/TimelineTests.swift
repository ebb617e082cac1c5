import Recording
import Testing

struct TimelineTests {
  /// Samples at these times (ms), with CPU time and the machine's busy time so far (ms).
  private func timeline(_ samples: [(time: Int64, cpu: Int64, busy: Int64)]) -> Timeline {
    Timeline(
      samples: samples.map {
        Sample(
          time: $0.time * 1_000_000, resident: 0, anonymous: 0, cpu: $0.cpu * 1_000_000,
          machineBusy: $0.busy * 1_000_000, machineAvailable: 0)
      }, interval: 10_000_000)
  }

  @Test func `samples are sorted by time`() {
    let timeline = timeline([(30, 3, 0), (10, 1, 0), (20, 2, 0)])
    #expect(timeline.samples.map(\.time) == [10_000_000, 20_000_000, 30_000_000])
    #expect(timeline.samples.map(\.cpu) == [1_000_000, 2_000_000, 3_000_000])
    #expect(timeline.interval == 10_000_000)
  }

  @Test func `the window of CPU use slides from sample to sample`() {
    let usage = timeline([
      (0, 0, 0), (50, 50, 60), (100, 60, 160), (150, 110, 260), (200, 110, 300),
    ]).usage()
    #expect(usage.map(\.start) == [0, 50_000_000, 100_000_000])
    #expect(usage.map(\.end) == [100_000_000, 150_000_000, 200_000_000])
    #expect(usage.map(\.cpu) == [60, 60, 50])
    #expect(usage.map(\.otherCPU) == [100, 140, 90])
  }

  @Test func `the window of CPU use is the shortest between samples that reaches its length`() {
    let usage = timeline([(0, 0, 0), (60, 30, 30), (130, 30, 30), (170, 70, 70)]).usage()
    #expect(usage.map(\.start) == [0, 60_000_000])
    #expect(usage.map(\.end) == [130_000_000, 170_000_000])
    #expect(usage.map(\.cpu) == [3000.0 / 130, 4000.0 / 110])
  }

  @Test func `two samples far apart form a window of their own`() {
    let usage = timeline([(0, 0, 0), (500, 250, 250), (1500, 1250, 1250)]).usage()
    #expect(usage.map(\.cpu) == [50, 100])
  }

  @Test func `two busy threads reach 200 percent of CPU use`() {
    #expect(timeline([(0, 0, 0), (100, 200, 200)]).usage().map(\.cpu) == [200])
  }

  @Test func `a time line as long as the window has one window`() {
    let usage = timeline([(5, 0, 0), (55, 10, 10), (105, 30, 50)]).usage()
    #expect(usage.map(\.cpu) == [30])
    #expect(usage.map(\.otherCPU) == [20])
  }

  @Test func `a time line shorter than the window has one window over all of it`() {
    let usage = timeline([(0, 0, 0), (20, 20, 20), (40, 30, 30)]).usage()
    #expect(usage.map(\.start) == [0])
    #expect(usage.map(\.end) == [40_000_000])
    #expect(usage.map(\.cpu) == [75])
  }

  @Test func `the length of the window can be chosen`() {
    let samples = timeline([(0, 0, 0), (10, 10, 10), (20, 10, 10), (30, 20, 20)])
    #expect(samples.usage(over: 10_000_000).map(\.cpu) == [100, 0, 100])
    #expect(samples.usage(over: 20_000_000).map(\.cpu) == [50, 50])
  }

  @Test func `if no time passes, there is no CPU use`() {
    #expect(Timeline.empty.usage() == [])
    #expect(timeline([(5, 1, 1)]).usage() == [])
    #expect(timeline([(5, 1, 1), (5, 2, 2)]).usage() == [])
  }

  @Test func `two samples at the same time do not cause a division by zero`() {
    let usage = timeline([(0, 0, 0), (100, 10, 10), (100, 10, 10), (200, 20, 20)]).usage()
    #expect(usage.map(\.cpu) == [10, 10, 10])
  }

  @Test func `CPU use of others is never below zero, even if the machine's ticks lag behind`() {
    #expect(timeline([(0, 0, 0), (100, 95, 90)]).usage().map(\.otherCPU) == [0])
  }

  @Test func `a part of the time line includes the samples at both its ends`() {
    let part = timeline([(0, 0, 0), (10, 1, 0), (20, 2, 0), (30, 3, 0)])
      .during(10_000_000...20_000_000)
    #expect(part.samples.map(\.time) == [10_000_000, 20_000_000])
    #expect(part.interval == 10_000_000)
    #expect(timeline([(0, 0, 0)]).during(1...2).samples == [])
  }
}
