import DriverProtocol
import Foundation
import Recording
import SystemPackage
import TestSupport
import Testing

@testable import Running
@testable import rehearse_users

/// Servers that fail, and requests that can't be sent.
@Suite struct RequestFailureTests {
  @Test(arguments: [
    ("GET /gone", "connection-reset", "The service ended the connection before it answered"),
    ("GET /reset", "connection-reset", "The service ended the connection before it answered"),
    ("GET /half", "partial-answer", "after 10 bytes of its content"),
    ("GET /half-head", "partial-answer", "after 0 bytes of its content"),
    ("GET /half-chunk", "partial-answer", "after 3 bytes of its content"),
    ("GET /bad-chunk", "no-http", "The answer is not HTTP"),
    ("GET /garbage", "no-http", "The answer is not HTTP"),
    ("GET /other-version", "no-http", "The answer is not HTTP"),
    ("GET /no-status", "no-http", "The answer is not HTTP"),
    ("GET /nul-head", "no-http", "The answer is not HTTP"),
    ("GET /endless-head", "no-http", "The answer is not HTTP"),
    ("GET /negative", "no-http", "The answer is not HTTP"),
    ("GET /large", "too-large", "more than 268435456 bytes, the most that are read"),
    ("GET ${place}", "elsewhere", "'http://example.org/' is not an address of the service"),
    ("GET ${digit}/text", "elsewhere", "'0/text' is not an address of the service"),
    ("GET ${digit}@example.org/", "elsewhere", "'0@example.org/' is not an address of the service"),
  ])
  func `a bad answer has a code that can be expected`(
    _ line: String, _ code: String, _ words: String
  ) throws {
    let variables = "{ place: \"http://example.org/\", digit: \"0\" }"
    let failure = try RequestScene(
      "- http: \(line)\n  expect: { status: 200 }", variables: variables
    ).failure()
    #expect(failure.contains("'\(code)': ") && failure.contains(words), "\(failure)")
    _ = try RequestScene(
      "- http: \(line)\n  expect: { error: \(code) }", variables: variables
    ).steps()
  }

