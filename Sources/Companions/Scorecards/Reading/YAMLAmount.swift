import Scenarios
import Yams

/// Amounts as people write them.
extension YAMLNode {
  /// A Boolean value indicating whether the value is missing, as after `name:`.
  var isNothing: Bool {
    if case .scalar(let scalar) = node { scalar.string.isEmpty } else { false }
  }

  private static var allowedAmounts: String {
    "a number such as 24, a range such as 16 to 32, or a list of people's answers"
  }

  /// A number, a range of numbers, or a list of answers, whose amount `answered` makes.
  func amount(
    _ answered: ([Double]) throws(WeighingError) -> Amount
  ) -> Amount? {
    do throws(WeighingError) {
      if isList {
        let answers = list(of: "answers", each: "an answer")?.compactMap { $0.answer() } ?? []
        guard case .sequence(let all) = node, all.count == answers.count else { return nil }
        return try answered(answers)
      }
      guard let text = text() else { return nil }
      let ends = text.split(separator: " to ", omittingEmptySubsequences: false)
      let numbers = ends.compactMap { Self.decimal($0) }
      switch (ends.count, numbers.count) {
      case (1, 1): return try Amount(numbers[0])
      case (2, 2): return try Amount(from: numbers[0], to: numbers[1])
      default:
        noteWrongKind(allowed: Self.allowedAmounts)
        return nil
      }
    } catch {
      note("\(role): \(error)")
      return nil
    }
  }

  private func answer() -> Double? {
    guard let number = string.flatMap({ Self.decimal($0) }) else {
      noteWrongKind(allowed: "a number of base 10, 0 or more")
      return nil
    }
    return number
  }

  /// The number in a text of digits, with or without a point; nil for any other text.
  private static func decimal(_ text: some StringProtocol) -> Double? {
    let digits = text.split(separator: ".", omittingEmptySubsequences: false)
    guard digits.count <= 2,
      digits.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
    else { return nil }
    return Double(String(text))
  }

  /// How often a skill is used: a class, a number of times, or a list of several people's answers.
  func timesUsed() -> Amount? {
    guard isList else { return timesOfOne().flatMap { try? Amount($0) } }
    let answers = list(of: "answers", each: "an answer")?.map { $0.timesOfOne() } ?? []
    let known = answers.compactMap(\.self)
    guard known.count == answers.count else { return nil }
    do throws(WeighingError) {
      return try Amount(answers: known)
    } catch {
      note("\(role): \(error)")
      return nil
    }
  }

  private func timesOfOne() -> Double? {
    let words = TimesUsed.allCases.map(\.word)
    let used = text().flatMap { word in
      TimesUsed(word: word) ?? Int(word).flatMap(TimesUsed.init(times:))
    }
    guard let used else {
      if string?.isEmpty == false {
        note(
          "\(role) is '\(string ?? "")'",
          allowed: "\(words.joined(separator: ", ")), or a number of times from 1",
          suggestion: NearestName.of(string ?? "", among: words))
      }
      return nil
    }
    return Double(used.rawValue)
  }
}
