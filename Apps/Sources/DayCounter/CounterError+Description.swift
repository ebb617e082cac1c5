extension CounterError: CustomStringConvertible {
  /// The refusal and what is allowed, for the user to read.
  public var description: String {
    switch self {
    case .nameBlank:
      "A thing needs a name of which something can be seen."
    case .nameTooLong(let bytes, let limit):
      "The name has \(bytes) bytes; a name holds \(limit)."
    case .nameHasControl(let name, let codePoint):
      "The name \(Self.quoted(name)) holds U+\(Self.hexadecimal(codePoint)): a name is one line of "
        + "text, without controls."
    case .nameTaken(let name):
      "There is a thing \(Self.quoted(name)) already."
    case .dateNotAllowed(let text):
      "\(Self.quoted(text)) is no date: allowed are \(CalendarDay.allowed.lowerBound.text) to "
        + "\(CalendarDay.allowed.upperBound.text)."
    case .colourNotAllowed(let text):
      "\(Self.quoted(text)) is no colour: one is written like \(Colour.standard.text)."
    case .noSuchThing(let id):
      "There is no thing \(id.number)."
    case .countsToDate(let name):
      "The thing \(Self.quoted(name)) is counted to a date, and can't be set back to zero."
    case .thingDamaged(let id, let reason):
      "The thing \(id.number) is damaged: \(reason)."
    case .noThings:
      "There is no thing to show: add one to the list."
    case .canNotGoBack:
      "There is no way back from an empty list: add a thing."
    case .viewNotOpen(let view):
      "The \(view.rawValue) view is not open."
    case .unknownZone(let name):
      "There is no time zone \(Self.quoted(name)): one is named like \"Europe/London\"."
    case .clockNotUsable(let milliseconds):
      "The clock shows \(milliseconds) ms since 1970: allowed are "
        + "\(DayZone.moments.lowerBound) to \(DayZone.moments.upperBound)."
    case .sizeNotAllowed(let width, let height, let allowed):
      "A picture can't have \(width) x \(height) pixels: allowed are \(allowed.lowerBound) to "
        + "\(allowed.upperBound) each."
    case .tooManyDays(let days, let limit):
      "\(days) days can't be seen in a picture of this size, which holds \(limit)."
    case .notDrawn(let reason):
      "Cannot draw the picture: \(reason)."
    case .folderMissing(let path, let folder):
      "Cannot open the things \(path): there is no folder \(folder)."
    case .readOnly(let path):
      "Cannot write the things \(path): the file, its folder or its volume is read-only."
    case .diskFull(let path):
      "Cannot write the things \(path): there is no space left."
    case .busy(let path):
      "Cannot use the things \(path): another program keeps them locked."
    case .foreign(let path):
      "Cannot open the things \(path): it is a database of another application."
    case .newer(let path, let unknown):
      "Cannot open the things \(path): a newer version of the app has changed them "
        + "(\(unknown.joined(separator: ", ")))."
    case .damaged(let path, let reason):
      "Cannot use the things \(path): the file is damaged or no database (\(reason))."
    case .failed(let path, let reason):
      "Cannot use the things \(path): \(reason)."
    case .notEmpty(let path):
      "Cannot fill the things \(path) with a fixture: there are some."
    case .fixtureImpossible(let reason):
      "Cannot make a fixture: \(reason)."
    }
  }

  /// In quotation marks, and in one line and its own order whatever it holds.
  private static func quoted(_ text: String) -> String {
    var shown = ""
    for scalar in text.unicodeScalars {
      shown.unicodeScalars.append(ThingName.isControl(scalar) ? "\u{FFFD}" : scalar)
    }
    return "\"\(shown)\""
  }

  private static func hexadecimal(_ codePoint: UInt32) -> String {
    let digits = String(codePoint, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
