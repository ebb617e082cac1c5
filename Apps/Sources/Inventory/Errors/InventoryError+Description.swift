import Glibc
import SecretKeeping

extension InventoryError: CustomStringConvertible {
  /// The refused call and the reason, for the user to read.
  public var description: String {
    switch self {
    case .wrongCredentials(let user, let server):
      "Cannot connect to \(server) as \(user): the user name or the password is wrong."
    case .unknownServer(let name, let known):
      "Cannot connect to \(name): no such server; known are \(Self.list(known))."
    case .unknownUnit(let attempt, let name):
      "Cannot \(attempt.words): there is no organisational unit \(Self.quoted(name))."
    case .notConnected(let attempt):
      "Cannot \(attempt.words): not connected to a server."
    case .sessionUnknown(let attempt):
      "Cannot \(attempt.words): the session has ended; connect again."
    case .sessionExpired(let attempt, let user):
      "Cannot \(attempt.words): the session of \(user) has expired; connect again."
    case .addressNotAllowed(let address):
      "\(Self.quoted(address)) is no address of a server; one is http://127.0.0.1:8080."
    case .notReached(let server, let reason): "Cannot reach \(server): \(reason)."
    case .timedOut(let server, let milliseconds):
      "\(server) has not answered within \(milliseconds) ms."
    case .cutOff(let server, let reason):
      "The connection to \(server) ended before the answer did: \(reason)."
    case .notUnderstood(let server, let reason):
      "\(server) does not answer as a server of the inventory does: \(reason)."
    case .serverRefused(let server, let status, let reason):
      "\(server) does not do as asked (\(status)): \(reason)"
    case .noSuchDevice(let attempt, _):
      "Cannot \(attempt.words): the inventory holds no such device."
    case .alreadyLent(let id, let name, let borrower, let user):
      "Cannot lend device \(DeviceCode(id)) (\(name)) to \(user): \(borrower) has it"
        + (borrower == user ? " already." : ".")
    case .notLent(let id, let name, let user):
      "Cannot take device \(DeviceCode(id)) (\(name)) back from \(user): it is not lent."
    case .lentToAnother(let id, let name, let borrower, let user):
      "Cannot take device \(DeviceCode(id)) (\(name)) back from \(user): it is lent to "
        + "\(borrower), and only the borrower returns a device."
    case .noSuchUser(let attempt, let name):
      "Cannot \(attempt.words): there is no user \(Self.quoted(name))."
    case .userExists(let name):
      "Cannot enrol \(name): there is a user of this name already."
    case .fieldEmpty(let attempt, let field):
      "Cannot \(attempt.words): the \(field) is empty."
    case .fieldTooLong(let attempt, let field, let bytes, let limit):
      "Cannot \(attempt.words): the \(field) has \(bytes) bytes, more than \(limit)."
    case .serialNumberTaken(let serialNumber, let id, let name):
      "Cannot add a device with the serial number \(serialNumber): device \(DeviceCode(id)) "
        + "(\(name)) has it."
    case .foreignCode(let text):
      "Cannot read the QR code: \(Self.quoted(text)) is not the code of a device."
    case .noCodeInRectangle(let width, let height):
      "Cannot read a QR code: the rectangle of \(width)x\(height) pixels shows none."
    case .severalCodesInRectangle(let codes):
      "Cannot read a QR code: the rectangle shows several, \(Self.list(codes))."
    case .cameraInUse: "Cannot open the camera: it is in use already."
    case .imageMalformed(let width, let height, let pixels):
      "Cannot make a grey image of \(width)x\(height) pixels from \(pixels) bytes."
    case .imageTooLarge(let width, let height, let limitWidth, let limitHeight):
      "Cannot use a picture of \(width)x\(height) pixels: it is larger than "
        + "\(limitWidth)x\(limitHeight)."
    case .codeNotPrinted(let text, let code):
      "Cannot print the QR code \(text): \(Self.words(errno: code))."
    case .pictureUnreadable(let reason):
      "Cannot read the picture as PNG: \(reason)."
    case .pictureNotWritten(let reason):
      "Cannot resize the picture: \(reason)."
    case .keychain(let error): error.description
    case .settings(let error): error.words("settings file")
    case .cryptographyFailed(let operation):
      "Cannot \(operation): libsodium failed, most likely for want of memory."
    case .storeNotOpened(let path, let reason):
      "Cannot open the inventory \(path): \(reason)."
    case .storeNewer(let path, let unknown):
      "Cannot open the inventory \(path): a newer version of the app has changed it "
        + "(\(Self.list(unknown)))."
    case .storeForeign(let path):
      "Cannot open the inventory \(path): it is a database of another application."
    case .storeDamaged(let path, let reason):
      "Cannot use the inventory \(path): the file is damaged or no database (\(reason))."
    case .storeBusy(let path):
      "Cannot use the inventory \(path): another program keeps it locked."
    case .storeFailed(let path, let reason):
      "Cannot use the inventory \(path): \(reason)."
    case .storeNotEmpty(let path):
      "Cannot \(Attempt.fillStore.words): the inventory \(path) is not empty."
    case .fixtureImpossible(let reason):
      "Cannot \(Attempt.fillStore.words): \(reason)."
    }
  }

  private static func quoted(_ text: String) -> String { "\"\(text)\"" }

  private static func list(_ items: [String]) -> String {
    items.isEmpty ? "none" : items.joined(separator: ", ")
  }

  private static func words(errno code: Int32) -> String {
    String(cString: strerror(code))
  }
}

extension Attempt {
  /// The attempt as it follows "Cannot".
  var words: String {
    switch self {
    case .list(let filter):
      "list \(filter.state.words)" + (filter.unit.map { " of \($0)" } ?? "")
    case .lookUp(let id): "look up device \(DeviceCode(id))"
    case .lend(let id): "lend device \(DeviceCode(id))"
    case .giveBack(let id): "take device \(DeviceCode(id)) back"
    case .add(let name): "add device \(name)"
    case .listUnits: "list the organisational units"
    case .listLoans: "list the devices lent"
    case .fetchPictures: "fetch pictures"
    case .connect(""): "connect"
    case .connect(let user): "connect as \(user)"
    case .enrol(let user): "enrol \(user)"
    case .fillStore: "fill a store with a fixture"
    }
  }
}

extension DeviceFilter.State {
  /// The devices as they follow "list".
  fileprivate var words: String {
    switch self {
    case .all: "all devices"
    case .mine: "my devices"
    case .available: "the available devices"
    case .notAvailable: "the devices that are not available"
    }
  }
}
