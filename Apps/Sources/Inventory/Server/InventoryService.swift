/// The calls of an inventory's server, wherever it runs: ``InventoryServer`` answers them in this process.
///
/// A call blocks until the answer is there, may be made from any thread or task, and throws
/// ``InventoryError``: what the server refuses, and what keeps a caller from reaching it.
///
/// The source lists eight calls (3.6, p. 32): a device by its number or code, all devices, all
/// units, what is lent to users, lending and returning by code, pictures. Its user stories need
/// five more, which it does not list: connecting and disconnecting (US1), lending and returning a
/// device of the list (US3A, US4A), adding one (US6).
public protocol InventoryService: Sendable {
  /// The address that users enter.
  var name: String { get }

  /// All organisational units, by name. It needs no session, since the login's form offers them
  /// (fig. 6, p. 33).
  func units() throws(InventoryError) -> [OrganisationalUnit]

  /// Opens a session (user story 1) that shows the devices of the unit of a name, whatever unit the user
  /// belongs to, or, for nil, of all units.
  /// - Throws: ``InventoryError/wrongCredentials(user:server:)``,
  ///   ``InventoryError/unknownUnit(_:name:)``.
  func connect(user: String, password: String, unit: String?) throws(InventoryError) -> Session

  /// Ends a session; its token is refused from now on.
  func disconnect(_ token: SessionToken)

  /// The devices of a filter, ordered by the bytes of their names, then by id (user stories 2
  /// and 7).
  /// - Throws: ``InventoryError/unknownUnit(_:name:)`` and the session's errors.
  func devices(_ filter: DeviceFilter, as token: SessionToken) throws(InventoryError)
    -> [ListedDevice]

  /// The device of this id with all its details.
  /// - Throws: ``InventoryError/noSuchDevice(_:_:)`` and the session's errors.
  func device(_ id: DeviceID, as token: SessionToken) throws(InventoryError) -> Device

  /// The device that a QR code names.
  func device(code: DeviceCode, as token: SessionToken) throws(InventoryError) -> Device

  /// Lends a device from the list (user story 3A) and returns the loan as stored. The borrower is the user
  /// who is to have it; nil for the session's user. "Each system user can borrow devices for himself or
  /// for another person" (1.10.1, p. 10). The comment has at most 4,000 bytes and may be empty.
  /// - Throws: ``InventoryError/alreadyLent(_:name:borrower:user:)``,
  ///   ``InventoryError/noSuchDevice(_:_:)``, ``InventoryError/noSuchUser(_:name:)``,
  ///   ``InventoryError/fieldTooLong(_:field:bytes:limit:)`` and the session's errors.
  @discardableResult
  func lend(_ id: DeviceID, to borrower: String?, comment: String, as token: SessionToken)
    throws(InventoryError) -> Loan

  /// Lends the device that a QR code names (user story 3B).
  @discardableResult
  func lend(code: DeviceCode, to borrower: String?, comment: String, as token: SessionToken)
    throws(InventoryError) -> Loan

  /// Takes a device back from the session's user (user story 4A).
  ///
  /// Only its borrower returns a device, also one that another user has lent to the borrower: what
  /// is "being used by another user" can be neither borrowed nor returned (p. 33).
  /// - Returns: the loan as it was, with the time of its return.
  /// - Throws: ``InventoryError/notLent(_:name:user:)``,
  ///   ``InventoryError/lentToAnother(_:name:borrower:user:)``,
  ///   ``InventoryError/noSuchDevice(_:_:)`` and the session's errors.
  @discardableResult
  func giveBack(_ id: DeviceID, as token: SessionToken) throws(InventoryError) -> Loan

  /// Takes the device that a QR code names back (user story 4B).
  @discardableResult
  func giveBack(code: DeviceCode, as token: SessionToken) throws(InventoryError) -> Loan

  /// Adds a device to the unit that the session's user belongs to (user story 6).
  ///
  /// Blanks around name, location and serial number are dropped.
  /// - Returns: the device as stored, with its id.
  /// - Throws: ``InventoryError/fieldEmpty(_:field:)``,
  ///   ``InventoryError/fieldTooLong(_:field:bytes:limit:)``,
  ///   ``InventoryError/serialNumberTaken(_:by:name:)``,
  ///   ``InventoryError/pictureUnreadable(reason:)``,
  ///   ``InventoryError/imageTooLarge(width:height:limitWidth:limitHeight:)`` and the session's
  ///   errors.
  @discardableResult
  func add(_ new: NewDevice, as token: SessionToken) throws(InventoryError) -> Device

  /// Returns what the users have borrowed: user by user in the order given, each by device name,
  /// then id.
  /// - Throws: ``InventoryError/noSuchUser(_:name:)`` and the session's errors.
  func devicesLent(to users: [String], as token: SessionToken) throws(InventoryError) -> [Loan]

  /// The pictures of the devices that have one, in the order of the ids given. Devices without a
  /// picture, and ids no device has, are left out.
  func pictures(of ids: [DeviceID], as token: SessionToken) throws(InventoryError)
    -> [DevicePicture]
}
