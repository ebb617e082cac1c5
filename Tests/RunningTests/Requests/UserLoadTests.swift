import DriverProtocol
import Glibc
import Metrics
import Recording
import TestSupport
import Testing

@testable import Running
@testable import rehearse_users

/// Many users at once, against a real server.
@Suite struct UserLoadTests {
  static let steps = """
    - http: POST /session
      json: { user: alice }
      take: { token: $.token }
      expect: { status: 201 }
    - http: GET /me
      headers: { authorization: "Bearer ${token}" }
      repeat: 2
      expect: { status: 200, $.token: Bearer t1, digest: "not checked, since others are there" }
    """

  static let users =
    "{ arrivals: 100/s, for: 1 s, pattern: constant, stories: { story: 1 } }"

  @Test func `each request of each user has a latency, and all have to be answered as expected`()
    throws
  {
    let run = try RequestScene(Self.steps, load: Self.users).run("many").passing()
    #expect(run.steps[0].label == "users 100/s constant for 1 s: story")
    let outcome = run.steps[0].outcome
    #expect(outcome["errors"] == .integer(0) && outcome["users"] == .integer(100))
    // The users of a second come one after the other, the first after a hundredth of it.
    #expect(run.steps[0].latencies?.all.count == 3 * 100)
    #expect(run.stepLabels.dropFirst() == ["story: POST /session", "story: GET /me ×2"])
    #expect(run.steps[0].latencies?.requests?.map(\.latencies.count) == [100, 200])
    #expect(
      Set(run.measurements(ofStep: 2).keys)
        == [.latencyP50, .latencyP90, .latencyP95, .latencyP99])
    #expect(run.measurements(ofStep: 1)[.wallTime] == nil)
    let percentiles = Metric.latencies.compactMap { run.measurements[$0] }
    #expect(percentiles.count == 4 && percentiles == percentiles.sorted())
    #expect(percentiles[0] > 10_000)
    #expect(try #require(run.value("server.cpu-time")) > 0)
  }

  @Test func `users come when they are due, answered or not, and all of their waiting counts`()
    throws
  {
    // Nobody is answered before the last of 20 has asked, who is due at 1 s; the others are at distances of 50 ms.
    let run = try RequestScene(
      "- http: GET /gather\n  expect: { status: 200 }",
      load: "{ arrivals: 20/s, for: 1 s, pattern: constant, stories: { story: 1 } }"
    ).run("many").passing()
    let latencies = try #require(run.steps[0].latencies?.all)
    #expect(latencies.count == 20)
    for rank in 1...20 {
      #expect(latencies.latency(atRank: rank) >= Int64(rank - 1) * 50_000_000)
    }
  }

  @Test(arguments: [("ramp", 28), ("spike", 67)])
  func `the pattern decides how many users come`(_ pattern: String, _ count: Int) throws {
    let run = try RequestScene(
      "- http: GET /text\n  expect: { status: 200 }",
      load: "{ arrivals: 100/s, for: 500 ms, pattern: \(pattern), stories: { story: 1 } }"
    ).run("many").passing()
    // By another implementation of the generator and of the patterns.
    #expect(run.steps[0].outcome["users"] == .integer(count))
  }

  @Test func `the next run has other users`() throws {
    let scene = try RequestScene(
      "- http: GET /text\n  expect: { status: 200 }",
      load: "{ arrivals: 100/s, for: 500 ms, stories: { story: 1 } }")
    let counts = try (1...3).map { round in
      let run = try scene.run("many", round: round).passing()
      return run.steps[0].outcome["users"]
    }
    // By another implementation of the generator.
    #expect(counts == [.integer(48), .integer(56), .integer(58)])
  }

  @Test func `a load tells how busy what sends it was, and how late`() throws {
    let users = "{ arrivals: 100/s, for: 300 ms, pattern: constant, stories: { story: 1 } }"
    let run = try RequestScene(Self.steps, load: users).run("many").passing()
    let step = run.steps[0]
    guard case .integer(let busy)? = step.outcome["busy-percent"],
      case .integer(let lag)? = step.outcome["lag-p99-us"]
    else {
      Issue.record("\(step.outcome)")
      return
    }
    #expect((0...100).contains(busy) && lag >= 0)
    // The kernel counts waiting for all threads or for none.
    #expect((step.outcome["waiting-percent"] == nil) == (CPUWait.ofThisThread == nil))
    // A user who comes late has waited as long already.
    let longest = try #require(step.latencies).all.latency(ofShare: 1)
    #expect(Int64(lag) * 1000 <= longest)
  }

  @Test func `a wrong answer fails the run, and tells how many there were and of what`() throws {
    let failure = try RequestScene(
      "- http: GET /me\n  expect: { status: 200 }", load: Self.users
    ).run("many").failure
    #expect(
      try #require(failure).message.contains(
        "100 of 100 users were not answered as expected; the first: story: GET /me: expected status 200, "
          + "found 401"), "\(failure!)")
  }

  @Test func `errors that are tolerated are counted, and do not fail the run`() throws {
    let users =
      "{ arrivals: 100/s, for: 1 s, pattern: constant, errors: 1 %, stories: { story: 1 } }"
    let some =
      "- http: GET /echo?user=${user}\n  data: users.csv\n  expect: { $.path: /echo?user=a }"
    let rows = ["users.csv": "user\nb\n" + String(repeating: "a\n", count: 99)]
    let run = try RequestScene(some, files: rows, load: users).run("many").passing()
    #expect(run.measurements[.errors] == 1 && run.steps[0].latencies?.all.count == 100)
    let failure = try RequestScene(
      some, files: ["users.csv": "user\nb\nb\n" + String(repeating: "a\n", count: 98)], load: users
    ).run("many").failure
    #expect(try #require(failure).message.contains("2 of 100 users were not answered as expected"))
  }

  @Test func `what a user was refused, and what it never sent, counts with the whole time`() throws
  {
    let run = try RequestScene(
      "- http: GET /echo?user=${user}\n  data: users.csv\n  expect: { $.path: /echo?user=a }\n"
        + "- http: GET /text\n  expect: { status: 200 }",
      files: ["users.csv": "user\nb\n" + String(repeating: "a\n", count: 99)],
      load: "{ arrivals: 100/s, for: 1 s, pattern: constant, errors: 1 %, stories: { story: 1 } }"
    ).run("many").passing()
    #expect(run.measurements[.errors] == 1)
    let requests = try #require(run.steps[0].latencies?.requests)
    #expect(requests.map(\.latencies.count) == [100, 100])
    // The last user comes after a second.
    #expect(requests.allSatisfy { $0.latencies.latency(atRank: 100) >= 1_000_000_000 })
  }

  @Test func `an answer of which only the digest is known has to have a good status`() throws {
    let failure = try RequestScene(
      "- http: GET /me\n  expect: { digest: \"00ff\" }", load: Self.users
    ).run("many").failure
    #expect(try #require(failure).message.contains("found the status 401"), "\(failure!)")
  }

  @Test func `an error is as expected if it is one of sending or reading, too`() throws {
    let scene = try RequestScene(
      """
      - http: GET /lines
        take: { a: $.a }
        expect: { status: 200 }
      - http: GET /echo
        headers: { x-name: "${a}" }
        repeat: 2
        expect: { error: several-lines }
      - http: GET /text
        take: { b: $.b }
        expect: { error: not-json }
      - http: GET /lines
        take: { b: $.b }
        expect: { error: nothing-to-take }
      - http: GET /text
        changing: [$.at]
        expect: { error: not-json }
      - http: GET /echo
        headers: { x-name: "${a}" }
        expect: { error: several-lines }
      """, load: Self.users)
    let alone = scene.run()
    #expect(alone.passed, "\(alone.ending)")
    let run = try scene.run("many").passing()
    #expect(run.steps[0].outcome["users"] == .integer(100))
    // What can't be sent is not.
    let requests = try #require(run.steps[0].latencies?.requests)
    #expect(requests.map(\.latencies.count) == [100, 0, 100, 100, 100, 0])
  }

  @Test(arguments: [
    ("GET /lines", "", "several-lines"), ("GET /lines", "take: { a: $.a }", "not-json"),
    ("GET /lines", "changing: [$.a]", "not-json"),
  ])
  func `an answer in place of the expected error is wrong`(
    _ line: String, _ setting: String, _ error: String
  ) throws {
    let failure = try RequestScene(
      "- http: \(line)\n  \(setting)\n  expect: { error: \(error) }", load: Self.users
    ).run("many").failure
    #expect(
      try #require(failure).message.contains(
        "100 of 100 users were not answered as expected; the first: story: \(line): expected the error "
          + "'\(error)', found the status 200"), "\(failure!)")
  }

  @Test func `what libcurl sends again is counted`() throws {
    // Of all requests the server drops one, on a connection that was kept.
    let run = try RequestScene(
      "- http: GET /text\n  expect: { status: 200 }\n- http: GET /drop\n  expect: { status: 200 }",
      load: Self.users
    ).run("many").passing()
    #expect(run.steps[0].outcome["sent-again"] == .integer(1))
    let others = try RequestScene(Self.steps, load: Self.users).run("many")
    #expect(others.passed && others.steps[0].outcome["sent-again"] == nil, "\(others.ending)")
  }

  @Test func `no user has the cookies of another`() throws {
    let run = try RequestScene(
      """
      - http: GET /cookie
        expect: { $.cookie: "null" }
      - http: POST /session
        json: { user: alice }
        expect: { status: 201 }
      - http: GET /cookie
        expect: { $.cookie: s=alice }
      """, load: Self.users
    ).run("many")
    #expect(run.passed && run.steps[0].latencies?.all.count == 3 * 100, "\(run.ending)")
  }

  @Test func `data is read before the first user comes, who would wait for it`() throws {
    let failure = try RequestScene(
      "- http: GET /text\n  expect: { status: 404 }\n"
        + "- http: GET /echo?user=${user}\n  data: ${file}\n  expect: { status: 200 }",
      variables: "{ file: none.csv }", load: Self.users
    ).run("many").failure
    #expect(failure?.reason == .notMeasured)
    #expect(try #require(failure).message.contains("'none.csv' can't be read"), "\(failure!)")
  }

  @Test func `every user has a row of data of its own`() throws {
    let run = try RequestScene(
      "- http: GET /echo?user=${user}\n  data: users.csv\n  expect: { status: 200 }\n"
        + "- http: GET /echo?user=${user}\n  data: users.csv\n  expect: { status: 200 }",
      files: ["users.csv": "user\na\nb\n"], load: Self.users
    ).run("many")
    #expect(run.passed && run.steps[0].latencies?.all.count == 2 * 100, "\(run.ending)")
  }
}

