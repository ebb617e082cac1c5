import Synchronization

/// The names of the services with metrics, each with a number.
///
/// Names are only added, and their numbers never change, so the shared state is invisible.
enum ServiceNames {
  typealias Number = UInt16
  /// The number if there is no service.
  static let none: Number = 0

  private struct Known {
    var names: [String] = []
    var numbers: [String: Number] = [:]
  }

  private static let known = Mutex(Known())

  /// Returns the number of a name; nil if no numbers are left, far more than any scenario has services.
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
