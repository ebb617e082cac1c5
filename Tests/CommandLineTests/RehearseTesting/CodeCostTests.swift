import Foundation
import Testing

@testable import RehearseTesting

struct CodeCostTests {
  @Test func `memory that code takes is its growth`() async throws {
    let process = try await #require(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) {
      print("what the code prints itself", terminator: "")
      try await CodeCost.measure { [UInt8](repeating: 1, count: 50_000_000) }
    }
    let cost = try CodeCost(of: process)
    #expect(cost.calls == 1)
    // The kernel counts in batches, half a megabyte more or less, and threads that start late take some.
    #expect(cost.memoryGrowth > .megabytes(49))
    #expect(cost.memoryGrowth < .megabytes(75))
    #expect(cost.peakMemory > cost.memoryBefore)
  }

  @Test func `memory held before the call is not part of the growth`() async throws {
    let process = try await #require(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) {
      let early = [UInt8](repeating: 1, count: 50_000_000)
      try await CodeCost.measure { early.count }
    }
    let cost = try CodeCost(of: process)
    #expect(cost.memoryBefore > .megabytes(49))
    // Threads that start late on a busy machine have stacks and caches of their own.
    #expect(cost.memoryGrowth < .megabytes(25))
  }

  @Test func `calls are counted, and warm-up calls are not measured`() async throws {
    let process = try await #require(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) {
      var (calls, sum) = (0, 0)
      try await CodeCost.measure(calls: 10, warmup: 2) {
        calls += 1
        // Only the calls that warm up take memory.
        if calls < 3 { sum += [UInt8](repeating: 1, count: 40_000_000).count }
        return sum
      }
      #expect(calls == 12)
    }
    let cost = try CodeCost(of: process)
    #expect(cost.calls == 10)
    #expect(cost.memoryGrowth < .megabytes(20))
    #expect(cost.cpuTimePerCall * 10 <= cost.cpuTime)
    #expect(cost.wallTimePerCall <= cost.wallTime / 10)
  }

  @Test func `CPU time covers all threads of the calls`() async throws {
    let process = try await #require(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) {
      try await CodeCost.measure {
        await withTaskGroup(of: Void.self) { group in
          for _ in 0..<2 {
            group.addTask {
              var time = timespec()
              // Until this thread has used 50 ms.
              clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
              let end = time.tv_nsec + 50_000_000 + time.tv_sec * 1_000_000_000
              repeat {
                clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
              } while time.tv_nsec + time.tv_sec * 1_000_000_000 < end
            }
          }
        }
      }
    }
    let cost = try CodeCost(of: process)
    #expect(cost.cpuTime >= .milliseconds(100))
    #expect(cost.cpuTime < .milliseconds(500))
  }

  @Test func `code that throws fails its exit test`() async {
    await #expect(processExitsWith: .failure) {
      try await CodeCost.measure { throw CancellationError() }
    }
  }

  @Test func `a process that printed no cost is an error`() async throws {
    let process = try await #require(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) {
      print("nothing measured")
    }
    #expect(throws: RehearsalError.notMeasured) { try CodeCost(of: process) }
    #expect(throws: RehearsalError.notMeasured) { try CodeCost.printed(in: []) }
    #expect(
      RehearsalError.notMeasured.description
        == "The exit test printed no cost. Its body has to call CodeCost.measure, and it has to be "
        + #"called with 'observing: [\.standardOutputContent]'."#)
  }

  @Test func `a process that printed several costs is an error`() async throws {
    let process = try await #require(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) {
      try await CodeCost.measure { 1 }
      try await CodeCost.measure { 2 }
    }
    #expect(throws: RehearsalError.measuredOften(2)) { try CodeCost(of: process) }
    #expect(
      RehearsalError.measuredOften(2).description
        == "The exit test printed 2 costs; allowed: 1. Call CodeCost.measure once in its body, and "
        + "write an exit test for each.")
  }

  @Test(arguments: [0, -1])
  func `fewer than one call is refused`(_ calls: Int) async {
    await #expect(throws: RehearsalError.noCalls(calls)) {
      try await CodeCost.measure(calls: calls) {}
    }
    #expect(RehearsalError.noCalls(calls).description == "calls is \(calls); allowed: 1 and more.")
  }

  @Test(arguments: [
    (MemorySize.bytes(0), "0 B"), (.bytes(999), "999 B"), (.kilobytes(1.5), "1.5 kB"),
    (.megabytes(81.24), "81.2 MB"), (.gigabytes(2), "2.0 GB"), (.bytes(-1_500_000), "-1.5 MB"),
  ])
  func `sizes are printed in readable units`(_ size: MemorySize, _ words: String) {
    #expect(size.description == words)
  }

  @Test func `no size makes an operation trap`() {
    #expect(MemorySize.gigabytes(1e300).bytes == .max)
    #expect(MemorySize.gigabytes(-1e300).bytes == .min)
    #expect(MemorySize.megabytes(.nan).bytes == 0)
    #expect((MemorySize.bytes(.min) - .bytes(1)).bytes == .min)
    #expect((MemorySize.bytes(.max) - .bytes(-1)).bytes == .max)
    #expect(MemorySize.bytes(1) < .kilobytes(1))
  }
}
