import DriverProtocol
import Foundation
import Scenarios
import SystemPackage
import TestSupport
import Testing

/// An app's drivers in Swift and in Objective-C, which are told the same.
struct DriverPair {
  private let swift: Conversation
  private let objectiveC: Conversation
  private let folders: [ScratchFolder]

  /// Both, started.
  init(_ name: String, _ objectiveC: ObjectiveCDriver) throws {
    swift = try Conversation([BuiltProducts.path(of: name).string])
    self.objectiveC = try Conversation([objectiveC.path()])
    folders = [try ScratchFolder(), try ScratchFolder()]
  }

  /// What both answer.
  func replies(to request: Request) throws -> (swift: Reply, objectiveC: Reply) {
    (try Self.reply(of: swift, to: request), try Self.reply(of: objectiveC, to: request))
  }

  /// What both answer to a fixture, each in a folder of its own.
  func replies(toFixture fixture: [String: Scalar]) throws -> (swift: Reply, objectiveC: Reply) {
    let requests = folders.map {
      Request.prepare(fixture: fixture, directory: $0.path.string)
    }
    return (
      try Self.reply(of: swift, to: requests[0]),
      try Self.reply(of: objectiveC, to: requests[1])
    )
  }

  /// What both answer, without what it cost: either both say that, or none.
  func uncosted(_ request: Request) throws -> (swift: Reply, objectiveC: Reply) {
    var replies = try replies(to: request)
    #expect(replies.swift.cost.map(Self.parts) == replies.objectiveC.cost.map(Self.parts))
    replies.swift.cost = nil
    replies.objectiveC.cost = nil
    return replies
  }

  /// Has both carry out a step, and expects that they answer alike.
  func step(
    _ verb: String, _ arguments: [String: Scalar] = [:], times: Int = 1,
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    let request = Request.step(verb: verb, arguments: arguments, repetitions: times)
    let replies = try uncosted(request)
    #expect(
      replies.swift == replies.objectiveC, "\(verb) \(arguments)", sourceLocation: location)
  }

  /// Has the driver in Objective-C carry out a step.
  func objectiveCAlone(_ verb: String, _ arguments: [String: Scalar], times: Int) throws {
    let request = Request.step(verb: verb, arguments: arguments, repetitions: times)
    #expect(try Self.reply(of: objectiveC, to: request).cost != nil)
  }

  /// The resident memory of the driver in Objective-C.
  func residentPages() throws -> Int {
    let text = try String(contentsOfFile: "/proc/\(objectiveC.pid)/statm", encoding: .ascii)
    return try #require(Int(text.split(separator: " ")[1]))
  }

  /// Which keys a cost has.
  private static func parts(_ cost: Cost) -> [Bool] {
    [cost.wall, cost.user, cost.system].map { $0 != nil }
      + [
        cost.minorFaults, cost.majorFaults, cost.voluntarySwitches, cost.involuntarySwitches,
      ].map { $0 != nil }
  }

  private static func reply(of driver: Conversation, to request: Request) throws -> Reply {
    let line = String(decoding: try LineCodec.line(request).dropLast(), as: UTF8.self)
    return try LineCodec.message(Reply.self, from: Array(try driver.ask(line).utf8))
  }
}
