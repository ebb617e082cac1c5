import SecretKeeping

/// Every way a call of this module can be refused or fail.
///
/// The cases carry data; the words are in `InventoryError+Description.swift` alone.
public enum InventoryError: Error, Hashable, Sendable {
  // Connecting

  /// No such user, or not the user's password: one case for both, so that names can not be probed.
  case wrongCredentials(user: String, server: String)
  /// The client knows no server of this name.
  case unknownServer(name: String, known: [String])
  /// The server has no unit of this name.
  case unknownUnit(Attempt, name: String)
  /// The client has no session.
  case notConnected(Attempt)
  /// The server never issued this token, or the session has been ended.
  case sessionUnknown(Attempt)
  /// The session's time is over.
  case sessionExpired(Attempt, user: String)

  // The way to a server in another process

  /// Not an address such as `http://127.0.0.1:8080`.
  case addressNotAllowed(String)
  /// There is no server at the address, or no network; nothing was asked.
  case notReached(server: String, reason: String)
  /// No answer in time. Whether the server has done as asked is not known, here and below.
  case timedOut(server: String, milliseconds: Int)
  /// The connection ended before the answer did.
  case cutOff(server: String, reason: String)
  /// The answer is none that a server of the inventory gives.
  case notUnderstood(server: String, reason: String)
  /// The server does not do as asked, for a reason of its own.
  case serverRefused(server: String, status: Int, reason: String)

  // Devices

  /// No device has this number.
  case noSuchDevice(Attempt, DeviceID)
  /// A device is lent once: `borrower` has it (who may be the user who asks again).
  case alreadyLent(DeviceID, name: String, borrower: String, user: String)
  /// Nobody has the device, so nobody can bring it back.
  case notLent(DeviceID, name: String, user: String)
  /// Only its borrower brings a device back.
  case lentToAnother(DeviceID, name: String, borrower: String, user: String)
  /// No user has this name.
  case noSuchUser(Attempt, name: String)
  /// A user of this name has been enrolled before.
  case userExists(name: String)
  /// A required field is blank.
  case fieldEmpty(Attempt, field: String)
  /// A field is longer than the store keeps.
  case fieldTooLong(Attempt, field: String, bytes: Int, limit: Int)
  /// Another device has this serial number.
  case serialNumberTaken(String, by: DeviceID, name: String)

  // Codes and pictures

  /// Not the text of a device's QR code.
  case foreignCode(String)
  /// No QR code was found in the part of a camera frame that counts; its size in pixels.
  case noCodeInRectangle(width: Int, height: Int)
  /// The part that counts shows codes of several devices; which one is meant can not be known.
  case severalCodesInRectangle([String])
  /// Another capture has not ended yet.
  case cameraInUse
  /// The number of pixels is not width times height, or a side is not at least 1.
  case imageMalformed(width: Int, height: Int, pixels: Int)
  /// A picture does not fit into the frame it is to be drawn in; sides in pixels.
  case imageTooLarge(width: Int, height: Int, limitWidth: Int, limitHeight: Int)
  /// libqrencode refused; `errno` says why.
  case codeNotPrinted(String, errno: Int32)
  /// The bytes are no PNG, or a damaged one; `reason` is cairo's.
  case pictureUnreadable(reason: String)
  /// cairo could not draw or write the resized picture; `reason` is cairo's.
  case pictureNotWritten(reason: String)

  // Keychain and settings

  /// The keychain refused or failed.
  case keychain(KeychainError)
  /// The file that remembers the session before could not be used.
  case settings(PrivateFileError)
  /// libsodium had not the memory to hash a password.
  case cryptographyFailed(operation: String)

  // Store

  /// The store could not be opened or created; `reason` is SQLite's.
  case storeNotOpened(path: String, reason: String)
  /// A newer version of the app has been here; the migrations this one does not know.
  case storeNewer(path: String, unknown: [String])
  /// A SQLite file of some other application.
  case storeForeign(path: String)
  /// SQLite finds the file damaged, or no database at all; `reason` is SQLite's.
  case storeDamaged(path: String, reason: String)
  /// Another connection kept the store locked for longer than the time limit.
  case storeBusy(path: String)
  /// Any other failure of the store, e.g. a full disk; `reason` is SQLite's.
  case storeFailed(path: String, reason: String)

  // Fixture

  /// A fixture must be filled into an empty store.
  case storeNotEmpty(path: String)
  /// A fixture of this shape can not be built; `reason` says why.
  case fixtureImpossible(reason: String)
}
