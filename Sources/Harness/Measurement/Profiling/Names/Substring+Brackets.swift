/// Parsing the demangler's text by brackets.
extension Substring {
  /// The number of brackets that are open at the end.
  var depth: Int {
    var brackets = Brackets()
    for character in self { brackets.take(character) }
    return brackets.depth
  }

  /// The matching closing bracket.
  func close(from place: Index) -> Index? {
    var brackets = Brackets()
    for index in self[place...].indices {
      brackets.take(self[index])
      if brackets.depth == 0 { return index }
    }
    return nil
  }

  /// The position after the last mark outside brackets.
  func lastOutside(_ mark: String) -> Index? {
    var found: Index?
    var next = startIndex
    while let range = self[next...].firstRange(of: mark) {
      if self[..<range.lowerBound].depth == 0 { found = range.upperBound }
      next = range.upperBound
    }
    return found
  }
}

/// The number of open brackets; arrows and operators, such as `Swift.< infix`, don't count.
private struct Brackets {
  private(set) var depth = 0
  private var last: Character = " "
  private var isInOperator = false

  mutating func take(_ character: Character) {
    isInOperator = "<>=.&|+-*/%^~!".contains(character) && (isInOperator || last == ".")
    switch character {
    case "(", "[": depth += 1
    case ")", "]": depth -= 1
    case "<" where !isInOperator: depth += 1
    case ">" where !isInOperator && last != "-": depth -= 1
    default: break
    }
    last = character
  }
}
