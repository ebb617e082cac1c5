import Recording

/// The inputs of one side of a comparison, as JSON.
public struct InputsDocument: Encodable {
  let build: String
  /// The inputs of its build; omitted if nothing was built, or if they were not recorded.
  let make: InputRecord?
  /// The inputs of all its stories together.
  let replayed: InputRecord
  /// The places, from 0, of the files that each story used.
  let stories: [String: [Int]]

  /// A side's document.
  public init(_ record: SideRecord) {
    build = record.build
    make = record.make
    replayed = record.replayed
    stories = record.stories
  }
}
