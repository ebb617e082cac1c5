import SecretKeeping

/// The data that a user enters to connect (user story 1), and that the keychain keeps.
public struct LoginInformation: Hashable, Sendable {
  /// The user's name.
  public var user: String
  /// The user's password, in clear: never log or print this value.
  public var password: String
  /// The name of the inventory server.
  public var server: String
  /// The name of the unit whose devices are to be shown, whatever unit the user belongs to; nil for
  /// the devices of all units.
  public var unit: String?

  /// Login information; whether it is right, the server says.
  public init(user: String, password: String, server: String, unit: String? = nil) {
    self.user = user
    self.password = password
    self.server = server
    self.unit = unit
  }

  /// Refuses a form that is not filled in, before anybody is asked (US1, table 3, p. 25).
  /// - Throws: ``InventoryError/fieldEmpty(_:field:)``.
  func checkFields() throws(InventoryError) {
    let attempt = Attempt.connect(user: user)
    guard !user.allSatisfy(\.isWhitespace) else {
      throw .fieldEmpty(.connect(user: ""), field: "user name")
    }
    guard !password.isEmpty else { throw .fieldEmpty(attempt, field: "password") }
    guard !server.allSatisfy(\.isWhitespace) else { throw .fieldEmpty(attempt, field: "server") }
  }
}

extension LoginInformation: CustomStringConvertible, CustomReflectable {
  /// Leaves the password out, so that it can not reach a log by accident.
  public var description: String {
    "\(user) at \(server), shown: \(unit ?? "all units")"
  }

  /// Leaves the password out, as ``description`` does: `dump` shows three fields.
  public var customMirror: Mirror {
    Mirror(self, children: ["user": user, "server": server, "unit": unit ?? "all units"])
  }
}

extension LoginInformation: KeptLogin {
  /// User, password, server and unit; no unit's name is empty.
  public var fields: [String] { [user, password, server, unit ?? ""] }

  /// Nil for other than four fields.
  public init?(fields: [String]) {
    guard fields.count == 4 else { return nil }
    self.init(
      user: fields[0], password: fields[1], server: fields[2],
      unit: fields[3].isEmpty ? nil : fields[3])
  }
}
