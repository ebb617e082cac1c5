/// The calls of a connected user: all of them throw ``InventoryError/notConnected(_:)`` and the
/// server's errors.
extension InventoryClient {
  /// The devices of a filter, by name, then id (user stories 2 and 7).
  /// - Throws: ``InventoryError/notConnected(_:)`` and the server's errors.
  public func devices(_ filter: DeviceFilter) throws(InventoryError) -> [ListedDevice] {
    let (server, token) = try connected(for: .list(filter))
    return try server.devices(filter, as: token)
  }

  /// Rows of a list with their pictures: of those that are on the screen, so that a list of any
  /// length is shown at once (fig. 7, p. 33).
  public func rows(_ visible: some Collection<ListedDevice>) throws(InventoryError)
    -> [DeviceRow]
  {
    var pictures = try pictures(of: visible.map(\.id))[...]
    return visible.map { device in
      let hasPicture = pictures.first?.deviceID == device.id
      return DeviceRow(device: device, picture: hasPicture ? pictures.popFirst() : nil)
    }
  }

  /// A device with its details.
  public func device(_ id: DeviceID) throws(InventoryError) -> Device {
    let (server, token) = try connected(for: .lookUp(id))
    return try server.device(id, as: token)
  }

  /// The device that a scanned code names.
  public func device(code: DeviceCode) throws(InventoryError) -> Device {
    let (server, token) = try connected(for: .lookUp(code.id))
    return try server.device(code: code, as: token)
  }

  /// Lends a device from the list (user story 3A) to a user, or, for nil, to oneself.
  @discardableResult
  public func lend(_ id: DeviceID, to borrower: String? = nil, comment: String)
    throws(InventoryError) -> Loan
  {
    let (server, token) = try connected(for: .lend(id))
    return try server.lend(id, to: borrower, comment: comment, as: token)
  }

  /// Lends the device that a scanned code names (user story 3B) to a user, or, for nil, to oneself.
  @discardableResult
  public func lend(code: DeviceCode, to borrower: String? = nil, comment: String)
    throws(InventoryError) -> Loan
  {
    let (server, token) = try connected(for: .lend(code.id))
    return try server.lend(code: code, to: borrower, comment: comment, as: token)
  }

  /// Brings a device back from the list (user story 4A).
  @discardableResult
  public func giveBack(_ id: DeviceID) throws(InventoryError) -> Loan {
    let (server, token) = try connected(for: .giveBack(id))
    return try server.giveBack(id, as: token)
  }

  /// Brings the device back that a scanned code names (user story 4B).
  @discardableResult
  public func giveBack(code: DeviceCode) throws(InventoryError) -> Loan {
    let (server, token) = try connected(for: .giveBack(code.id))
    return try server.giveBack(code: code, as: token)
  }

  /// Adds a device to the user's unit (user story 6).
  @discardableResult
  public func addDevice(_ new: NewDevice) throws(InventoryError) -> Device {
    let (server, token) = try connected(for: .add(device: new.name))
    return try server.add(new, as: token)
  }

  /// Returns what the users have borrowed, user by user.
  public func devicesLent(to users: [String]) throws(InventoryError) -> [Loan] {
    let (server, token) = try connected(for: .listLoans)
    return try server.devicesLent(to: users, as: token)
  }

  /// The pictures of those devices that have one.
  public func pictures(of ids: [DeviceID]) throws(InventoryError) -> [DevicePicture] {
    let (server, token) = try connected(for: .fetchPictures)
    return try server.pictures(of: ids, as: token)
  }
}
