import DriverProtocol
import Recording
import Testing

@testable import Running

/// What a driver may claim beside the harness's own readings, on two CPUs.
struct BracketTests {
  private func failure(
    claiming wall: Int, _ cpu: Int, of elapsed: Int, _ counted: Int, repetitions: Int = 1
  ) -> String? {
    let bracket = Bracket(
      counted: Cost(cpu: .milliseconds(counted)), wall: .milliseconds(elapsed),
      repetitions: repetitions, processors: 2)
    let reply = Reply(
      ok: true, cost: Cost(wall: .milliseconds(wall), cpu: .milliseconds(cpu)), outcome: [:])
    do throws(RunFailure) {
      _ = try bracket.plausibleCost(of: reply, instructions: nil)
      return nil
    } catch {
      return error.message
    }
  }

  @Test(arguments: [
    // The driver's own work takes 10 ms; its clock has run on for 90 while it was held.
    (claimed: 190, cpu: 150, counted: 160, turns: 110, expected: 100),
    // It claims all of the elapsed time, so it did nothing besides.
    (claimed: 200, cpu: 150, counted: 160, turns: 110, expected: 110),
    // Its own work in several threads takes no more than the time that it does not claim.
    (claimed: 195, cpu: 150, counted: 190, turns: 110, expected: 105),
    // The core calls take at least their CPU time on two CPUs.
    (claimed: 100, cpu: 150, counted: 250, turns: 110, expected: 75),
  ])
  func `the wall time of turns is without the driver's own work`(
    claimed: Int, cpu: Int, counted: Int, turns: Int, expected: Int
  ) {
    let bracket = Bracket(
      counted: Cost(cpu: .milliseconds(counted)), wall: .milliseconds(200), processors: 2)
    let cost = Cost(wall: .milliseconds(claimed), cpu: .milliseconds(cpu))
    #expect(bracket.wall(of: cost, inTurns: .milliseconds(turns)) == .milliseconds(expected))
  }

  @Test func `unclaimed CPU time has to fit into the unclaimed wall time`() {
    // All of the time, and a tenth of the CPU time: a wrong unit, or the clock of one thread.
    #expect(
      failure(claiming: 100, 10, of: 100, 100)
        == "The driver claims 10000000 ns of CPU time; the kernel counted 100000000 ns, and the rest does "
        + "not fit into the wall time that it leaves.")
    // A great answer was encoded for a call of no time.
    #expect(failure(claiming: 0, 0, of: 5000, 5000) == nil)
    // In two threads.
    #expect(failure(claiming: 10, 10, of: 110, 210) == nil)
    // 10 ms a CPU are granted, and 50 µs a repetition.
    #expect(failure(claiming: 100, 80, of: 100, 100) == nil)
    #expect(failure(claiming: 100, 79, of: 100, 100, repetitions: 1) != nil)
    #expect(failure(claiming: 100, 60, of: 100, 100, repetitions: 400) == nil)
  }

  @Test func `claimed CPU time has to fit into the claimed wall time`() {
    #expect(
      failure(claiming: 10, 100, of: 100, 100)
        == "The driver claims 10000000 ns of wall time; it claims 100000000 ns of CPU time in it, on 2 CPUs."
    )
    // Two threads, and a duet, whose other side has the CPU half of the time.
    #expect(failure(claiming: 50, 100, of: 50, 100) == nil)
    #expect(failure(claiming: 200, 100, of: 200, 100) == nil)
    #expect(failure(claiming: 0, 20, of: 20, 20) == nil)
  }

  @Test
  func `CPU and wall time that are both too small by the same share pass the check of a step`() {
    #expect(failure(claiming: 10, 10, of: 100, 100) == nil)
  }

  @Test(arguments: [[-1, 5], [5, 200_000_001]])
  func `no request takes less than nothing, or longer than its step`(_ latencies: [Int64]) throws {
    let bracket = Bracket(counted: Cost(cpu: .zero), wall: .milliseconds(200))
    #expect(throws: RunFailure.self) {
      try bracket.plausibleLatencies(of: Reply(ok: true, latencies: latencies))
    }
    let good: [Int64] = [0, 200_000_000]
    #expect(try bracket.plausibleLatencies(of: Reply(ok: true, latencies: good)) == good)
  }

  @Test(arguments: [([0], "1 places of latencies"), ([0, 2], "2 as a latency's place")])
  func `each latency belongs to one of the named requests, or none does`(
    _ places: [Int], _ claim: String
  ) throws {
    let bracket = Bracket(counted: Cost(cpu: .zero), wall: .milliseconds(200))
    var reply = Reply(ok: true, latencies: [5, 6], requests: ["a", "b"], places: places)
    let failure = #expect(throws: RunFailure.self) {
      try bracket.plausibleLatencies(of: reply)
    }
    #expect(try #require(failure).message.hasPrefix("The driver claims \(claim); "))
    reply.places = [1, 0]
    #expect(try bracket.plausibleLatencies(of: reply) == [5, 6])
  }

  @Test(arguments: ["5", "5 six", "5 -1", "5 200000001", "105000001 105000000"])
  func `as many elapsed times as repetitions fit into the step`(_ elapsed: String) throws {
    let bracket = Bracket(
      counted: Cost(cpu: .zero), wall: .milliseconds(200), repetitions: 2)
    #expect(throws: RunFailure.self) {
      try bracket.plausibleElapsed(of: Reply(ok: true, elapsed: elapsed))
    }
    let good = Reply(ok: true, elapsed: "105000000 105000000")
    #expect(try bracket.plausibleElapsed(of: good) == [105_000_000, 105_000_000])
    #expect(try bracket.plausibleElapsed(of: Reply(ok: true)) == nil)
  }
}
