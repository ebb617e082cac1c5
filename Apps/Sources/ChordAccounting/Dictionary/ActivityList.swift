import Foundation

/// The activities of a trade as they are imported: a dictionary that is whole and sound.
///
/// ```json
/// [{"pos": 101, "type": "Top felt", "unit": "m2", "price": "21.35"}]
/// ```
///
/// Prices are text, since a number in JSON may be rounded by whoever reads it. Other fields are
/// ignored.
public struct ActivityList: Hashable, Sendable {
  /// The longest list.
  static let longest = 100_000

  /// All entries, each with a number of its own.
  public let entries: [DictionaryEntry]

  /// Reads a list.
  /// - Throws: ``DictionaryError`` for the first entry that is not allowed.
  public init(json: [UInt8]) throws(DictionaryError) {
    let json = Data(json)
    let read: [ListedEntry]
    do {
      read = try JSONDecoder().decode([ListedEntry].self, from: json)
    } catch {
      throw DictionaryError(error, in: json)
    }
    guard !read.isEmpty else { throw .noEntries }
    guard read.count <= Self.longest else {
      throw .tooManyEntries(count: read.count, limit: Self.longest)
    }
    var numbers: [PositionNumber: Int] = [:]
    for (index, listed) in read.enumerated() {
      if let other = numbers.updateValue(index + 1, forKey: listed.entry.pos) {
        throw .posTaken(entry: index + 1, pos: listed.entry.pos, by: other)
      }
    }
    entries = read.map(\.entry)
  }

  /// Reads a list from a file.
  /// - Throws: ``DictionaryError``.
  public init(file path: String) throws(DictionaryError) {
    let json: Data
    do {
      json = try Data(contentsOf: URL(fileURLWithPath: path))
    } catch {
      throw .fileNotRead(path: path, reason: error.localizedDescription)
    }
    try self.init(json: Array(json))
  }

  init(_ entries: [DictionaryEntry]) { self.entries = entries }
}

/// An entry of the JSON, which says itself what is wrong with it.
private struct ListedEntry: Decodable {
  let entry: DictionaryEntry

  private enum Field: String, CodingKey {
    case pos, type, unit, price
  }

  init(from decoder: any Decoder) throws {
    let number = (decoder.codingPath.last?.intValue ?? 0) + 1
    let fields = try decoder.container(keyedBy: Field.self)
    func value<Value: Decodable>(_ field: Field, _ allowed: String) throws -> Value {
      do {
        guard let value = try fields.decodeIfPresent(Value.self, forKey: field) else {
          throw DictionaryError.fieldMissing(entry: number, field: field.rawValue)
        }
        return value
      } catch is DecodingError {
        throw DictionaryError.wrongType(entry: number, field: field.rawValue, allowed: allowed)
      }
    }
    let found: Int64 = try value(.pos, "a whole number")
    guard let pos = PositionNumber(found) else {
      throw DictionaryError.posNotAllowed(entry: number, found: found)
    }
    let type: String
    do {
      type = try OneLine.checked(value(.type, "text"), as: .activity)
    } catch let error as AccountingError {
      throw DictionaryError.typeNotAllowed(entry: number, reason: error)
    }
    let unitName: String = try value(.unit, "text")
    guard let unit = ActivityUnit(rawValue: unitName) else {
      throw DictionaryError.unknownUnit(entry: number, found: unitName)
    }
    let priceText: String = try value(.price, "text such as \"21.35\"")
    guard let price = Price(priceText) else {
      throw DictionaryError.priceNotAllowed(entry: number, found: priceText)
    }
    entry = DictionaryEntry(pos: pos, type: type, unit: unit, price: price)
  }
}

extension DictionaryError {
  /// Makes the caller's error of what the decoder throws; our own errors pass through.
  fileprivate init(_ error: any Error, in json: Data) {
    switch error {
    case let error as DictionaryError:
      self = error
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
      self = .notAList(entry: context.codingPath.first?.intValue.map { $0 + 1 })
    default:
      self = Self.fault(in: json)
    }
  }

  /// The place where bytes end to be JSON. The decoder gives none, `JSONSerialization` the number of
  /// bytes before it, or none where the text ends too early.
  private static func fault(in json: Data) -> DictionaryError {
    var reason = "it is none"
    var offset = json.count
    do {
      _ = try JSONSerialization.jsonObject(with: json, options: .fragmentsAllowed)
    } catch {
      reason = (error as NSError).userInfo[NSDebugDescriptionErrorKey] as? String ?? reason
      if let told = reason.firstMatch(of: /\ around character (\d+)\.?/), let count = Int(told.1) {
        reason = String(reason[..<told.range.lowerBound])
        offset = count
      } else if reason.hasSuffix(".") {
        reason.removeLast()
      }
    }
    let before = json.prefix(offset)
    return .notJSON(
      line: before.count { $0 == UInt8(ascii: "\n") } + 1,
      column: before.reversed().prefix { $0 != UInt8(ascii: "\n") }.count + 1, reason: reason)
  }
}