  @Test(arguments: ["POST", "PUT", "PATCH", "DELETE"])
  func `a request that may have changed something is not sent again by libcurl`(_ method: String)
    throws
  {
    let first = "- http: GET /text\n  expect: { status: 200 }\n- http: \(method) /drop\n  expect: "
    let scene = try RequestScene(
      first + "{ error: connection-reset }\n- http: GET /drop\n  expect: { $.asked: 2 }")
    #expect(try scene.steps().count == 3)
    let failure = try RequestScene(first + "{ status: 200 }").failure()
    #expect(
      failure.contains("'connection-reset': ") && failure.contains("so it is not sent again"),
      "\(failure)")
  }

  @Test func `a part that later steps use has to be there`() throws {
    let step =
      "- http: GET /%@\n  take: { id: $.nothing }\n  changing: all\n  expect: { status: 200 }"
    let missing = try RequestScene(step.replacing("%@", with: "cookie")).failure()
    #expect(
      missing.contains(
        #"'nothing-to-take': The answer has no $.nothing, which 'take' names: "{\"cookie\": null}""#
      ),
      "\(missing)")
    let noJSON = try RequestScene(step.replacing("%@", with: "text")).failure()
    #expect(noJSON.contains(#"'not-json': The answer is not JSON: "no JSON""#), "\(noJSON)")
  }

  @Test(arguments: [
    ("invalid", #""{\"a\": \"\#u{FFFD}\"}""#), ("huge", #""{\"a\": 1e999}""#),
    ("deep-list", "it has more than 100 levels."), ("deep-object", "it has more than 100 levels."),
    ("gzip", ""), ("empty", "it has no content"),
  ])
  func `content that can't be read as JSON is shown`(_ path: String, _ words: String) throws {
    let failure = try RequestScene("- http: GET /\(path)\n  expect: { $.a: 1 }").failure()
    #expect(failure.contains("'not-json': The answer is not JSON: \(words)"), "\(failure)")
  }

  @Test func `a server that no longer listens is one that refuses connections`() throws {
    let steps = "- http: GET /refuse\n  expect: { status: 200 }\n- http: GET /text\n  expect: "
    let failure = try RequestScene(steps + "{ status: 200 }").failure()
    #expect(
      failure.contains("'connection-refused': The service does not accept connections."),
      "\(failure)")
    _ = try RequestScene(steps + "{ error: connection-refused }").steps()
  }

  @Test func `a server without a descriptor left is one that does not answer`() throws {
    let failure = try RequestScene(
      """
      - http: GET /starve
        expect: { status: 200 }
      - http: GET /text
        time-limit: 300 ms
        expect: { status: 200 }
      """
    ).failure()
    #expect(failure.hasPrefix("No answer within 0.3 s"), "\(failure)")
  }

  @Test
  func `without a descriptor left what sends the requests says so, and it is the tool's failure`()
    throws
  {
    let failure = try RequestScene(
      """
      - http: GET /starve-client
        expect: { status: 200 }
      - http: GET /text
        expect: { status: 200 }
      """
    ).run().failure
    #expect(failure?.reason == .notMeasured)
    #expect(failure?.message == "The request can't be sent: Too many open files.")
  }

  @Test func `what sends the requests is no app that crashes if it ends`() throws {
    let failure = try RequestScene("- http: GET /end-client\n  expect: { status: 200 }").run()
      .failure
    #expect(failure?.reason == .notMeasured)
    #expect(
      failure?.message == "rehearse-users was ended by signal 15 (Terminated) before it answered.")
  }

  @Test func `a failure of what sends the requests is the tool's, unless a service may be silent`()
  {
    func reason(_ failure: RunFailure) -> RunFailure.Reason { failure.ofOwnProgram.reason }
    #expect(reason(.exited("The driver", with: 1, "before it answered")) == .notMeasured)
    #expect(reason(.noCost) == .notMeasured)
    let farewell = RunFailure.notEnded("The driver", within: .seconds(5), after: "'bye'").atFarewell
    #expect(reason(farewell) == .notMeasured)
    var silent = RunFailure.noAnswer(within: .seconds(5), .unknown)
    #expect(reason(silent) == .notMeasured)
    silent.step = StepName("story: GET /never")
    #expect(reason(silent) == .timedOut)
    #expect(reason(RunFailure(reason: .wrongRefusal, message: "It failed.")) == .wrongRefusal)
  }

  @Test func `a value of an answer that breaks a header is the service's, and others are not`()
    throws
  {
    let steps = """
      - http: GET /lines
        take: { a: $.a }
        expect: { status: 200 }
      - http: GET /echo
        headers: { x-name: "${a}" }
        expect: %@
      """
    let failure = try RequestScene(steps.replacing("%@", with: "{ status: 200 }")).failure()
    #expect(
      failure.contains(
        "'several-lines': With a value taken from an answer a header has more than one line, or a NUL: "
          + #""x-name: 1\n2""#), "\(failure)")
    _ = try RequestScene(steps.replacing("%@", with: "{ error: several-lines }")).steps()
    var values = Values(variables: ["b=3\n4"])
    values.taken["a"] = .text("1\n2")
    #expect(try values.header("x: ${b} ${a}") == "x: 3\n4 1\n2")
  }

  @Test func `what sends the requests has to be of the harness's version`() throws {
    let scene = try RequestScene("- http: GET /\n  expect: { status: 200 }")
    let verbs = ["http", "users"]
    for driver in ["rehearse-users 0.0.9", nil] {
      let reply = Reply(ok: true, protocol: 1, driver: driver, verbs: verbs)
      let failure = #expect(throws: RunFailure.self) {
        try Handshake.greeting.check(reply, to: scene.scenario)
      }
      #expect(failure?.reason == .notMeasured)
      #expect(
        failure?.message
          == "The steps are requests, which \(StepRequest.driver) has to send, but what is installed answers as "
          + "'\(driver ?? "")'; install both in one version.")
    }
    let own = Reply(ok: true, protocol: 1, driver: StepRequest.driver, verbs: verbs)
    try Handshake.greeting.check(own, to: scene.scenario)
  }

  @Test func `an answer of another status or value fails the run, with both`() throws {
    let status = try RequestScene("- http: GET /me\n  expect: { status: 200 }").failure()
    #expect(status.contains("Expected status 200, found 401"), "\(status)")
    let value = try RequestScene("- http: GET /me\n  expect: { $.token: t1 }").failure()
    #expect(value.contains("Expected $.token"), "\(value)")
    let part = try RequestScene("- http: GET /me\n  expect: { $.name: x }").failure()
    #expect(part.contains("the outcome has no '$.name'"), "\(part)")
  }

  @Test func `a server that never answers fails the step by its time limit`() throws {
    let failure = try RequestScene(
      "- http: GET /never\n  time-limit: 300 ms\n  expect: { status: 200 }"
    ).failure()
    #expect(failure.hasPrefix("No answer within 0.3 s"), "\(failure)")
  }

  @Test func `a server that ends is the reason`() throws {
    let failure = try RequestScene("- http: GET /end\n  expect: { status: 200 }").run().failure
    #expect(try #require(failure).message.contains("The service 'server' "), "\(failure!)")
  }

  @Test func `files and rows that are not there are named`() throws {
    let file = try RequestScene("- http: POST /\n  file: no.txt\n  expect: { status: 200 }")
      .failure()
    #expect(file.contains("'no.txt' can't be read"), "\(file)")
    let rows = try RequestScene(
      "- http: GET /${a}\n  data: a.csv\n  expect: { status: 200 }", files: ["a.csv": "a,b\n"]
    ).failure()
    #expect(rows.contains("'a.csv' has no rows of data: it has only a header"), "\(rows)")
    let column = try RequestScene(
      "- http: GET /${c}\n  data: a.csv\n  expect: { status: 200 }", files: ["a.csv": "a,b\n1,2\n"]
    ).failure()
    #expect(column.contains("Nothing defines '${c}'"), "\(column)")
  }

  @Test func `without the program that sends requests the failure is the tool's`() throws {
    let folder = try ScratchFolder()
    let launcher = folder["rehearse-launcher"]
    try FileManager.default.copyItem(
      atPath: BuiltProducts.launcher.string, toPath: launcher.string)
    #expect {
      try RequestClient.words([:], beside: Launcher(path: launcher))
    } throws: { error in
      (error as? RunFailure)?.reason == .notMeasured
        && "\(error)".contains("rehearse-users sends, and that is not installed")
    }
  }
}
