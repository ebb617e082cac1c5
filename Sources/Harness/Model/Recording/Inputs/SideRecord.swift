import Statistics

/// The stored inputs of one side of a comparison.
public struct SideRecord: Sendable, Equatable, Codable {
  /// The build's name in the experiment.
  public var build: String
  /// The inputs of its build; nil if nothing was built, or if they were not recorded.
  public var make: InputRecord?
  /// The inputs of all its stories together.
  public var replayed: InputRecord
  /// For each story's name, the places in the files of ``replayed`` that it used.
  public var stories: [String: [Int]]

  /// The greatest number of stored files for each record.
  public static let mostFiles = 20_000

  /// Combines the records of a side's stories.
  public init(build: String, make: InputRecord?, stories records: [String: InputRecord]) {
    self.build = build
    self.make = make?.bounded
    replayed = InputRecord(joining: records.sorted { $0.key < $1.key }.map(\.value)).bounded
    let places = Dictionary(
      replayed.files.enumerated().map { ($1.path, $0) }, uniquingKeysWith: { first, _ in first })
    stories = records.mapValues { $0.files.compactMap { places[$0.path] } }
  }
}

extension InputRecord {
  /// The record without more files than are stored.
  fileprivate var bounded: InputRecord {
    guard files.count > SideRecord.mostFiles else { return self }
    var bounded = self
    bounded.files = Array(files.prefix(SideRecord.mostFiles))
    bounded.gaps = (gaps + [.tooManyFiles(limit: SideRecord.mostFiles)]).uniqued
    return bounded
  }
}
