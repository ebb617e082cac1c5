import Recording
import Testing

@testable import Sampling

/// A watch of days in bounded memory, by samples that no process has.
struct SampleHistoryTests {
  /// Ten milliseconds apart, half of one CPU in use.
  private func sample(_ index: Int, resident: Int64 = 1000) -> Sample {
    Sample(
      time: Int64(index) * 10_000_000, resident: resident, anonymous: 0,
      cpu: Int64(index) * 5_000_000, machineBusy: 0, machineAvailable: 0)
  }

  private func history(_ count: Int, limit: Int, _ resident: (Int) -> Int64) -> SampleHistory {
    var history = SampleHistory(limit: limit)
    for index in 0..<count { history.append(sample(index, resident: resident(index))) }
    return history
  }

  @Test func `below the limit every sample is kept unchanged`() {
    let history = history(15, limit: 16) { Int64($0) }
    #expect(history.samples == (0..<15).map { sample($0, resident: Int64($0)) })
    #expect(history.downsampling == nil && history.samplesPerKept == 1)
  }

  @Test func `however many samples are taken, about as many as the limit are kept`() {
    let history = history(1_000_000, limit: 64) { Int64($0 % 977) }
    #expect(history.samples.count <= 64 + 4)
    #expect(history.samples.count >= 32)
    #expect(history.samples.map(\.time) == history.samples.map(\.time).sorted())
    #expect(history.samples.first?.time == 0)
    #expect(history.samples.last?.time == 9_999_990_000_000)
    // 64 of a million, in powers of two.
    #expect([16_384, 32_768].contains(history.samplesPerKept))
  }

  @Test(arguments: [15, 1000])
  func `the mean distance is that of all samples, even if few are kept`(_ count: Int) {
    #expect(history(count, limit: 16) { Int64($0) }.meanDistance == 10_000_000)
  }

  @Test func `fewer than two samples have no distance`() {
    #expect(history(0, limit: 16) { Int64($0) }.meanDistance == nil)
    #expect(history(1, limit: 16) { Int64($0) }.meanDistance == nil)
  }

  @Test(arguments: [0, 1, 63, 64, 4711, 99_998, 99_999])
  func `the peak or trough of a single sample is kept, wherever it is`(_ place: Int) {
    for extreme: Int64 in [5, 5000] {
      let history = history(100_000, limit: 64) { $0 == place ? extreme : 1000 }
      #expect(history.samples.contains(sample(place, resident: extreme)))
    }
  }

  @Test func `CPU use between any two kept samples is unchanged`() {
    let history = history(100_000, limit: 64) { Int64($0 % 7) }
    for (earlier, later) in zip(history.samples, history.samples.dropFirst()) {
      #expect(Timeline.Usage(from: earlier, to: later).cpu == 50)
    }
  }

  @Test func `the extremes of CPU use over 100 ms are kept`() throws {
    var all: [Sample] = []
    var history = SampleHistory(limit: 32)
    for index in 0..<5000 {
      var sample = sample(index)
      // A quarter of a CPU more from the 2000th on for 100 ms, and nothing for as long after.
      sample.cpu += index < 2000 ? 0 : index < 2010 ? Int64(index - 2000) * 2_500_000 : 25_000_000
      if (2100..<2110).contains(index) { sample.cpu = all[2099].cpu }
      if index >= 2110 { sample.cpu -= 50_000_000 }
      all.append(sample)
      history.append(sample)
    }
    let usage = Timeline(samples: all, interval: 10_000_000).usage().map(\.cpu)
    let downsampling = try #require(history.downsampling)
    #expect(downsampling.peakCPU == usage.max() && downsampling.peakCPU == 75)
    #expect(downsampling.lowestCPU == usage.min())
    #expect(downsampling.samplesPerKept == history.samplesPerKept)
  }
}
