public import AppExchange
import Foundation
public import Inventory

/// A server of the inventory in another process, as the app meets it: the calls of its interface, over a
/// way that is given.
///
/// All of them throw as the server's own do, and ``InventoryError/notReached(server:reason:)``,
/// ``InventoryError/timedOut(server:milliseconds:)``, ``InventoryError/cutOff(server:reason:)``,
/// ``InventoryError/notUnderstood(server:reason:)`` or
/// ``InventoryError/serverRefused(server:status:reason:)``.
///
/// Source: the eight calls of 3.6 (p. 32), and those for logging in, lending and returning by id and
/// adding, which the stories need and 3.6 lacks.
public struct RemoteInventory: InventoryService {
  /// What errors call the server: its address, or the name that its user has for it.
  public let name: String
  private let route: any ExchangeRoute

  /// A server; nothing is asked yet.
  public init(name: String, route: any ExchangeRoute) { (self.name, self.route) = (name, route) }

  /// All organisational units; without a session.
  public func units() throws(InventoryError) -> [OrganisationalUnit] {
    try ask(.listUnits, "GET", "/units")
  }

  /// Opens a session.
  public func connect(
    user: String, password: String, unit: String?
  ) throws(InventoryError) -> Session {
    try ask(
      .connect(user: user), "POST", "/session",
      body: LoginMessage(user: user, password: password, unit: unit))
  }

  /// Ends a session. A server that can't be told ends it by itself when its time is over.
  public func disconnect(_ token: SessionToken) {
    _ = try? route.answer(to: ExchangeRequest("DELETE", "/session", token: token.text))
  }

  /// The devices of a filter.
  public func devices(
    _ filter: DeviceFilter, as token: SessionToken
  ) throws(InventoryError) -> [ListedDevice] {
    var query = [("state", filter.state.rawValue)]
    if let unit = filter.unit { query.append(("unit", unit)) }
    return try ask(.list(filter), "GET", Self.target("/devices", query), token)
  }

  /// A device with its details.
  public func device(_ id: DeviceID, as token: SessionToken) throws(InventoryError) -> Device {
    try ask(.lookUp(id), "GET", "/devices/\(id.number)", token)
  }

  /// The device that a QR code names.
  public func device(code: DeviceCode, as token: SessionToken) throws(InventoryError) -> Device {
    try ask(.lookUp(code.id), "GET", "/codes/\(code)", token)
  }

  /// Lends a device.
  @discardableResult
  public func lend(
    _ id: DeviceID, to borrower: String?, comment: String, as token: SessionToken
  ) throws(InventoryError) -> Loan {
    try ask(
      .lend(id), "POST", "/devices/\(id.number)/loan", token,
      body: LendingMessage(borrower: borrower, comment: comment))
  }

  /// Lends the device that a QR code names.
  @discardableResult
  public func lend(
    code: DeviceCode, to borrower: String?, comment: String, as token: SessionToken
  ) throws(InventoryError) -> Loan {
    try ask(
      .lend(code.id), "POST", "/codes/\(code)/loan", token,
      body: LendingMessage(borrower: borrower, comment: comment))
  }

  /// Takes a device back.
  @discardableResult
  public func giveBack(_ id: DeviceID, as token: SessionToken) throws(InventoryError) -> Loan {
    try ask(.giveBack(id), "DELETE", "/devices/\(id.number)/loan", token)
  }

  /// Takes the device that a QR code names back.
  @discardableResult
  public func giveBack(code: DeviceCode, as token: SessionToken) throws(InventoryError) -> Loan {
    try ask(.giveBack(code.id), "DELETE", "/codes/\(code)/loan", token)
  }

  /// Adds a device.
  @discardableResult
  public func add(_ new: NewDevice, as token: SessionToken) throws(InventoryError) -> Device {
    try ask(
      .add(device: new.name), "POST", "/devices", token, body: NewDeviceMessage(new))
  }

