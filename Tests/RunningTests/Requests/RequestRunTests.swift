import Costs
import DriverProtocol
import Foundation
import Recording
import SystemPackage
import TestSupport
import Testing

@testable import Running

/// Steps that are requests, sent to a real server.
@Suite struct RequestRunTests {
  @Test func `facts are the status and the parts of the answer that are expected`() throws {
    let steps = try RequestScene(
      """
      - http: GET /devices?state=free
        repeat: 3
        changing: [$.at]
        expect:
          status: 200
          length($.devices): 3
          $.devices[0].name: A
          $.devices[-1].id: 3
          $.devices[*].free: [false, true, true]
          $['ratio']: 1.5
          header X-Total: "3"
          $.devices[0]: '{"free":false,"id":1,"name":"A"}'
      """
    ).steps()
    #expect(steps[0].label == "GET /devices?state=free ×3")
    #expect(steps[0].outcome["status"] == .integer(200))
    #expect(steps[0].digest?.count == 16)
  }

  @Test func `the digest does not depend on what else is expected, or on what changes`() throws {
    let scene = try RequestScene(
      """
      - http: GET /devices
        changing: [$.at]
        expect: { status: 200 }
      - http: GET /devices
        changing: [$.at]
        expect: { $.ratio: 1.5 }
      - http: GET /text
        expect: { text: no JSON }
      - http: GET /devices
        changing: all
        expect: { status: 200 }
      """)
    let digests = try scene.steps().map(\.digest)
    #expect(digests[0] == digests[1])
    #expect(try scene.steps().map(\.digest) == digests)
    #expect(Set(digests).count == 3)
  }

  @Test func `later requests use what earlier ones took, and a number stays one`() throws {
    let steps = try RequestScene(
      """
      - http: POST /session
        json: { user: "${who}", password: secret }
        take: { token: $.token, number: $.number }
        expect: { status: 201, $.user: alice }
      - http: GET /me
        headers: { authorization: "Bearer ${token}" }
        expect: { status: 200 }
      - http: PUT /things/${number}
        json: { number: "${number}", list: ["${who}", 1, 2.5, true, ~], text: "no. ${number}, $${who}" }
        expect:
          $.method: PUT
          $.type: application/json
          $.body: '{"list":["alice",1,2.5,true,null],"number":7,"text":"no. 7, ${who}"}'
      - http: GET /moved
        take: { place: header location }
        expect: { status: 302 }
      - http: GET ${place}
        expect: { length($.devices): 3 }
      """, variables: "{ who: alice }"
    ).steps()
    #expect(steps.count == 5)
  }

  @Test func `headers of the scenario are added once their values are known`() throws {
    _ = try RequestScene(
      """
      - http: GET /me
        expect: { status: 401, $.token: "null" }
      - http: POST /session
        json: { user: alice }
        take: { token: $.token }
        expect: { status: 201 }
      - http: GET /me
        expect: { status: 200 }
      - http: GET /me
        headers: { Authorization: other }
        expect: { status: 401, $.token: other }
      """, settings: "http: { to: server, headers: { authorization: \"Bearer ${token}\" } }"
    ).steps()
  }

  @Test func `one connection and its cookies last for a run`() throws {
    _ = try RequestScene(
      """
      - http: POST /session
        json: { user: alice }
        expect: { status: 201 }
      - http: GET /cookie
        repeat: 50
        expect: { $.cookie: s=42 }
      - http: HEAD /devices
        expect: { status: 200, bytes: 0, header x-total: "3" }
      - http: GET /connections
        expect: { $.connections: 1 }
      """
    ).steps()
  }

