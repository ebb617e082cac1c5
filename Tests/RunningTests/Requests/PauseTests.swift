import DriverProtocol
import Foundation
import Recording
import SeededRandom
import SystemPackage
import TestSupport
import Testing

@testable import Running
@testable import rehearse_users

/// The pauses of a pair's users, from the answer of one side to the request to the other.
@Suite struct PauseTests {
  @Test func `pauses are one to nine times as long as arrivals are apart`() {
    // By another implementation of the generator.
    var random = SplitMix64(seed: 1)
    let pauses = Load.pauses(of: 20, seconds: 1, &random).map(\.nanoseconds)
    #expect(pauses.prefix(4) == [276_624_630, 348_312_702, 438_401_101, 227_743_686])
    #expect(pauses.count == 20 && pauses.allSatisfy { (50_000_000..<450_000_000).contains($0) })
  }

  @Test func `of few users nobody pauses for longer than users arrive`() {
    var random = SplitMix64(seed: 1)
    let pauses = Load.pauses(of: 5, seconds: 1, &random).map(\.nanoseconds)
    #expect(pauses == [553_249_260, 696_625_405, 876_802_202, 455_487_373, 455_411_760])
    let none = Load.pauses(of: 0, seconds: 1, &random)
    #expect(none == [])
  }

  @Test(arguments: [
    (0, [284_638_056, 208_867_702, 225_594_691]), (1, [291_373_613, 156_712_597, 187_161_329]),
  ])
  func `both sides draw the same pauses, and those of the next round are others`(
    _ round: Int, _ expected: [Int]
  ) throws {
    let users = UserArrivals(
      rate: 20, pattern: .constant, seconds: 0.5, seed: 1, tolerated: 0,
      stories: [UserArrivals.Story(share: 1, steps: [])])
    let pauses = try Load(users, inRound: round).pauses.map { Int($0.nanoseconds) }
    #expect(pauses.count == 10 && Array(pauses.prefix(3)) == expected)
  }

  @Test func `users come in the order in which their pauses end, and none before`() {
    var pausing = PausingUsers()
    #expect(pausing.due == nil)
    for (number, due) in [(1, 30), (2, 10), (3, 20), (4, 20)] {
      pausing.add(number, due: .milliseconds(due))
    }
    #expect(pausing.due == .milliseconds(10))
    let early = pausing.next(at: .milliseconds(9))
    #expect(early?.number == nil)
    var numbers: [Int] = []
    while let user = pausing.next(at: .milliseconds(20)) { numbers.append(user.number) }
    #expect(numbers == [2, 3, 4])
    let last = pausing.next(at: .milliseconds(31))
    // However late it is taken.
    #expect(last?.number == 1 && last?.due == .milliseconds(30))
    #expect(pausing.due == nil)
  }
}

extension TestsThatMoveThreads {
  /// Pairs whose users pause. Each test is a process of its own, because all of its threads enter the real-time class if
  /// they may.
  @Suite(.enabled(if: hasTwoCPUs, "a duet needs a second CPU for the harness"))
  struct PausePairTests {
    @Test func `no user comes to one side just when the other has answered it`() async {
      await #expect(processExitsWith: .success) {
        // Users are 25 ms apart.
        let scene = try RequestScene(
          "- http: GET /apart?user=${user}\n  data: users.csv\n"
            + "  expect: { status: 200, $.early: 0 }",
          files: ["users.csv": "user\n" + (1...20).map { "u\($0)\n" }.joined()],
          load: "{ arrivals: 40/s, for: 500 ms, pattern: constant, stories: { story: 1 } }")
        let pair = try scene.pair()
        for run in pair.inOrder {
          try #require(run.passed, "\(run.ending)")
          #expect(run.steps[0].latencies?.all.count == 20)
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: scene.folder.path.string)
        #expect(names.filter { $0.hasPrefix("met-") }.count == 20)
      }
    }
  }
}
