/// Something that the rule should reach, and what it reached.
struct Aim {
  let text: String
  let found: String
  let isReached: Bool

  var line: String { "\(isReached ? "reached    " : "NOT reached")  \(text): \(found)" }
}