extension TestsThatMoveThreads {
  /// Pairs of many users, who come to both sides. Each test is a process of its own, because all of its threads enter
  /// the real-time class if they may, and would starve other tests.
  @Suite(.enabled(if: hasTwoCPUs, "a duet needs a second CPU for the harness"))
  struct UserLoadPairTests {
    @Test func `in a pair both sides serve the same users`() async {
      await #expect(processExitsWith: .success) {
        let pair = try RequestScene(UserLoadTests.steps, load: UserLoadTests.users).pair()
        for run in pair.inOrder {
          try #require(run.passed, "\(run.ending)")
          #expect(run.steps[0].latencies?.all.count == 3 * 100)
          #expect(run.measurements(ofStep: 3)[.latencyP99] != nil)
          #expect(run.measurements[.latencyP99] != nil && run.measurements[.wallTime] == nil)
        }
      }
    }

    @Test func `both services share a CPU, in the real-time class if that is allowed`() async {
      await #expect(processExitsWith: .success) {
        let mayEnter = RealTimeClass() != nil
        let policy = mayEnter ? SCHED_RR : SCHED_OTHER
        let pair = try RequestScene(
          "- http: GET /placement\n  expect: { status: 200, $.cpus: 1, $.policy: \(policy) }",
          load: UserLoadTests.users
        ).pair()
        for run in pair.inOrder {
          try #require(run.passed, "\(run.ending)")
          guard case .load(_, crowding: _, let schedulingClass) = run.arrangement else {
            Issue.record("\(String(describing: run.arrangement))")
            return
          }
          #expect(schedulingClass == (mayEnter ? .realTime : .usual))
        }
      }
    }

    @Test func `one after the other, both sides serve the same users on all CPUs`() async {
      await #expect(processExitsWith: .success) {
        let mayEnter = RealTimeClass() != nil
        let (server, client) = mayEnter ? (10, 11) : (0, 0)
        let cpus = try CPUAffinity().cpus.count
        let scene = try RequestScene(
          """
          - http: GET /placement
            expect: { status: 200, $.cpus: \(cpus) }
          - http: GET /priorities
            expect: { $.server: \(server), $.client: \(client) }
          """, load: "{ arrivals: 20/s, for: 1 s, stories: { story: 1 } }")
        let pair = scene.apart(because: .refused("they are busy"))
        for run in pair.inOrder {
          try #require(run.passed, "\(run.ending)")
          #expect(
            run.arrangement
              == .backToBack(.refused("they are busy"), in: mayEnter ? .realTime : .usual))
          #expect(run.measurements[.latencyP50] != nil)
        }
        let users = pair.inOrder.map { $0.steps[0].outcome["users"] }
        #expect(users[0] == users[1])
      }
    }

    @Test func `the next pair has other users`() async {
      await #expect(processExitsWith: .success) {
        let users = "{ arrivals: 100/s, for: 500 ms, stories: { story: 1 } }"
        let scene = try RequestScene(UserLoadTests.steps, load: users)
        let counts = try (1...3).map { round in
          let counts = try scene.pair(round: round).inOrder.map { run in
            try #require(run.passed, "\(run.ending)")
            return run.steps[0].latencies?.all.count
          }
          #expect(counts[0] == counts[1])
          return counts[0]
        }
        // By another implementation of the generator 48, 56 and 58 users, of three requests each.
        #expect(counts == [144, 168, 174])
      }
    }

    @Test func `a server that does not answer fails, and not the one beside it`() async {
      await #expect(processExitsWith: .success) {
        let pair = try RequestScene(
          "- http: GET ${path}\n  expect: { status: 200 }", variables: "{ path: /text }",
          ofB: "{ path: /never }", timeLimit: "2 s",
          load: "{ arrivals: 20/s, for: 500 ms, pattern: constant, stories: { story: 1 } }"
        ).pair()
        let failure = try #require(pair.candidate.failure)
        #expect(failure.message.contains("'unanswered-users': "), "\(failure)")
        #expect(
          failure.message.contains("of 10 users were not answered in time; the first: story: GET"),
          "\(failure)")
        #expect(pair.baseline.failure?.reason == .twinFailed)
      }
    }

    @Test func `if one side fails, the other does not wait for its users`() async {
      await #expect(processExitsWith: .success) {
        let users = "{ arrivals: 10/s, for: 30 s, stories: { story: 1 } }"
        let pair = try RequestScene(
          "- http: GET /end\n  expect: { status: 200 }", load: users
        ).pair()
        let failures = pair.inOrder.compactMap(\.failure)
        #expect(failures.count == 2)
        #expect(!failures.contains { $0.message.hasPrefix("No answer within") }, "\(failures)")
      }
    }
  }
}
