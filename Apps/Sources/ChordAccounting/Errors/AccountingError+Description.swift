extension AccountingError: CustomStringConvertible {
  /// The refusal and what is allowed, for the user to read.
  public var description: String {
    switch self {
    case .noProjectSelected:
      "No project is selected; select one first."
    case .noSuchProject(let id):
      "There is no project \(id.number)."
    case .teamNotAllowed(let count):
      "A team is one roofer or two, not \(count)."
    case .textEmpty(let field):
      "The \(field.rawValue) is empty."
    case .textTooLong(let field, let bytes, let limit):
      "The \(field.rawValue) has \(bytes) bytes; allowed are \(limit)."
    case .textHasControlCharacter(let field, let codePoint):
      "The \(field.rawValue) holds the control character U+\(Self.hexadecimal(codePoint)); it is one "
        + "line of text."
    case .noSuchActivity(let pos):
      "The dictionary has no activity \(pos)."
    case .posTaken(let pos, let project):
      "The project \"\(project)\" has activity \(pos) already; change its quantity."
    case .notInProject(let pos, let project):
      "The project \"\(project)\" has no activity \(pos)."
    case .quantityNotAllowed(let text, .pieces):
      "The quantity is \"\(text)\"; allowed are whole pieces, 1 to 999999."
    case .quantityNotAllowed(let text, let unit):
      "The quantity is \"\(text)\"; allowed are 0.01 to 999999.99 \(unit.rawValue), with at most two "
        + "places after the point."
    case .noSuchPhoto(let id):
      "There is no photo \(id.number)."
    case .photoUnreadable(let reason):
      "Cannot read the photo as PNG: \(reason)."
    case .photoTooLarge(let width, let height, let limit):
      "The photo has \(width)x\(height) pixels; allowed are \(limit)x\(limit)."
    case .photoNotWritten(let reason):
      "Cannot resize the photo: \(reason)."
    case .folderMissing(let path, let folder):
      "Cannot open the account book \(path): there is no folder \(folder)."
    case .readOnly(let path):
      "Cannot write the account book \(path): the file, its folder or its volume is read-only."
    case .diskFull(let path):
      "Cannot write the account book \(path): there is no space left."
    case .busy(let path):
      "Cannot use the account book \(path): another program keeps it locked."
    case .foreign(let path):
      "Cannot open the account book \(path): it is a database of another application."
    case .newer(let path, let unknown):
      "Cannot open the account book \(path): a newer version of the app has changed it "
        + "(\(unknown.joined(separator: ", ")))."
    case .damaged(let path, let reason):
      "Cannot use the account book \(path): the file is damaged or no database (\(reason))."
    case .notOpened(let path, let reason):
      "Cannot open the account book \(path): \(reason)."
    case .failed(let path, let reason):
      "Cannot use the account book \(path): \(reason)."
    case .notEmpty(let path):
      "Cannot fill the account book \(path) with a fixture: it is not empty."
    case .fixtureImpossible(let reason):
      "Cannot make a fixture: \(reason)."
    }
  }

  private static func hexadecimal(_ codePoint: UInt32) -> String {
    let digits = String(codePoint, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
