extension Device {
  /// What the detail page says, line by line: the name, "available or not, current owner, … location,
  /// Serial number etc." (US3A, table 5, p. 26). Lines without anything to say are left out.
  public func lines(in language: Language) -> [String] {
    var phrases: [Phrase] = []
    if let loan {
      phrases.append(.lentBy(loan.borrower))
      if loan.lentBy != loan.borrower { phrases.append(.takenOutBy(loan.lentBy)) }
    } else {
      phrases.append(.available)
    }
    phrases += [
      .location(listed.location), .serialNumber(listed.serialNumber), .unit(unit.name),
    ]
    if !description.isEmpty { phrases.append(.description(description)) }
    if let loan, !loan.comment.isEmpty { phrases.append(.comment(loan.comment)) }
    return [listed.name] + phrases.map { $0.text(in: language) }
  }
}
