/// A story on a build whose instructions were to be counted.
public struct CountedSide: Sendable, Equatable {
  let story: String
  let build: String

  /// The first of them by name, and the number of others.
  static func words(_ sides: [CountedSide]) -> String {
    let named = sides.prefix(2).map {
      "'\(CommandLabel.short($0.story))' on '\(CommandLabel.short($0.build))'"
    }
    let others = sides.count - named.count
    return (named + (others > 0 ? ["\(others) more"] : [])).joined(separator: ", ")
  }
}
