import DriverProtocol
import Testing

@testable import DriverKit

/// Page faults prove where the bracket lies: they are exact, and other threads of the test process
/// can only add to them, on both sides alike.
struct StopwatchTests {
  @Test func `a step's cost includes the call, but not its arguments or its outcome`() throws {
    let (inside, before, after) = (try FreshPages(64), try FreshPages(512), try FreshPages(1024))
    defer { for pages in [inside, before, after] { pages.release() } }
    var stopwatch = Stopwatch()
    var outcome = Outcome()
    let verb = Verb<Int>("touch") { _, _ in
      before.touch()
      return Call {
        inside.touch()
      } outcome: { _, _ in
        after.touch()
      }
    }

    let start = FreshPages.faults
    try verb.call(0, Arguments([:])).make(&stopwatch, &outcome)
    let all = FreshPages.faults - start

    let measured = try #require(stopwatch.cost.minorFaults)
    #expect(measured >= 64)
    #expect(all - measured >= 512 + 1024)
  }

  @Test func `costs add up over repetitions`() throws {
    let parts = [try FreshPages(32), try FreshPages(32)]
    defer { for pages in parts { pages.release() } }
    var stopwatch = Stopwatch()
    for pages in parts { stopwatch.measure { pages.touch() } }
    #expect(try #require(stopwatch.cost.minorFaults) >= 64)
  }

  @Test func `a call that throws has a cost`() throws {
    struct Refused: Error {}
    let pages = try FreshPages(64)
    defer { pages.release() }
    var stopwatch = Stopwatch()
    #expect(throws: Refused.self) {
      try stopwatch.measure {
        pages.touch()
        throw Refused()
      }
    }
    #expect(try #require(stopwatch.cost.minorFaults) >= 64)
  }

  @Test func `without a call the cost is zero`() {
    #expect(
      Stopwatch().cost
        == Cost(
          wall: .zero, cpu: .zero, user: .zero, system: .zero,
          minorFaults: 0, majorFaults: 0, voluntarySwitches: 0, involuntarySwitches: 0))
  }
}
