import CSodium
import Foundation

/// Decides who is let in: those who know the token, by an address of this site, with a request that a page
/// of this site would send.
///
/// The token comes once in the address (`/?token=…`) and is kept in a cookie from then on that scripts can't
/// read and that no other site's page sends along; programs send it as `Authorization: Bearer …`.
public struct SiteGate: Sendable {
  private let token: String
  private let hosts: Set<String>?
  private let cookieName: String

  /// The most that a form may hold, bytes.
  public static let mostBytes = 65_536

  /// A gate.
  /// - Parameters:
  ///   - token: what is to be known.
  ///   - port: the port of the site; it is part of the cookie's name, since cookies are those of a host.
  ///   - hosts: the names by which browsers may ask for it, such as `localhost:8765`; nil for any. A page of
  ///     another site that has its own name lead here sends that name.
  public init(token: String, port: UInt16, hosts: Set<String>?) {
    self.token = token
    self.hosts = hosts
    cookieName = "rehearse-\(port)"
  }

  /// A token that nobody guesses: 192 bits.
  public static func freshToken() -> String {
    (0..<3).map { _ in
      let part = String(UInt64.random(in: .min ... .max), radix: 16)
      return String(repeating: "0", count: 16 - part.count) + part
    }.joined()
  }

  /// Returns what to answer to one who is not let in, and nil to one who is.
  public func refusal(of request: SiteRequest) -> SiteAnswer? {
    if request.body.count > Self.mostBytes {
      return .refusal(413, "A form has at most \(Self.mostBytes) bytes.")
    }
    if let hosts, !hosts.contains((request.fields["host"] ?? "").lowercased()) {
      return .refusal(
        421, "This site goes by another name: \(hosts.sorted().joined(separator: ", ")).")
    }
    guard let path = SitePath(request.target) else { return .notFound }
    guard ["GET", "HEAD", "POST"].contains(request.method) else {
      var answer = SiteAnswer.refusal(405, "Allowed: GET, HEAD and POST.")
      answer.fields["Allow"] = "GET, HEAD, POST"
      return answer
    }
    if let given = path.query["token"], isToken(given) {
      // From here on by the cookie, so that the token is in no history, bookmark or screenshot.
      return .redirection(
        to: path.target(without: "token"),
        fields: ["Set-Cookie": "\(cookieName)=\(token); Path=/; HttpOnly; SameSite=Strict"]
      )
    }
    let sent = request.cookie(cookieName) ?? bearer(request)
    guard let sent, isToken(sent) else {
      return .refusal(
        401, "Open the address that 'rehearse serve' printed: it has the token in it.")
    }
    if request.method == "POST", !isOfThisSite(request) {
      return .refusal(403, "This form was sent by a page of another site.")
    }
    return nil
  }

  /// Returns whether a form was sent by a page of this site, or by a program.
  private func isOfThisSite(_ request: SiteRequest) -> Bool {
    guard let origin = request.fields["origin"] else { return request.cookie(cookieName) == nil }
    guard let host = request.fields["host"] else { return false }
    return origin.lowercased() == "http://\(host.lowercased())"
      || origin.lowercased() == "https://\(host.lowercased())"
  }

  private func bearer(_ request: SiteRequest) -> String? {
    let words = (request.fields["authorization"] ?? "").split(separator: " ", maxSplits: 1)
    return words.count == 2 && words[0].lowercased() == "bearer" ? String(words[1]) : nil
  }

  /// Compares in a time that does not depend on where they differ.
  private func isToken(_ text: String) -> Bool {
    let (a, b) = (Array(text.utf8), Array(token.utf8))
    return a.count == b.count && sodium_memcmp(a, b, a.count) == 0
  }
}
