import Foundation
import Recording

/// The folder of saved baselines, one file each.
public struct BaselineFolder: Sendable {
  /// Its path.
  public let path: String

  /// The folder at that path, which need not exist.
  public init(_ path: String) { self.path = path }

  /// A baseline's file.
  public func file(of name: String) -> String { "\(path)/\(name).json" }

  /// The existing baselines, sorted by name; none if the folder is missing.
  /// - Throws: ``StoreError`` if the folder can't be read.
  public func names() throws(StoreError) -> [String] {
    guard FileManager.default.fileExists(atPath: path) else { return [] }
    do {
      return try FileManager.default.contentsOfDirectory(atPath: path)
        .filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }
        .map { String($0.dropLast(".json".count)) }.sorted()
    } catch {
      throw .baselineUnreadable(file: path)
    }
  }

  /// Like `JSONDecoder`'s own reader of dates, but without a place in its error.
  @Sendable private static func date(_ decoder: any Decoder) throws -> Date {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let date = try? Date(text, strategy: .iso8601) else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "it is '\(text)'; allowed: a time such as 2026-01-31T12:00:00Z")
    }
    return date
  }

  /// A baseline.
  /// - Throws: ``StoreError`` if there is none, or its file can't be used.
  public func baseline(_ name: String) throws(StoreError) -> Baseline {
    let file = file(of: name)
    guard FileManager.default.fileExists(atPath: file) else {
      throw .noBaseline(name, folder: path, known: try names())
    }
    guard let data = FileManager.default.contents(atPath: file) else {
      throw .baselineUnreadable(file: file)
    }
    return try Self.baseline(in: data, file: file)
  }

  /// Decodes a baseline from a file's content. Error messages name the file.
  /// - Throws: ``StoreError/malformed(file:line:column:found:allowed:)``.
  public static func baseline(in data: Data, file: String) throws(StoreError) -> Baseline {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom(Self.date)
    return try ImportedMeasurements.decoded(Baseline.self, from: data, by: decoder, file: file)
  }
}
