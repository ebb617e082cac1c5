import DriverProtocol
import Foundation
import Metrics
import Recording
import Running
import Scenarios
import SystemPackage
import TestSupport
import Testing

/// Returns a run of a driver that counts what the verbs allocate.
private func countedRun(
  of verbs: [String], by command: [String], _ interruption: Interruption
) -> Run {
  let launcher = Launcher(path: BuiltProducts.launcher)
  let scenario = Scenario(
    name: "stage", title: "", builds: [], fixture: [:],
    stories: [Story(name: Stage.story, title: "", steps: verbs.map { .of($0) })], runs: 1,
    timeLimit: .seconds(60))
  let setup = ReplaySetup(
    scenario: scenario, commands: ["build": [command]], in: BuildContexts("/"),
    launcher: launcher, interruption: interruption, machineMemory: 1 << 30)
  let executor = CountingExecutor(
    setup, counting: nil, allocations: AllocationCounter(beside: launcher),
    others: ProcessExecutor(setup))
  let plan = RunPlan(
    kind: .allocations, stories: [Stage.story], builds: ["build"], rounds: 1, seed: 1)
  return executor.execute(plan.runs[0])
}

/// What a driver whose calls are known is counted to allocate, with real processes.
struct AllocationTests {
  private let driver: AllocatingDriver
  private let interruption: Interruption

  init() throws {
    driver = try AllocatingDriver()
    interruption = try Interruption()
  }

  private func run(_ verbs: [String], by command: [String]) -> Run {
    countedRun(of: verbs, by: command, interruption)
  }

  private func costs(_ verbs: String...) throws -> [AllocationCost] {
    let run = try run(verbs, by: [driver.path]).passing()
    return run.steps.compactMap(\.allocations)
  }

