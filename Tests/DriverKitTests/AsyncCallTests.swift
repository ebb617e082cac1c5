import DriverProtocol
import Foundation
import Testing

@testable import DriverKit

/// An app whose start and calls are awaited.
private final class PatientApp: AsyncHostedApp {
  static let driver = "patient-driver"
  static let verbs: [Verb<PatientApp>] = [
    Verb("touch") { _, _ in
      let pages = try FreshPages(64)
      return Call {
        await Task.yield()
        pages.touch()
        await Task.yield()
        return 64
      } outcome: { count, outcome in
        outcome.count(count)
        pages.release()
      }
    },
    Verb("start") { app, _ in
      Call {
        await app.start.value
      } outcome: { start, outcome in
        outcome.fact("start", start)
      }
    },
    Verb("refuse") { _, _ in
      Call { () async throws -> Void in
        await Task.yield()
        throw Full.noRoom
      } outcome: { _, _ in
      }
    },
  ]

  private enum Full: Error { case noRoom }

  private actor Start {
    var value = 0
    func set(_ number: Int) { value = number }
  }

  private let start = Start()

  init(fixture: Arguments, directory: String) async throws {
    try fixture.allow(["start"])
    await start.set(try fixture.integer("start", default: 5))
  }
}

struct AsyncCallTests {
  /// The replies of a server on a thread of its own: it waits, which a thread of the pool must not.
  private func replies(to requests: [Request]) async -> [Reply] {
    await withCheckedContinuation { continuation in
      Thread {
        var server = Server<PatientApp>()
        continuation.resume(
          returning: requests.compactMap {
            (try? LineCodec.line($0)).map { server.answer($0.dropLast()).reply }
          })
      }.start()
    }
  }

  private func step(_ verb: String, repetitions: Int = 1) -> Request {
    .step(verb: verb, arguments: [:], repetitions: repetitions)
  }

  private func prepare(_ fixture: [String: Scalar] = [:]) -> Request {
    .prepare(fixture: fixture, directory: "/tmp")
  }

  @Test func `an app with an asynchronous start is prepared, or refuses its fixture`() async {
    let good = await replies(to: [prepare(["start": .integer(7)]), step("start")])
    #expect(good.map(\.ok) == [true, true])
    #expect(good.last?.outcome == ["start": .integer(7)])
    let bad = await replies(to: [prepare(["strat": .integer(7)]), step("start")])
    #expect(bad.map(\.error?.code) == ["bad-argument", "not-prepared"])
  }

  @Test func `the cost of an asynchronous call includes its work on the threads of the pool`()
    async throws
  {
    let replies = await replies(to: [prepare(), step("touch", repetitions: 3)])
    let cost = try #require(replies.last?.cost)
    #expect(try #require(cost.minorFaults) >= 3 * 64)
    #expect(try #require(cost.wall) > .zero && cost.cpu > .zero)
    #expect(replies.last?.outcome == ["count": .integer(64)])
  }

  @Test func `an asynchronous call that throws is a refusal with a cost`() async throws {
    let replies = await replies(to: [prepare(), step("refuse", repetitions: 2)])
    #expect(replies.last?.error?.code == "no-room")
    #expect(replies.last?.cost != nil)
  }
}
