import Foundation
import Serving
import Testing

@Suite struct AuthenticationTests {
  private let authentication = Authentication(
    token: "secret-secret-secret", port: 8765, hosts: ["localhost:8765", "127.0.0.1:8765"])

  private func request(
    _ fields: [String: String] = [:], to target: String = "/", method: String = "GET", body: Int = 0
  ) -> SiteRequest {
    SiteRequest(
      method, target, fields: ["host": "localhost:8765"].merging(fields) { $1 },
      body: Data(repeating: 65, count: body))
  }

  private static let cookie = ["cookie": "other=1; rehearse-8765=secret-secret-secret"]

  @Test func `a request with the token in a cookie or field is let in`() {
    #expect(authentication.refusal(of: request(Self.cookie)) == nil)
    #expect(
      authentication.refusal(of: request(["authorization": "Bearer secret-secret-secret"])) == nil)
    #expect(
      authentication.refusal(of: request(["authorization": "bearer secret-secret-secret"])) == nil)
  }

  @Test(arguments: [
    [:] as [String: String], ["cookie": "rehearse-8765=secret-secret-secreT"],
    ["cookie": "rehearse-8765="],
    ["cookie": "rehearse-8766=secret-secret-secret"],
    ["authorization": "Basic secret-secret-secret"],
    ["authorization": "Bearer "], ["authorization": "Bearer secret-secret-secret-and-more"],
  ])
  func `a request without the right token is refused`(_ fields: [String: String]) {
    #expect(authentication.refusal(of: request(fields))?.status == 401)
  }

  @Test func `the token in the address becomes a cookie, and is removed from the address`() {
    let answer = authentication.refusal(
      of: request(to: "/experiments/5/?token=secret-secret-secret&a=%0d%0aX:+1"))
    #expect(answer?.status == 303)
    #expect(answer?.fields["Location"] == "/experiments/5/?a=%0D%0AX%3A%201")
    #expect(
      answer?.fields["Set-Cookie"]
        == "rehearse-8765=secret-secret-secret; Path=/; HttpOnly; SameSite=Strict")
    #expect(authentication.refusal(of: request(to: "/?token=secret"))?.status == 401)
  }

  @Test(arguments: ["evil.example", "localhost", "localhost:8766", ""])
  func `a request for an unknown host name is refused`(_ host: String) {
    #expect(
      authentication.refusal(of: request(Self.cookie.merging(["host": host]) { $1 }))?.status == 421
    )
    let open = Authentication(token: "secret-secret-secret", port: 8765, hosts: nil)
    #expect(open.refusal(of: request(Self.cookie.merging(["host": host]) { $1 })) == nil)
  }

  @Test func `a form from another site's page is refused`() {
    let own = Self.cookie.merging(["origin": "http://localhost:8765"]) { $1 }
    let others = Self.cookie.merging(["origin": "http://localhost:9000"]) { $1 }
    #expect(authentication.refusal(of: request(own, method: "POST")) == nil)
    #expect(authentication.refusal(of: request(others, method: "POST"))?.status == 403)
    // Browsers say where a form comes from; what does not say it, and has a browser's cookie, is odd.
    #expect(authentication.refusal(of: request(Self.cookie, method: "POST"))?.status == 403)
    #expect(
      authentication.refusal(
        of: request(["authorization": "Bearer secret-secret-secret"], method: "POST"))
        == nil)
  }

  @Test func `other methods, long forms and paths that lead up are refused`() {
    #expect(authentication.refusal(of: request(Self.cookie, method: "DELETE"))?.status == 405)
    #expect(
      authentication.refusal(of: request(Self.cookie, method: "POST", body: 65_537))?.status == 413)
    #expect(authentication.refusal(of: request(Self.cookie, to: "/../etc/passwd"))?.status == 404)
  }

  @Test func `fresh tokens have 48 digits and differ`() {
    let tokens = Set((0..<100).map { _ in Authentication.freshToken() })
    #expect(tokens.count == 100)
    #expect(tokens.allSatisfy { $0.wholeMatch(of: #/[0-9a-f]{48}/#) != nil })
  }
}

@Suite struct SitePathTests {
  @Test func `a path is split into parts, and a query into values`() {
    let path = SitePath("/experiments/5/a%20b.csv?x=1&y=%C3%A4+b&z&x=2")
    #expect(path?.parts == ["experiments", "5", "a b.csv"])
    #expect(path?.query == ["x": "2", "y": "ä b", "z": ""])
    #expect(SitePath("/")?.parts == [""])
    #expect(SitePath("/experiments/5/")?.parts == ["experiments", "5", ""])
  }

  @Test(arguments: [
    "", "*", "http://localhost/", "/..", "/a/../b", "/%2e%2e/b", "/.git/config", "/a%2fb", "/a%00b",
    "/a%0ab", "/a//b", "//evil.example", "/%zz", "/%ff", "/?a=%zz",
    "/" + String(repeating: "a", count: 4096),
  ])
  func `a path that leads elsewhere or is wrongly encoded is refused`(_ target: String) {
    #expect(SitePath(target) == nil)
  }
}
