public import Inventory

/// Why the server does not do as asked: what a client needs to word it as if the server were in its own
/// process.
public struct Refusal: Hashable, Sendable, Codable {
  /// For programs, such as `already-lent`.
  public var error: String
  /// For people.
  public var message: String
  /// Of what is said in `message`, what a client can't know: names of a user, of who has a device, of a
  /// device, of a unit.
  var user, borrower, name, unit: String?
  /// A field of a form, and a serial number.
  var field, serialNumber: String?
  /// The device that has the serial number.
  var device: DeviceID?
  /// Bytes that there are, and that are allowed.
  var bytes, limit: Int?
  /// A picture's sides in pixels, and those that are allowed.
  var width, height, limitWidth, limitHeight: Int?
  /// What cairo says of a picture.
  var reason: String?

  /// A refusal of HTTP's own.
  public init(error: String, message: String) { (self.error, self.message) = (error, message) }
}

extension Refusal {
  /// Of an error of the server, where it is one that its user can do something about; nil of others,
  /// such as those of the store.
  public init?(_ error: InventoryError) {
    self.init(error: "", message: error.description)
    switch error {
    case .wrongCredentials(let user, _): self.set("wrong-credentials", user: user)
    case .unknownUnit(_, let name): self.set("unknown-unit", unit: name)
    case .sessionUnknown: self.error = "session-unknown"
    case .sessionExpired(_, let user): self.set("session-expired", user: user)
    case .noSuchDevice(_, let id): self.set("no-such-device", device: id)
    case .alreadyLent(let id, let name, let borrower, let user):
      self.set("already-lent", user: user, borrower: borrower, name: name, device: id)
    case .notLent(let id, let name, let user):
      self.set("not-lent", user: user, name: name, device: id)
    case .lentToAnother(let id, let name, let borrower, let user):
      self.set("lent-to-another", user: user, borrower: borrower, name: name, device: id)
    case .noSuchUser(_, let name): self.set("no-such-user", user: name)
    case .fieldEmpty(let attempt, let field):
      self.set("field-empty", name: Self.addedName(attempt))
      self.field = field
    case .fieldTooLong(let attempt, let field, let bytes, let limit):
      self.set("field-too-long", name: Self.addedName(attempt))
      (self.field, self.bytes, self.limit) = (field, bytes, limit)
    case .serialNumberTaken(let number, let id, let name):
      self.set("serial-number-taken", name: name, device: id)
      serialNumber = number
    case .imageTooLarge(let width, let height, let limitWidth, let limitHeight):
      self.error = "image-too-large"
      (self.width, self.height) = (width, height)
      (self.limitWidth, self.limitHeight) = (limitWidth, limitHeight)
    case .pictureUnreadable(let reason):
      self.error = "picture-unreadable"
      self.reason = reason
    default: return nil
    }
  }

  private mutating func set(
    _ error: String, user: String? = nil, borrower: String? = nil, name: String? = nil,
    unit: String? = nil, device: DeviceID? = nil
  ) {
    self.error = error
    (self.user, self.borrower, self.name) = (user, borrower, name)
    (self.unit, self.device) = (unit, device)
  }

  /// The name of a device that was to be added, as the server has read it.
  private static func addedName(_ attempt: Attempt) -> String? {
    if case .add(let name) = attempt { name } else { nil }
  }

  /// The error that the server would have thrown for an attempt in the client's process; nil where this
  /// is none. `server` is what the client calls the server.
  public func inventoryError(_ attempt: Attempt, server: String) -> InventoryError? {
    switch (error, user, name, device) {
    case ("wrong-credentials", let user?, _, _): .wrongCredentials(user: user, server: server)
    case ("unknown-unit", _, _, _): unit.map { .unknownUnit(attempt, name: $0) }
    case ("session-unknown", _, _, _): .sessionUnknown(attempt)
    case ("session-expired", let user?, _, _): .sessionExpired(attempt, user: user)
    case ("no-such-device", _, _, let id?): .noSuchDevice(attempt, id)
    case ("already-lent", let user?, let name?, let id?):
      borrower.map { .alreadyLent(id, name: name, borrower: $0, user: user) }
    case ("not-lent", let user?, let name?, let id?): .notLent(id, name: name, user: user)
    case ("lent-to-another", let user?, let name?, let id?):
      borrower.map { .lentToAnother(id, name: name, borrower: $0, user: user) }
    case ("no-such-user", let user?, _, _): .noSuchUser(attempt, name: user)
    case ("serial-number-taken", _, let name?, let id?):
      serialNumber.map { .serialNumberTaken($0, by: id, name: name) }
    case ("picture-unreadable", _, _, _): reason.map { .pictureUnreadable(reason: $0) }
    case ("field-empty", _, _, _): field.map { .fieldEmpty(asRead(attempt), field: $0) }
    case ("field-too-long", _, _, _): tooLong(asRead(attempt))
    case ("image-too-large", _, _, _): tooLarge
    default: nil
    }
  }

  /// The attempt in the server's words: blanks around a name are dropped there.
  private func asRead(_ attempt: Attempt) -> Attempt {
    if case .add = attempt, let name { .add(device: name) } else { attempt }
  }

  private func tooLong(_ attempt: Attempt) -> InventoryError? {
    guard let field, let bytes, let limit else { return nil }
    return .fieldTooLong(attempt, field: field, bytes: bytes, limit: limit)
  }

  private var tooLarge: InventoryError? {
    guard let width, let height, let limitWidth, let limitHeight else { return nil }
    return .imageTooLarge(
      width: width, height: height, limitWidth: limitWidth, limitHeight: limitHeight)
  }
}
