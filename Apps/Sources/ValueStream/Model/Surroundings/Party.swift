/// Who stands around the line: those who deliver, those who plan, and those who receive. Each is on a
/// map once or not at all.
public enum Party: String, Hashable, Sendable, CaseIterable {
  /// Where the material or the order comes from: a factory at the left.
  case supplier
  /// Who plans: a box in the middle.
  case control
  /// Who receives what is made: a factory at the right.
  case customer
}
