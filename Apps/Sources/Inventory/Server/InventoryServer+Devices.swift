import AppStorage

extension InventoryServer {
  /// The devices of a filter, in order.
  ///
  /// Complexity: linear in the number of devices listed, whatever the number stored; of a state and
  /// a unit together, in the number of the unit's devices or of the user's.
  public func devices(_ filter: DeviceFilter, as token: SessionToken) throws(InventoryError)
    -> [ListedDevice]
  {
    let viewer = try holder(of: token, for: .list(filter)).userID
    return try store.read { database in
      try DeviceListQuery(filter, viewer: viewer, in: database)
        .devices(viewer: viewer, in: database)
    }
  }

  /// The device of this id.
  public func device(_ id: DeviceID, as token: SessionToken) throws(InventoryError) -> Device {
    let viewer = try holder(of: token, for: .lookUp(id)).userID
    let device = try store.read { try DeviceQuery.device(id, viewer: viewer, in: $0) }
    guard let device else { throw .noSuchDevice(.lookUp(id), id) }
    return device
  }

  /// The device that a QR code names.
  public func device(code: DeviceCode, as token: SessionToken) throws(InventoryError) -> Device {
    try device(code.id, as: token)
  }

  /// All organisational units.
  public func units() throws(InventoryError) -> [OrganisationalUnit] {
    try store.read { try UnitQuery.all(in: $0) }
  }

  /// What the users have borrowed.
  public func devicesLent(to users: [String], as token: SessionToken) throws(InventoryError)
    -> [Loan]
  {
    _ = try holder(of: token, for: .listLoans)
    return try store.read { database in
      var loans: [Loan] = []
      for user in users {
        guard let id = try Account.id(ofUser: user, in: database) else {
          throw InventoryError.noSuchUser(.listLoans, name: user)
        }
        loans += try DeviceQuery.loans(ofUser: id, named: user, in: database)
      }
      return loans
    }
  }

  /// The pictures of the devices that have one.
  public func pictures(of ids: [DeviceID], as token: SessionToken) throws(InventoryError)
    -> [DevicePicture]
  {
    _ = try holder(of: token, for: .fetchPictures)
    return try store.read { database in
      let statement = try PreparedStatement(
        "SELECT width, height, png FROM picture WHERE deviceId = ?", in: database)
      defer { statement.finish() }
      var pictures: [DevicePicture] = []
      for id in ids {
        statement.finish()
        try statement.bind(id.number, at: 1)
        guard try statement.step() else { continue }
        pictures.append(
          DevicePicture(
            deviceID: id, width: Int(statement.integer(0)), height: Int(statement.integer(1)),
            png: statement.bytes(2)))
      }
      return pictures
    }
  }
}
