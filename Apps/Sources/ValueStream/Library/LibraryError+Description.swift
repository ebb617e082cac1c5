import AppStorage

extension LibraryError: CustomStringConvertible {
  /// The refusal and the way out, for the user to read.
  public var description: String {
    switch self {
    case .nameEmpty:
      "A file needs a name."
    case .nameTooLong(let bytes, let limit):
      "The file name has \(bytes) bytes; a name holds \(limit)."
    case .nameHasControlCharacter(let name, let codePoint):
      "The file name \(Self.quoted(name)) holds the control character "
        + "U+\(Self.hexadecimal(codePoint)): a name is one line of text."
    case .nameHasDirectionControl(let name, let codePoint):
      "The file name \(Self.quoted(name)) holds U+\(Self.hexadecimal(codePoint)), which changes the "
        + "direction of writing: a name does without."
    case .nameInvisible(let codePoints):
      "The file name holds no visible character, only "
        + "\(codePoints.map { "U+\(Self.hexadecimal($0))" }.joined(separator: ", "))."
    case .nameTaken(let name):
      "There is a file \(Self.quoted(name)) already."
    case .noSuchFile(let name):
      "There is no file \(Self.quoted(name))."
    case .changedByAnother(let name, let moment):
      "The file \(Self.quoted(name)) has been changed by another at \(moment.words): save the map "
        + "as a new file, save it over the other's changes, or open the file again."
    case .otherLibrary(let name, let path):
      "The file \(Self.quoted(name)) is one of another library than \(path): save the map there as a "
        + "new file."
    case .fileDamaged(let name, nil, let reason):
      "The file \(Self.quoted(name)) is damaged: \(reason)."
    case .fileDamaged(let name, .some(let sticker), let reason):
      "The file \(Self.quoted(name)) is damaged at sticker \(sticker): \(reason)."
    case .folderMissing(let path, let folder):
      "Cannot open the library \(path): there is no folder \(folder)."
    case .readOnly(let path):
      "Cannot write the library \(path): the file, its folder or its volume is read-only."
    case .diskFull(let path):
      "Cannot write the library \(path): there is no space left."
    case .busy(let path):
      "Cannot use the library \(path): another program keeps it locked."
    case .foreign(let path):
      "Cannot open the library \(path): it is a database of another application."
    case .newer(let path, let unknown):
      "Cannot open the library \(path): a newer version of the app has changed it "
        + "(\(unknown.joined(separator: ", ")))."
    case .damaged(let path, let reason):
      "Cannot use the library \(path): the file is damaged or no database (\(reason))."
    case .notOpened(let path, let reason):
      "Cannot open the library \(path): \(reason)."
    case .failed(let path, let reason):
      "Cannot use the library \(path): \(reason)."
    case .notEmpty(let path):
      "Cannot fill the library \(path) with a fixture: it is not empty."
    case .fixtureImpossible(let reason):
      "Cannot make a fixture: \(reason)."
    }
  }

  /// In quotation marks, and in one line and its own order whatever it holds.
  private static func quoted(_ text: String) -> String {
    var shown = ""
    for scalar in text.unicodeScalars {
      let isHidden = FileName.isControl(scalar) || scalar.properties.isBidiControl
      shown.unicodeScalars.append(isHidden ? "\u{FFFD}" : scalar)
    }
    return "\"\(shown)\""
  }

  private static func hexadecimal(_ codePoint: UInt32) -> String {
    let digits = String(codePoint, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
