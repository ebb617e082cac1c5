import Foundation
import Metrics
import Testing

struct OriginTests {
  private static let conditions = MeasurementOrigin.Conditions(samplesPerSecond: 50, processors: 2)

  @Test(arguments: Metric.all)
  func `every metric has a known bound of its error`(_ metric: Metric) {
    let origin = metric.origin(Self.conditions)
    let command = metric.commandOrigin(Self.conditions)
    #expect(origin.bound != .unknown, "\(metric.id)")
    #expect(command.bound != .unknown, "\(metric.id)")
    // These are no measurements of processes that are watched while they run.
    #expect(
      metric.attachedOrigin(Self.conditions).bound != .unknown
        || [.meanCPU, .userTime, .systemTime].contains(metric), "\(metric.id)")
    #expect(!command.source.hasSuffix("."))
  }

  @Test(arguments: Metric.all)
  func `the measurements of a driver and of a command are equally exact`(_ metric: Metric) {
    #expect(
      metric.origin(Self.conditions).bound.exactness
        == metric.commandOrigin(Self.conditions).bound.exactness)
  }

  @Test func `the bound of a sampled metric states the rate of its samples`() {
    #expect(
      Metric.lowestMemory.origin(Self.conditions).bound.words(.bytes)
        == "sampled 50 times a second")
    #expect(ErrorBound.sampled(perSecond: nil).words(.bytes) == "sampled")
  }

  @Test func `the error of memory counters grows with the number of CPUs`() {
    #expect(ErrorBound.memoryCounters(processors: 1) == .within(262_144))
    #expect(ErrorBound.memoryCounters(processors: 2) == .within(524_288))
    // From 17 CPUs on a batch has two pages for each.
    #expect(ErrorBound.memoryCounters(processors: 32) == .within(16_777_216))
    #expect(ErrorBound.cgroupMemory(processors: 2) == .within(524_288))
    #expect(ErrorBound.memoryCounters(processors: 2).words(.bytes) == "right to 524 kB")
  }

  @Test func `error bounds are worded in the metric's unit`() {
    #expect(ErrorBound.exact(resolution: 1).words(.count) == "exact")
    #expect(ErrorBound.exact(resolution: 1).words(.nanoseconds) == "exact, in steps of 1 ns")
    #expect(ErrorBound.exact(resolution: 1000).words(.nanoseconds) == "exact, in steps of 1 µs")
    #expect(ErrorBound.exact(resolution: 4096).words(.bytes) == "exact, in steps of 4.1 kB")
    #expect(ErrorBound.exact(resolution: 0.01).words(.percent) == "exact, in steps of 0.01 points")
    #expect(ErrorBound.within(20_000_000).words(.nanoseconds) == "right to 20 ms")
    #expect(
      Metric.treeCPUTime.origin(Self.conditions).bound.words(.nanoseconds)
        == "exact in a control group, otherwise right to 20 ms")
    #expect(
      ErrorBound.ticks(nanoseconds: 10_000_000).words(.nanoseconds)
        == "estimated at the kernel's ticks, up to 10 ms apart")
    #expect(ErrorBound.unknown.words(.bytes) == "not known")
  }

  @Test func `the JSON of an error bound has its kind and its amount`() throws {
    func json(_ bound: ErrorBound) throws -> String {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      return String(decoding: try encoder.encode(bound), as: UTF8.self)
    }
    #expect(try json(.exact(resolution: 512)) == #"{"kind":"exact","resolution":512}"#)
    #expect(try json(.within(524_288)) == #"{"amount":524288,"kind":"within"}"#)
    #expect(try json(.ticks(nanoseconds: 1e7)) == #"{"kind":"ticks","nanoseconds":10000000}"#)
    #expect(try json(.sampled(perSecond: 100)) == #"{"kind":"sampled","perSecond":100}"#)
    #expect(try json(.sampled(perSecond: nil)) == #"{"kind":"sampled"}"#)
    #expect(try json(.unknown) == #"{"kind":"unknown"}"#)
  }
}