  /// Returns what users have borrowed.
  public func devicesLent(
    to users: [String], as token: SessionToken
  ) throws(InventoryError) -> [Loan] {
    try ask(.listLoans, "GET", Self.target("/loans", users.map { ("user", $0) }), token)
  }

  /// The pictures of the devices that have one: which those are is one request, and each picture
  /// another, as the bytes of a PNG.
  public func pictures(
    of ids: [DeviceID], as token: SessionToken
  ) throws(InventoryError) -> [DevicePicture] {
    let there: [PictureMessage] = try ask(
      .fetchPictures, "POST", "/pictures", token, body: PictureQuestion(devices: ids))
    return try there.map { picture throws(InventoryError) in
      let response = try answer(
        .fetchPictures,
        ExchangeRequest("GET", "/devices/\(picture.device.number)/picture", token: token.text))
      guard response.fields["content-type"] == "image/png" else {
        throw .notUnderstood(server: name, reason: "the picture is no PNG")
      }
      return DevicePicture(
        deviceID: picture.device, width: picture.width, height: picture.height,
        png: [UInt8](response.body))
    }
  }
}

extension RemoteInventory {
  private static func target(_ path: String, _ query: [(String, String)]) -> String {
    var parts = URLComponents()
    parts.path = path
    parts.queryItems = query.map { URLQueryItem(name: $0, value: $1) }
    return parts.string ?? path
  }

  /// Asks, and reads the answer.
  private func ask<Answer: Decodable>(
    _ attempt: Attempt, _ method: String, _ target: String, _ token: SessionToken? = nil,
    body: (some Encodable)? = nil as String?
  ) throws(InventoryError) -> Answer {
    let bytes: Data
    do {
      bytes = try body.map { try MessageCoding.encode($0) } ?? Data()
    } catch {
      // Text, numbers and bytes: there is nothing that JSON could not hold.
      throw .notUnderstood(server: "the client", reason: "\(error)")
    }
    let response = try answer(
      attempt, ExchangeRequest(method, target, token: token?.text, body: bytes))
    do {
      return try MessageCoding.decode(Answer.self, from: response.body)
    } catch {
      throw .notUnderstood(server: name, reason: "\(response.body.count) bytes are no such JSON")
    }
  }

  /// Asks, and returns the answer of a server that did as asked.
  private func answer(
    _ attempt: Attempt, _ request: ExchangeRequest
  ) throws(InventoryError) -> ExchangeResponse {
    let response: ExchangeResponse
    do {
      response = try route.answer(to: request)
    } catch {
      throw InventoryError(error, server: name)
    }
    guard response.fields[InventoryMark.field.lowercased()] == InventoryMark.value else {
      throw .notUnderstood(server: name, reason: "it is no server of this inventory")
    }
    guard 200...299 ~= response.status else { throw refusal(attempt, response) }
    return response
  }

  private func refusal(_ attempt: Attempt, _ response: ExchangeResponse) -> InventoryError {
    guard let refusal = try? MessageCoding.decode(Refusal.self, from: response.body) else {
      return .notUnderstood(server: name, reason: "status \(response.status) without a reason")
    }
    return refusal.inventoryError(attempt, server: name)
      ?? .serverRefused(server: name, status: response.status, reason: refusal.message)
  }
}

extension InventoryError {
  /// Makes the caller's error of an answer that did not come.
  init(_ failure: ExchangeFailure, server: String) {
    self =
      switch failure {
      case .addressNotAllowed(let address): .addressNotAllowed(address)
      case .notReached(let reason): .notReached(server: server, reason: reason)
      case .timedOut(let milliseconds): .timedOut(server: server, milliseconds: milliseconds)
      case .cutOff(let reason): .cutOff(server: server, reason: reason)
      case .noHTTP(let reason): .notUnderstood(server: server, reason: reason)
      }
  }
}
