import Statistics

/// A story on a build whose instructions or allocations were to be counted.
public struct CountedSide: Sendable, Hashable {
  let story: String
  let build: String

  /// The first of them by name, and the number of others.
  static func words(_ sides: [CountedSide]) -> String {
    sides.map {
      "'\(CommandLabel.short($0.story))' on '\(CommandLabel.short($0.build))'"
    }.listed(atMost: 2)
  }
}
