/// More work than was asked for, by a known share: with it a driver stands for a build that is
/// slower by so much, to try whether a harness finds that.
///
/// `--handicap 2%` among a driver's arguments makes a step of 100 repetitions call the app's core
/// 102 times. The calls added are made and measured as all others are, and must lead to the same;
/// the step's digest leaves them out. A step of fewer than 50 repetitions stays as it is. Only for
/// verbs whose calls can be made once more without changing what later steps lead to.
struct Handicap: Equatable {
  /// The argument that asks for it; the share follows.
  static let argument = "--handicap"
  /// Calls to add for each that was asked for.
  let share: Double

  /// None.
  static let none = Handicap(share: 0)

  private init(share: Double) { self.share = share }

  /// What a driver's arguments ask for; none where they don't speak of it.
  /// - Throws: ``MalformedHandicap``.
  init(arguments: [String]) throws(MalformedHandicap) {
    guard let place = arguments.firstIndex(of: Self.argument) else {
      self = .none
      return
    }
    let text = arguments.dropFirst(place + 1).first ?? ""
    guard text.last == "%", let percent = Double(text.dropLast()), percent >= 0, percent <= 1000
    else { throw MalformedHandicap(text: text) }
    share = percent / 100
  }

  /// How often the core is called for a repetition of a step; the calls added are spread evenly.
  /// - Parameter repetition: from 1.
  func calls(at repetition: Int) -> Int {
    1 + added(until: repetition) - added(until: repetition - 1)
  }

  /// Shares such as 2 % have no exact binary form: 50 repetitions are to add one all the same.
  private func added(until repetition: Int) -> Int { Int(Double(repetition) * share + 1e-9) }
}

/// A share of added work that is none.
struct MalformedHandicap: Error, CustomStringConvertible {
  let text: String
  var description: String {
    "The share after \(Handicap.argument) is '\(text)'; allowed: 0% to 1000%, such as 2%."
  }
}
