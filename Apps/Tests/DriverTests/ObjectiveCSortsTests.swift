import DriverProtocol
import Foundation
import Scenarios
import TestSupport
import Testing

/// The sorts in Objective-C are held against those in Swift, reply by reply.
@Suite struct ObjectiveCSortsTests {
  private static let algorithms = ["standard", "quick", "heap", "insertion", "selection"]

  private static func pair() throws -> DriverPair { try DriverPair("sorting-driver", .sorting) }

  @Test(arguments: algorithms)
  func `a sort gives the same numbers, digests and counts in both languages`(
    _ algorithm: String
  ) throws {
    for count in [0, 1, 2, 3, 257, 1000] {
      let pair = try Self.pair()
      let replies = try pair.replies(toFixture: [
        "integers": .integer(count), "trials": .integer(3), "seed": .integer(2014),
      ])
      #expect(replies.swift == Reply(ok: true) && replies.objectiveC == Reply(ok: true))
      // More than there are trials: they begin anew.
      for _ in 1...4 { try pair.step("sort", ["algorithm": .text(algorithm)]) }
      try pair.step("sort", ["algorithm": .text(algorithm)], times: 3)
    }
  }

  @Test(arguments: [
    [:], ["trials": Scalar.integer(100), "integers": .integer(0)], ["trials": .integer(0)],
    ["trials": .integer(101)], ["integers": .integer(-1)], ["integers": .integer(1_000_001)],
    ["seed": .integer(-7)], ["numbers": .integer(3)],
  ])
  func `both languages accept and refuse the same fixtures`(_ fixture: [String: Scalar]) throws {
    let pair = try Self.pair()
    let replies = try pair.replies(toFixture: fixture)
    #expect(replies.swift == replies.objectiveC)
    if replies.swift.ok { try pair.step("sort", ["algorithm": .text("quick")], times: 2) }
  }

  @Test func `both languages refuse the same sorts`() throws {
    let pair = try Self.pair()
    try pair.step("sort", ["algorithm": .text("heap")])
    #expect(try pair.replies(toFixture: ["integers": .integer(10)]).objectiveC.ok)
    try pair.step("sort")
    try pair.step("sort", ["algorithm": .text("bubble")])
    try pair.step("sort", ["algorithm": .text("heap"), "order": .text("up")])
    try pair.step("shuffle")
    try pair.step("sort", ["algorithm": .text("heap")], times: 0)
  }

  @Test func `both languages time each repetition if that is asked for`() throws {
    let pair = try Self.pair()
    #expect(try pair.replies(toFixture: ["integers": .integer(100)]).objectiveC.ok)
    let replies = try pair.replies(
      to: .step(
        verb: "sort", arguments: ["algorithm": .text("heap")], repetitions: 12, timesEach: true))
    for reply in [replies.swift, replies.objectiveC] {
      let times = try #require(reply.elapsed).split(separator: " ").compactMap { Int64($0) }
      #expect(times.count == 12 && times.reduce(0, +) == reply.cost?.wall?.nanoseconds)
    }
  }

  @Test func `a thousand more sorts take hardly any more memory`() throws {
    let pair = try Self.pair()
    #expect(try pair.replies(toFixture: ["integers": .integer(100)]).objectiveC.ok)
    func sortAll() throws {
      for algorithm in Self.algorithms {
        try pair.objectiveCAlone("sort", ["algorithm": .text(algorithm)], times: 1000)
      }
    }
    // What the allocator keeps grows at first.
    try sortAll()
    let before = try pair.residentPages()
    try sortAll()
    // One number lost in each sort would take 8 pages for each algorithm.
    #expect(try pair.residentPages() - before < 32)
  }

  @Test func `both scenarios of sorts have the same stories, but for how many arrays they sort`()
    throws
  {
    let stories = try ["sorting", "sorting-languages"].map { name in
      let file = Repository.path("Scenarios/\(name).yml")
      return try ScenarioParser.parse(String(contentsOfFile: file, encoding: .utf8), file: file)
        .stories
    }
    #expect(stories[0].map(\.name) == stories[1].map(\.name))
    #expect(stories[0].map(\.title) == stories[1].map(\.title))
    #expect(
      stories[0].map { $0.steps.map(\.arguments) } == stories[1].map { $0.steps.map(\.arguments) })
  }
}
