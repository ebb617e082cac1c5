import Foundation

/// The address of a Postgres database, for example `postgres://anna@db.example/team`.
///
/// libpq reads the address itself. What it would silently accept, or refuse with a message that shows the
/// password, is refused here.
public struct PostgresAddress: Sendable, Equatable, CustomStringConvertible {
  /// The address for libpq, with the password.
  let text: String
  /// The address without password and parameters.
  public let description: String
  /// The password, encoded and decoded; it is never shown.
  let secrets: [String]

  /// The allowed parameters after `?`: those of libpq that say where and how to connect.
  private static let parameters = [
    "host", "port", "sslmode", "sslrootcert", "sslcert", "sslkey", "passfile", "connect_timeout",
    "target_session_attrs",
  ]

  /// Reads an address.
  /// - Throws: ``SharingError/address(reason:)``, without the password.
  public init(_ text: String) throws(SharingError) {
    let schemes = ["postgres://", "postgresql://"]
    guard let scheme = schemes.first(where: { text.hasPrefix($0) }) else {
      throw .address(reason: "does not begin with postgres://")
    }
    guard text.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
      throw .address(
        reason: "has a blank, a control character or a letter outside ASCII; percent-encode it, "
          + "as in %20")
    }
    let parts = text.dropFirst(scheme.count).split(
      separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let query = parts.count > 1 ? parts[1] : ""
    let path = parts[0].split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    let database = path.count > 1 ? path[1] : ""
    guard !database.isEmpty else { throw .address(reason: "names no database") }
    guard !database.contains("/") else { throw .address(reason: "names more than one database") }

    var user: Substring = ""
    var password: Substring = ""
    var hosts = path[0]
    if let at = hosts.lastIndex(of: "@") {
      let login = hosts[..<at].split(
        separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      user = login[0]
      password = login.count > 1 ? login[1] : ""
      hosts = hosts[hosts.index(after: at)...]
      guard !(user + password).contains("@") else {
        throw .address(reason: "has an @ in its user or password; write it as %40")
      }
    }
    for part in [user, password, hosts, database, query] { try Self.checkEscapes(part) }
    for host in hosts.split(separator: ",") { try Self.checkPort(host) }
    var place = hosts
    for parameter in query.split(separator: "&", omittingEmptySubsequences: false)
    where !query.isEmpty {
      let pair = parameter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard Self.parameters.contains(String(pair[0])), pair.count == 2, !pair[1].isEmpty else {
        // The value is not shown, because it may be a password.
        throw .address(
          reason: "has the parameter '\(pair[0])', allowed with a value: "
            + Self.parameters.joined(separator: ", "))
      }
      if pair[0] == "host" { place = pair[1] }
    }
    self.text = text
    secrets = [String(password), String(password).removingPercentEncoding ?? ""]
      .filter { !$0.isEmpty }
    let shown = place.removingPercentEncoding ?? String(place)
    description =
      "\(scheme)\(user.isEmpty ? "" : "\(user)@")\(shown)\(shown.hasPrefix("/") ? ":" : "/")\(database)"
  }

  /// A message of libpq or a server, on one line and without the password.
  func quoted(_ message: String) -> String {
    var words = message.split(whereSeparator: \.isNewline)
      .map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "; ")
    for secret in secrets { words = words.replacing(secret, with: "…") }
    while words.hasSuffix(".") { words.removeLast() }
    return words.isEmpty ? "no reason was given" : words
  }

  private static func checkEscapes(_ text: Substring) throws(SharingError) {
    for part in text.split(separator: "%", omittingEmptySubsequences: false).dropFirst() {
      let digits = part.prefix(2)
      guard digits.count == 2, digits.allSatisfy(\.isHexDigit), digits != "00" else {
        throw .address(reason: "has a % without two hexadecimal digits after it")
      }
    }
  }

  private static func checkPort(_ host: Substring) throws(SharingError) {
    // An IPv6 address is in brackets.
    let tail = host.lastIndex(of: "]").map { host[host.index(after: $0)...] } ?? host
    guard let colon = tail.lastIndex(of: ":") else { return }
    let port = tail[tail.index(after: colon)...]
    guard let number = Int(port), (1...65535).contains(number) else {
      throw .address(reason: "has the port '\(port)', allowed: 1 to 65535")
    }
  }
}
