import Foundation
import Recording
import SystemPackage
import TestSupport
import Testing

@testable import Running
@testable import rehearse_users

/// The blocks in which a pair's users come to both sides in turns.
@Suite struct BlockTests {
  @Test(arguments: [
    // Seconds; milliseconds of a block, of the gap after it, and of the gaps of both sides.
    (0.5, 500, 50, 100), (0.75, 500, 50, 200), (5, 500, 50, 1000), (20, 2000, 200, 4000),
    (60, 6000, 250, 5000),
  ])
  func `a load has up to ten blocks, and none is shorter than half a second`(
    _ seconds: Double, _ length: Int, _ gap: Int, _ gaps: Int
  ) {
    let blocks = Blocks(of: seconds, beginsWithFirstSide: true)
    #expect(blocks.length == .milliseconds(length) && blocks.gap == .milliseconds(gap))
    #expect(blocks.gaps == .milliseconds(gaps))
  }

  @Test(arguments: [
    // Of the third block one comes to the side that began, as of the first. All in milliseconds.
    (100, 100, 650), (700, 1850, 1300), (1000, 2200, 2750), (1999, 4349, 3799),
    (2000, 4350, 3800),
  ])
  func `the users of a block come to one side, and then to the other, which begins the next`(
    _ arrival: Int, _ beginning: Int, _ other: Int
  ) {
    for isFirst in [true, false] {
      let blocks = Blocks(of: 2, beginsWithFirstSide: isFirst)
      let dues = [isFirst, !isFirst].map {
        blocks.due(.milliseconds(arrival), onFirstSide: $0)
      }
      #expect(dues == [.milliseconds(beginning), .milliseconds(other)])
    }
  }

  @Test func `at each side users come in their order, and to one side at a time`() {
    let blocks = Blocks(of: 5, beginsWithFirstSide: false)
    let arrivals = (0..<500).map { Duration.milliseconds(10 * $0) }
    let sides = [true, false].map { side in arrivals.map { blocks.due($0, onFirstSide: side) } }
    for dues in sides { #expect(dues == dues.sorted()) }
    let turns = sides.map { dues in Set(dues.map { Int($0 / .milliseconds(550)) }) }
    #expect(turns[0].isDisjoint(with: turns[1]) && turns[0].count == 10 && turns[1].count == 10)
  }
}

extension TestsThatMoveThreads {
  /// Pairs whose users come in blocks. Each test is a process of its own, because all of its threads enter the real-time class if
  /// they may.
  @Suite(.enabled(if: hasTwoCPUs, "a duet needs a second CPU for the harness"))
  struct BlockPairTests {
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
