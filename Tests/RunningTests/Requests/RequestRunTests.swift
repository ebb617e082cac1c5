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

  @Test func `elements of a list that change leave the others in their places`() throws {
    let scene = try RequestScene(
      "- http: GET /times\n  changing: [\"$.list[0]\", \"$.list[2]\"]\n  expect: { \"$.list[-1]\": 2 }"
    )
    #expect(try scene.steps().map(\.digest) == scene.steps().map(\.digest))
  }

  @Test func `answers in all forms that HTTP has are read`() throws {
    _ = try RequestScene(
      """
      - http: GET /old
        expect: { status: 200, $.a: 1 }
      - http: GET /chunks
        expect: { status: 200, $.a: 1 }
      - http: GET /interim
        expect: { status: 200, header x-a: "3", bytes: 2 }
      - http: GET /folded
        expect: { header x-a: "a b: c d" }
      - http: GET /twice
        expect: { header x-a: "a, b" }
      - http: GET /more
        expect: { status: 200, text: "{}" }
      - http: GET /empty
        expect: { status: 204, bytes: 0 }
      - http: GET /same
        expect: { status: 304, bytes: 0 }
      - http: GET /gzip
        expect: { bytes: 4, header content-encoding: gzip }
      - http: GET /nul
        expect: { bytes: 3 }
      - http: GET /numbers
        expect: { $.most: 9223372036854775807, $.least: -9223372036854775807, $.part: 0.1 }
      """
    ).steps()
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

  @Test func `a number keeps all of its digits`() throws {
    _ = try RequestScene(
      """
      - http: GET /great
        take: { id: $.id }
        expect: { $.id: "12345678901234567891" }
      - http: GET /echo?id=${id}
        expect: { $.path: /echo?id=12345678901234567891 }
      """
    ).steps()
    let failure = try RequestScene(
      "- http: GET /great\n  expect: { $.id: \"12345678901234567890\" }"
    ).failure()
    #expect(
      failure.contains("Expected $.id 12345678901234567890, found 12345678901234567891"),
      "\(failure)")
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
        expect: { $.cookie: s=alice }
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
        form: { name: "${who}", age: 5, "a=b": [x, "ä+"] }
        expect:
          $.body: a%3Db=x&a%3Db=%C3%A4%2B&age=5&name=a%20%26%20b
          $.type: application/x-www-form-urlencoded
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
      - http: GET /echo/ä?q=50%25
        headers: { x-name: " " }
        expect: { $.path: /echo/%C3%A4?q=50%25, $.x: "" }
      - http: GET /moved-badly
        take: { place: header location }
        expect: { status: 302 }
      - http: GET ${place}
        expect: { $.path: /echo?q=a%20b%20c }
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
    let run = try scene.run().passing()
    #expect(try #require(run.value("server.cpu-time")) > 0)
    #expect(try #require(run.value("server.peak-memory")) > 1_000_000)
    #expect(try #require(run.steps[0].inside.wall) > .zero)
  }

  @Test func `requests are encrypted with the certificate that alone is trusted`() throws {
    let certificates = try ScratchFolder()
    for name in ["server", "other"] { try RequestScene.addCertificate(name, to: certificates) }
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
