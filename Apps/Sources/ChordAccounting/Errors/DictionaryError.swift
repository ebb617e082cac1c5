/// Why a dictionary is refused, as a whole: the one before stays. Entries are counted from 1.
public enum DictionaryError: Error, Hashable, Sendable {
  /// The file could not be read; `reason` is the system's.
  case fileNotRead(path: String, reason: String)
  /// The bytes are no JSON from a place on, counted from 1; `reason` is Foundation's.
  case notJSON(line: Int, column: Int, reason: String)
  /// The document is no list of objects; `entry` is the one that is none.
  case notAList(entry: Int?)
  /// A dictionary without entries would take the place of one with.
  case noEntries
  /// The list is longer than a dictionary can be.
  case tooManyEntries(count: Int, limit: Int)
  /// A field is missing or is null.
  case fieldMissing(entry: Int, field: String)
  /// A field is of another type.
  case wrongType(entry: Int, field: String, allowed: String)
  /// Not a number that a position can have.
  case posNotAllowed(entry: Int, found: Int64)
  /// Two entries have one number.
  case posTaken(entry: Int, pos: PositionNumber, by: Int)
  /// The name is none; `reason` says why.
  case typeNotAllowed(entry: Int, reason: AccountingError)
  /// Not on the list of units.
  case unknownUnit(entry: Int, found: String)
  /// Less than nothing, more than can be paid, parts of an øre, or no number.
  case priceNotAllowed(entry: Int, found: String)
}

extension DictionaryError: CustomStringConvertible {
  /// The entry, what was found and what is allowed, for the user to read.
  public var description: String {
    switch self {
    case .fileNotRead(let path, let reason):
      "Cannot read the dictionary \(path): \(reason)."
    case .notJSON(let line, let column, let reason):
      "The dictionary is no JSON at line \(line), column \(column): \(reason)."
    case .notAList(.none):
      "The dictionary is no list of entries."
    case .notAList(.some(let entry)):
      "Entry \(entry) of the dictionary is no object with pos, type, unit and price."
    case .noEntries:
      "The dictionary has no entries."
    case .tooManyEntries(let count, let limit):
      "The dictionary has \(count) entries; allowed are \(limit)."
    case .fieldMissing(let entry, let field):
      "Entry \(entry) of the dictionary has no \(field)."
    case .wrongType(let entry, let field, let allowed):
      "Entry \(entry) of the dictionary: the \(field) is not \(allowed)."
    case .posNotAllowed(let entry, let found):
      "Entry \(entry) of the dictionary: the pos is \(found); allowed are "
        + "\(PositionNumber.numbers.lowerBound) to \(PositionNumber.numbers.upperBound)."
    case .posTaken(let entry, let pos, let other):
      "Entry \(entry) of the dictionary: the pos \(pos) is that of entry \(other) too."
    case .typeNotAllowed(let entry, let reason):
      "Entry \(entry) of the dictionary: \(reason)"
    case .unknownUnit(let entry, let found):
      "Entry \(entry) of the dictionary: the unit is \"\(found)\"; allowed are "
        + "\(ActivityUnit.allCases.map(\.rawValue).joined(separator: ", "))."
    case .priceNotAllowed(let entry, let found):
      "Entry \(entry) of the dictionary: the price is \"\(found)\"; allowed are 0.00 to 999999.99, "
        + "with at most two places after the point."
    }
  }
}
