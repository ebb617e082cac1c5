import Foundation
import Recording
import TestSupport
import Testing

struct PartitionTests {
  @Test(arguments: [(30, 8), (30, 1), (7, 3), (60, 60), (1_000, 7)])
  func `the shares of a plan cover each round once, in order, and differ by at most one round`(
    _ rounds: Int, _ parts: Int
  ) throws {
    let shares = try (1...parts).map { try #require(PlanShare($0, of: parts)).rounds(of: rounds) }
    #expect(shares.flatMap { Array($0) } == Array(1...rounds))
    let sizes = shares.map(\.count)
    #expect(try #require(sizes.max()) - (try #require(sizes.min())) <= 1)
  }

  @Test func `the solo runs of a story are made by one part, first by parts with fewer rounds`()
    throws
  {
    let stories = ["a", "b", "c", "d", "e"]
    let shares = try (1...3).map { try #require(PlanShare($0, of: 3)).stories(of: stories) }
    #expect(shares == [["c"], ["b", "e"], ["a", "d"]])
  }

  @Test(arguments: ["0/3", "4/3", "3", "3/", "/3", "a/b", "1/1001", "-1/3", "1/3/5", ""])
  func `a text that is no valid share is refused`(_ text: String) {
    #expect(PlanShare(text) == nil)
  }

  @Test func `a share is read back from its description`() {
    #expect(PlanShare("3/8")?.description == "3/8")
    #expect(PlanShare("3/8") == PlanShare(3, of: 8))
  }

  @Test func `a part that is not complete counts as missing`() throws {
    let partition = try Self.partition(
      [Replay.machine, Replay.machine], of: 3, done: [true, false])
    #expect(partition.missing == [2, 3])
    #expect(partition.machines == ["n1", "n2"] && !partition.areUnlike)
    #expect(partition.part(ofRound: 4)?.number == 2 && partition.part(ofRound: 7) == nil)
  }

  @Test func `machines are unlike if one has another kernel, but not if only their load differs`()
    throws
  {
    var (busy, newer) = (Replay.machine, Replay.machine)
    busy.load = 9
    newer.kernel = "Linux 6.18"
    #expect(try !Self.partition([Replay.machine, busy], of: 2).areUnlike)
    #expect(try Self.partition([Replay.machine, busy, newer], of: 3).areUnlike)
  }

  /// Parts of two rounds each, on machines of their own.
  private static func partition(
    _ machines: [Environment], of count: Int, done: [Bool] = []
  ) throws -> Partition {
    let parts = try machines.enumerated().map { index, machine in
      var part = Partition.MachinePart(
        try #require(PlanShare(index + 1, of: count)), rounds: 2 * count, stories: ["s"],
        on: "n\(index + 1)", machine, builds: [], at: Date(timeIntervalSince1970: 0))
      if done.isEmpty || done[index] { part.completedAt = Date(timeIntervalSince1970: 60) }
      return part
    }
    return Partition(count: count, parts: parts)
  }
}
