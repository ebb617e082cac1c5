import Recording

extension ProfiledFunction {
  /// The greatest number of a name's characters in a sentence or a table.
  private static let room = 60

  /// The name, shortened if necessary: first without template arguments, then without its middle.
  var shortName: String {
    guard name.count > Self.room else { return name }
    let short = Self.withoutArguments(name)
    guard short.count > Self.room else { return short }
    return "\(short.prefix(Self.room * 2 / 3))…\(short.suffix(Self.room / 3 - 1))"
  }

  /// `std::sort<…>`; the full name if brackets don't match, as in operators.
  private static func withoutArguments(_ name: String) -> String {
    var (short, depth, last): (String, Int, Character) = ("", 0, " ")
    for character in name {
      if character == "<" {
        depth += 1
        if depth == 1 { short += "<…" }
      }
      if character == ">", last != "-" { depth -= 1 }
      if depth < 0 { return name }
      if depth == 0 { short.append(character) }
      last = character
    }
    return depth == 0 ? short : name
  }
}
