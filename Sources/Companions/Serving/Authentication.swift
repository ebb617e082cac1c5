import CSodium
import Foundation

/// Decides who has access: those who know the token, by an address of this site, with a request that a page
/// of this site would send.
///
/// The token is once in the address (`/?token=…`), and then in a cookie that scripts can't read and that
/// other sites' pages do not send. Programs send it as `Authorization: Bearer …`.
public struct Authentication: Sendable {
  private let token: String
  private let hosts: Set<String>?
  private let cookieName: String

  /// The greatest size of a form, bytes.
  public static let mostBytes = 65_536

  /// Grants access to those who know a token.
  /// - Parameters:
  ///   - token: the secret.
  ///   - port: the site's port, which is part of the cookie's name, because cookies belong to a host.
  ///   - hosts: the host names that browsers may use, such as `localhost:8765`; nil for any. A page of
  ///     another site whose name leads here sends that name.
  public init(token: String, port: UInt16, hosts: Set<String>?) {
    self.token = token
    self.hosts = hosts
    cookieName = "rehearse-\(port)"
  }

  /// An unguessable token: 192 bits.
  public static func freshToken() -> String {
    (0..<3).map { _ in
      let part = String(UInt64.random(in: .min ... .max), radix: 16)
      return String(repeating: "0", count: 16 - part.count) + part
    }.joined()
  }

  /// Returns the answer if access is refused, and nil if it is granted.
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
      // From now on the cookie is used, so that the token is in no history, bookmark or screenshot.
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

  /// Compares in constant time, wherever they differ.
  private func isToken(_ text: String) -> Bool {
    let (a, b) = (Array(text.utf8), Array(token.utf8))
    return a.count == b.count && sodium_memcmp(a, b, a.count) == 0
  }
}