  @Test func `every function of the allocator is counted once, with the requested size`() throws {
    let costs = try costs("every", "nothing", "every")
    #expect(costs.map(\.allocations) == [12, 0, 12])
    #expect(costs.map(\.frees) == [11, 0, 11])
    #expect(costs.map(\.allocatedBytes) == [6412, 0, 6412])
    #expect(costs.map(\.live) == [1, 1, 2].map { .init(blocks: $0, bytes: Bytes($0 * 48)) })
    // All at once but for the first two, which were made longer, and 474 before 48.
    let most: Int64 = 300 + 100 + 128 + 10 + 40 + 16 + 4096 + 1000 + 474
    #expect(costs.map(\.peakLiveBytes) == [Bytes(most), 48, Bytes(most + 48)])
    #expect(
      costs[1].sizes.isEmpty
        && costs[0].sizes.first { $0.upTo == 48 }
          == .init(upTo: 48, allocations: 2, frees: 1)
    )
  }

  @Test func `a refused allocation is not counted`() throws {
    let costs = try costs("every", "refused")
    #expect(costs.map(\.allocations) == [12, 0])
    #expect(costs.map(\.live?.bytes) == [48, 48])
  }

  @Test func `a story has the sums of its steps, the greatest peak and the memory held at its end`()
  {
    let run = run(["every", "peak", "every"], by: [driver.path])
    #expect(
      run.measurements.filter { !$0.key.isPeakPart } == [
        .allocations: 25, .allocatedBytes: 1_012_824, .peakLiveBytes: 1_000_048, .liveBlocks: 2,
        .liveBytes: 96,
      ])
  }

  @Test(arguments: [("threads", 4), ("many", 100)])
  func `calls of all threads are counted, however many threads there are`(
    _ verb: String, _ count: Int64
  ) throws {
    let cost = try costs(verb)[0]
    let own = try #require(cost.sizes.first { $0.upTo == 32 })
    #expect(own == .init(upTo: 32, allocations: count * 10_000, frees: count * 10_000))
    #expect(cost.threads == min(64, Int(count) + 1))
  }

  @Test
  func `allocations of child processes are counted, but the live blocks are the driver's own`()
    throws
  {
    let costs = try costs("every", "fork", "execute")
    #expect(costs.map(\.allocations) == [12, 2, 1])
    #expect(costs.map(\.allocatedBytes) == [6412, 100, 5000])
    #expect(costs.map(\.live?.blocks) == [1, 1, 1])
    // The child holds what it inherits.
    #expect(costs.map(\.peakLiveBytes) == [6164, 148, 5000])
  }

  @Test func `20 MiB more at the peak are attributed to the right part`() throws {
    let size: Int64 = 20 << 20
    let parts = try costs("every", "blocks", "pages", "file").map { try #require($0.peakParts) }
    // Beside the block of 48 bytes that "every" keeps.
    #expect(parts[1...].map(\.heap) == Array(repeating: Bytes(size + 48), count: 3))
    #expect(parts[2].slack - parts[1].slack == Bytes(size))
    #expect(parts[3].files - parts[2].files == Bytes(size))
    #expect(parts[3].slack == parts[2].slack)
  }

  @Test func `a thread's stack counts as stack, with all pages that it has touched`() throws {
    let parts = try costs("every", "stack").map { try #require($0.peakParts) }
    let more = (parts[1].stacks - parts[0].stacks).count
    // A mebibyte, and a page or two for what is called.
    #expect(more >= 1 << 20 && more < (1 << 20) + 65536, "\(more)")
    #expect((parts[1].slack - parts[0].slack).count < 1 << 20)
  }

  @Test func `the parts of a story's peak are those of the step with the greatest peak`() throws {
    let run = run(["every", "pages"], by: [driver.path])
    let step = try #require(run.steps.last)
    let parts = try #require(step.allocations?.peakParts)
    let peak = try #require(step.outside.peakMemory)
    #expect(run.measurements[.peakSlack] == Double(parts.slack.count))
    #expect(parts.resident.count >= 20 << 20 && parts.resident.count <= peak.count + 1_000_000)
  }

  @Test func `a driver that allocates nothing has a count of 0`() throws {
    let cost = try costs("nothing")[0]
    #expect(cost.allocations == 0 && cost.allocatedBytes == 0 && cost.peakLiveBytes == 0)
    #expect(cost.live == .init(blocks: 0, bytes: 0))
  }

  @Test func `memory that the driver maps itself is counted apart`() throws {
    let cost = try costs("every", "map")[1]
    #expect(cost.mappedBytes == 12345 && cost.allocations == 0)
  }

  @Test func `a counting run has no other measurements, and its count repeats`() {
    let runs = (1...3).map { _ in run(["every", "threads"], by: [driver.path]) }
    let counts = runs.map { $0.measurements[.allocations] }
    #expect(Set(counts).count == 1 && counts[0] != nil)
    let isOfCounts = runs[0].measurements.keys.map { $0.isAllocationCount || $0.isPeakPart }
    #expect(!isOfCounts.contains(false))
  }
}

/// Drivers whose allocations can't be counted: each is named, and none has a 0.
struct UncountedAllocationTests {
  private func failure(_ command: [String], _ verbs: [String] = ["nothing"]) throws -> RunFailure? {
    let run = try countedRun(of: verbs, by: command, Interruption())
    #expect(run.measurements.isEmpty && run.storyFailure == nil)
    return run.failure
  }

  private func expect(_ failure: RunFailure?, _ reason: String) {
    #expect(failure?.reason == .notMeasured)
    #expect(
      failure?.message == "The allocations of the driver can't be counted: \(reason).")
  }

  @Test func `a statically linked driver can't be counted`() throws {
    let driver = try AllocatingDriver(["-static"])
    defer { withExtendedLifetime(driver) {} }
    expect(
      try failure([driver.path], ["every"]),
      "it is linked statically, and so loads no counter")
  }

  @Test func `a driver started without LD_PRELOAD can't be counted`() throws {
    let driver = try AllocatingDriver()
    defer { withExtendedLifetime(driver) {} }
    expect(
      try failure(["env", "-u", "LD_PRELOAD", driver.path], ["every"]),
      "it runs without 'LD_PRELOAD', because whatever started it left that out")
  }

  @Test
  func `a driver that starts a statically linked program can't be counted, and the step is named`()
    throws
  {
    let driver = try AllocatingDriver()
    let other = try AllocatingDriver(["-static"])
    let failure = try failure([driver.path, other.path], ["every", "other"])
    expect(
      failure,
      "it starts \(other.path), which can't be counted: it is linked statically, and so loads no counter"
    )
    #expect(failure?.step?.label.contains("other") == true)
  }

  @Test func `a driver that only maps memory itself can't be counted`() throws {
    let driver = try AllocatingDriver()
    defer { withExtendedLifetime(driver) {} }
    expect(
      try failure([driver.path], ["map"]),
      "it never called 'malloc', but mapped memory, so it has an allocator of its own")
  }

  @Test func `a driver without the counter can't be counted, even if its child has the counter`()
    throws
  {
    let driver = try AllocatingDriver(["-static"])
    let other = try AllocatingDriver()
    expect(
      try failure([driver.path, other.path], ["other"]),
      "it is linked statically, and so loads no counter")
  }

  @Test func `a driver with its own malloc can't be counted`() throws {
    let own = """
      #include <stddef.h>
      static char memory[1 << 24]; static size_t used;
      void *malloc(size_t n) { used += (n + 31) / 16 * 16; return memory + used - (n + 15) / 16 * 16; }
      void free(void *p) { (void)p; }
      void *calloc(size_t a, size_t b) { return malloc(a * b); }
      void *realloc(void *p, size_t n) { (void)p; return malloc(n); }
      """
    let folder = try ScratchFolder()
    try folder.add("own.c", own)
    let driver = try AllocatingDriver(["-rdynamic", folder.file("own.c")])
    expect(
      try failure([driver.path], ["peak"]),
      "it calls the allocator in \(driver.path) instead of the C library's")
  }
}