  @Test func `content is a form, a text or a file, and addresses are encoded`() throws {
    _ = try RequestScene(
      """
      - http: POST /form
        form: { name: "${who}", age: 5 }
        expect: { $.body: age=5&name=a%20%26%20b, $.type: application/x-www-form-urlencoded }
      - http: PATCH /text
        text: "for ${who}"
        headers: { content-type: text/x-own }
        expect: { $.body: for a & b, $.type: text/x-own }
      - http: DELETE /file
        file: body.txt
        expect: { $.body: from a file, $.type: application/octet-stream }
      - http: POST /nothing
        expect: { $.body: "" }
      - http: GET /echo?q=${who}
        headers: { x-name: "${who}" }
        expect: { $.path: /echo?q=a%20%26%20b, $.x: a & b }
      """, files: ["body.txt": "from a file"], variables: "{ who: \"a & b\" }"
    ).steps()
  }

  @Test func `each request uses the next row of its data, and after the last the first`() throws {
    let steps = try RequestScene(
      """
      - http: GET /echo?user=${user}
        data: users.csv
        repeat: 2
        changing: all
        expect: { status: 200 }
      - http: GET /echo?user=${user}
        data: users.csv
        expect: { $.path: /echo?user=carol%2C%20c. }
      - http: GET /echo?user=${user}
        data: users.csv
        expect: { $.path: /echo?user=alice }
      """, files: ["users.csv": "user,unit\nalice,IT\nbob,HR\n\"carol, c.\",IT\n"]
    ).steps()
    #expect(steps[0].repetitions == 2)
  }

  @Test func `the service's costs are measured, step by step`() throws {
    let scene = try RequestScene(
      "- http: GET /devices\n  repeat: 100\n  changing: [$.at]\n  expect: { status: 200 }")
    let run = scene.run()
    try #require(run.passed, "\(run.ending)")
    #expect(try #require(run.value("server.cpu-time")) > 0)
    #expect(try #require(run.value("server.peak-memory")) > 1_000_000)
    #expect(try #require(run.steps[0].inside.wall) > .zero)
  }

  @Test func `requests are encrypted with the certificate that alone is trusted`() throws {
    let certificates = try ScratchFolder()
    for name in ["server", "other"] {
      let made = try Completion.of([
        "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
        "-nodes", "-days", "2", "-subj", "/CN=localhost", "-addext",
        "subjectAltName=DNS:localhost", "-keyout", certificates.file("\(name).key"), "-out",
        certificates.file("\(name).pem"),
      ])
      try #require(made.status == 0, "\(made)")
    }
    let both = try certificates.add(
      "both.pem",
      try ["server.key", "server.pem"].map {
        try String(contentsOfFile: certificates.file($0), encoding: .utf8)
      }.joined())
    func scene(_ name: String) throws -> RequestScene {
      try RequestScene(
        "- http: GET /text\n  expect: { text: no JSON }",
        settings: "http: { certificate: \(certificates.file("\(name).pem")) }",
        server: [both.string])
    }
    _ = try scene("server").steps()
    #expect(try scene("other").failure().contains("'tls-failed': There is no encrypted connection"))
  }
}

/// Servers that fail, and requests that can't be sent.
@Suite struct RequestFailureTests {
  @Test(arguments: [
    ("GET /gone", "connection-reset", "The service ended the connection before it answered"),
    ("GET /half", "partial-answer", "after 10 bytes of its content"),
    ("GET /garbage", "no-http", "The answer is not HTTP"),
    ("GET /large", "too-large", "more than 268435456 bytes, the most that are read"),
    ("GET ${place}", "elsewhere", "'http://example.org/' is not an address of the service"),
  ])
  func `a bad answer has a code that can be expected`(
    _ line: String, _ code: String, _ words: String
  ) throws {
    let variables = "{ place: \"http://example.org/\" }"
    let failure = try RequestScene(
      "- http: \(line)\n  expect: { status: 200 }", variables: variables
    ).failure()
    #expect(failure.contains("'\(code)': ") && failure.contains(words), "\(failure)")
    _ = try RequestScene(
      "- http: \(line)\n  expect: { error: \(code) }", variables: variables
    ).steps()
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
