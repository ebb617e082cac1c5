import Analysis
import Recording
import SeededRandom
import Simulation
import Statistics
import Testing

struct RetentionTestTests {
  private func verdict(_ values: [Int64]) throws -> RetentionTest.Verdict {
    try RetentionTest(values, warmUp: 0).verdict
  }

  private func held(_ cycles: Int, _ bytes: (Int) -> Int) -> [Int64] {
    (0..<cycles).map { Int64(bytes($0)) }
  }

  @Test func `one object retained per cycle is found with its exact size`() throws {
    let test = try RetentionTest(held(25) { 70_000 + 48 * $0 }, warmUp: 5)
    #expect(test.verdict == .retains)
    #expect([test.rate.point, test.rate.lower, test.rate.upper] == [48, 48, 48])
    #expect(test.cycles == 20)
  }

  @Test
  func `constant memory is flat, and memory that is full after a third of the cycles is bounded`()
    throws
  {
    #expect(try verdict(held(16) { _ in 5 }) == .flat)
    let bounded = try RetentionTest(held(24) { 16 * min($0, 8) }, warmUp: 0)
    #expect(bounded.verdict == .bounded)
    #expect(bounded.rate.upper == 0 && bounded.range == 128)
  }

  @Test
  func `memory that fills until near the end is inconclusive, and until the last eighth a leak`()
    throws
  {
    #expect(try verdict(held(80) { 16 * min($0, 60) }) == .inconclusive)
    // The limit that Docs/explanation/limits.md names.
    #expect(try verdict(held(80) { 16 * min($0, 78) }) == .retains)
  }

  @Test func `a single step near the end is inconclusive, since it may be the first of many`()
    throws
  {
    let test = try RetentionTest(held(24) { $0 < 22 ? 0 : 48 }, warmUp: 0)
    #expect(test.verdict == .inconclusive)
    #expect(test.decidingCycles == 96)
  }

  @Test func `a sawtooth with a period up to half of the cycles is neither a leak nor bounded`()
    throws
  {
    for period in 2...12 {
      for phase in 0..<period {
        let verdict = try verdict(held(24) { 100 * (($0 + phase) % period) })
        #expect(verdict != .retains && verdict != .bounded, "\(period) \(phase)")
      }
    }
  }

  @Test func `a leak that a sawtooth hides is found`() throws {
    let test = try RetentionTest(held(160) { 48 * $0 + 400 * ($0 % 10) }, warmUp: 0)
    #expect(test.verdict == .retains)
    #expect(test.rate.lower <= 48 && 48 <= test.rate.upper)
  }

  @Test(arguments: [1, 4, 10, 22])
  func `a leak is found although one cycle ends with a buffer that is freed late`(cycle: Int)
    throws
  {
    for buffer in [30_000, 10_000_000] {
      let test = try RetentionTest(
        held(24) { 1000 * $0 + ($0 == cycle ? buffer : 0) }, warmUp: 0)
      #expect(test.verdict == .retains && test.rate.point == 1000)
    }
    let few = try RetentionTest(
      held(96) { 48 * $0 + ($0 % 30 == cycle ? 100_000 : 0) }, warmUp: 0)
    #expect(few.verdict == .retains && few.rate.point == 48)
  }

  @Test func `growth of what is always held is inconclusive if a longer peak hides the rest`()
    throws
  {
    // In the first cycle, and in two neighbours, nothing shows that the peak was one.
    #expect(try verdict(held(24) { 1000 * $0 + ($0 == 0 ? 10_000_000 : 0) }) == .inconclusive)
    #expect(
      try verdict(held(24) { 1000 * $0 + ((4...5).contains($0) ? 10_000_000 : 0) }) == .inconclusive
    )
  }

  @Test func `peaks that come back are flat, and one does not hide a growing array`() throws {
    for period in 2...8 {
      for phase in 0..<period {
        let values = held(24) { ($0 + phase) % period == 0 ? 100_000 : 0 }
        #expect(try verdict(values) == .flat, "\(period) \(phase)")
      }
    }
    let array = held(100) { cycle in
      var room = 2
      while room < cycle + 1 { room *= 2 }
      return 8 * room + (cycle == 20 ? 10_000_000 : 0)
    }
    #expect(try verdict(array) == .retains)
  }

  @Test
  func `doubling steps are inconclusive while few, bounded if they end, and a leak if they go on`()
    throws
  {
    func table(_ cycles: Int, upTo limit: Int) -> [Int64] {
      held(cycles) { cycle in
        var room = 2
        while room < min(cycle + 1, limit) { room *= 2 }
        return 8 * room
      }
    }
    #expect(try verdict(table(30, upTo: 1000)) == .inconclusive)
    #expect(try verdict(table(100, upTo: 32)) == .bounded)
    #expect(try verdict(table(100, upTo: 1000)) == .retains)
  }

  @Test func `a growing array is found despite fluctuations, with its bytes per cycle`() throws {
    // Room for 2, 4, 8, … numbers of 8 bytes, and up to 40 bytes that come and go.
    let test = try RetentionTest(
      held(120) { cycle in
        var room = 2
        while room < cycle + 1 { room *= 2 }
        return 8 * room + 40 * (cycle % 2)
      }, warmUp: 24)
    #expect(test.verdict == .retains)
    // There is room for up to twice as many numbers.
    #expect(test.rate.point >= 8 && test.rate.point <= 16)
  }

  @Test func `steps of equal size at growing distances are no leak`() throws {
    // Six threads, each of which starts when as many cycles have passed again.
    #expect(try verdict(held(120) { 304 * [3, 6, 13, 27, 55, 111].count(atMost: $0) }) != .retains)
  }

  @Test func `an array whose next step is overdue no longer counts as growing`() throws {
    func array(_ cycles: Int) -> [Int64] {
      held(cycles) { 100 * [0: 1, 1: 3, 2: 7, 3: 15][[8, 16, 32].count(atMost: $0), default: 0] }
    }
    #expect(try verdict(array(72)) == .retains)
    // 2.5 times the last distance of 16 cycles, and one more.
    #expect(try verdict(array(73)) != .retains)
  }

  @Test func `one object retained per hundred cycles is found in eight hundred cycles`() throws {
    let test = try RetentionTest(held(800) { 48 * ($0 / 100) }, warmUp: 0)
    #expect(test.verdict == .retains)
    #expect(test.rate.point == 0.48)
  }

  @Test func `fewer than sixteen cycles are not judged`() {
    #expect(throws: StatisticsError.tooFewPairs(found: 15, needed: 16)) {
      try RetentionTest(held(19) { $0 }, warmUp: 4)
    }
  }

  @Test(arguments: MemoryPattern.healthy, [0, 48])
  func `a healthy app is never reported to retain memory`(_ pattern: MemoryPattern, jitter: Int)
    throws
  {
    var random = SplitMix64(seed: 8)
    for _ in 0..<200 {
      let warmUp = CycleSeries.warmUp(before: 24)
      let values = pattern.bytes(cycles: 24 + warmUp, reach: 12, jitter: jitter, &random)
      #expect(try RetentionTest(values, warmUp: warmUp).verdict != .retains, "\(values)")
    }
  }
}

extension [Int] {
  /// How many of them are at most so great.
  fileprivate func count(atMost limit: Int) -> Int { count { $0 <= limit } }
}
