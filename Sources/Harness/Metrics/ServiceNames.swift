import Synchronization

/// The names of the services of which there are metrics, each known by a number.
///
/// A name is only ever added, and its number never changes, so nobody sees that this is shared.
enum ServiceNames {
  /// A name's number.
  typealias Number = UInt16
  /// The number where there is no service.
  static let none: Number = 0

  private struct Known {
    var names: [String] = []
    var numbers: [String: Number] = [:]
  }

  private static let known = Mutex(Known())

  /// Returns the number of a name; nil where there are no numbers left, which no scenario's services come
  /// near.
  static func number(of name: String) -> Number? {
    known.withLock { known in
      if let number = known.numbers[name] { return number }
      guard let number = Number(exactly: known.names.count + 1) else { return nil }
      known.names.append(name)
      known.numbers[name] = number
      return number
    }
  }

  /// Returns the name of a number; nil for ``none``.
  static func name(of number: Number) -> String? {
    number == none ? nil : known.withLock { $0.names[Int(number) - 1] }
  }
}
