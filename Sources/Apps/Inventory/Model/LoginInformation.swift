import SecretKeeping

/// The data that a user enters to connect (user story 1), and that the keychain keeps.
public struct LoginInformation: Hashable, Sendable {
  /// The user's name.
  public var user: String
  /// The user's password, in clear: never log or print this value.
  public var password: String
  /// The name of the inventory server.
  public var server: String
  /// The organisational unit the user belongs to.
  public var unit: String

  /// Login information; whether it is right, the server says.
  public init(user: String, password: String, server: String, unit: String) {
    self.user = user
    self.password = password
    self.server = server
    self.unit = unit
  }
}

extension LoginInformation: CustomStringConvertible, CustomReflectable {
  /// Leaves the password out, so that it can not reach a log by accident.
  public var description: String {
    "\(user) of \(unit) at \(server)"
  }

  /// Leaves the password out, as ``description`` does: `dump` shows three fields.
  public var customMirror: Mirror {
    Mirror(self, children: ["user": user, "server": server, "unit": unit])
  }
}

extension LoginInformation: KeptLogin {
  /// User, password, server and unit.
  public var fields: [String] { [user, password, server, unit] }

  /// Nil for other than four fields.
  public init?(fields: [String]) {
    guard fields.count == 4 else { return nil }
    self.init(user: fields[0], password: fields[1], server: fields[2], unit: fields[3])
  }
}
