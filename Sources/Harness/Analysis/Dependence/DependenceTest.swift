import Recording
import Statistics

/// One question about whether pairs of a program with itself are independent and lean to neither
/// side, and its answer.
public struct DependenceTest: Sendable, Hashable {
  /// A question to the pairs.
  public enum Question: Sendable, Hashable {
    /// Is a pair like the one before?
    case neighbours
    /// Do pairs of a stretch of so many lean to one side together? The sides of whole stretches
    /// are exchanged, beside those of single pairs.
    case stretches(Int)
    /// Do all pairs of the run lean to one side?
    case wholeRun
    /// Do stretches of so many differ from each other by more than their pairs explain?
    case betweenStretches(Int)
    /// The same of runs at different times.
    case betweenRuns
  }

  /// The pairs' answer.
  public enum Answer: Sendable, Hashable {
    /// Nothing was seen.
    case notSeen
    /// Nothing was seen, but so few pairs would hide what does harm; so many of all stories together
    /// would show it.
    case notExcluded(pairsNeeded: Int)
    /// It is there, and too small to matter.
    case harmless
    /// It is there.
    case shown
    /// It was not tested, and this is missing.
    case untested(Missing)
  }

  /// Why something was not tested.
  public enum Missing: Sendable, Hashable {
    /// There are so few pairs of each story.
    case pairs(found: Int, needed: Int)
    /// There are so few qualifications at different times; nil where even ``maximum`` of them would not
    /// do.
    case qualifications(found: Int, needed: Int?)
    /// No pairs differ, or none decide.
    case noise
  }

  /// The most qualifications that are asked for.
  public static let maximum = 20

  /// The size of what was found.
  public enum Value: Sendable, Hashable {
    /// Of neighbours.
    case autocorrelation(Autocorrelation)
    /// Of stretches and runs: by which share they are apart beyond what single pairs explain (a
    /// standard deviation; root mean square over cells), and how many times the variance is what
    /// independent pairs make of it.
    case component(deviation: Double, variances: Double)
  }

  /// The question.
  public let question: Question
  /// Its answer.
  public let answer: Answer
  /// Nil where nothing was tested.
  public let value: Value?
  /// The chance of as much in independent pairs that lean to neither side; nil likewise.
  public let pValue: Double?
  /// The cell that stands out, where one does rather than all.
  public let cell: CellName?

  init(
    _ question: Question, _ answer: Answer, value: Value? = nil, pValue: Double? = nil,
    cell: CellName? = nil
  ) {
    self.question = question
    self.answer = answer
    self.value = value
    self.pValue = pValue
    self.cell = cell
  }

  /// A Boolean value indicating whether it speaks against the machine.
  public var isShown: Bool { answer == .shown }

  /// A Boolean value indicating whether nothing can be said for the machine in this respect either.
  public var isOpen: Bool {
    switch answer {
    case .untested, .notExcluded: true
    case .notSeen, .harmless, .shown: false
    }
  }
}

/// A value of one cell's differences that is great where they depend on each other or lean to one
/// side, and what chance may do to their order or signs without changing what is to be expected of it.
enum DependenceStatistic {
  /// r at lag 1; the order is free.
  case neighbours
  /// Σ S² / Σ d², S the sums of parts: 1 in the mean where signs are free coins, whatever the tails.
  case sums(parts: [Range<Int>])
  /// The share of all variance that lies between parts, which goes with F; the order is free.
  case between(parts: [Range<Int>])

  /// A Boolean value indicating whether pairs change places rather than sides.
  var isOfOrder: Bool {
    if case .sums = self { false } else { true }
  }

  /// Divides so many pairs into so many parts, as equal as can be.
  static func parts(_ count: Int, of pairs: Int) -> [Range<Int>] {
    (0..<count).map { $0 * pairs / count..<($0 + 1) * pairs / count }
  }

  /// The value; 0 where nothing varies.
  /// - Parameters:
  ///   - values: in order; their mean taken off where the order is asked about.
  ///   - squares: the sum of their squares, which neither order nor signs change.
  func score(_ values: UnsafeBufferPointer<Double>, squares: Double) -> Double {
    guard squares > 0 else { return 0 }
    switch self {
    case .neighbours:
      var sum = 0.0
      for index in 1..<max(1, values.count) { sum += values[index - 1] * values[index] }
      return sum / squares
    case .sums(let parts):
      return Self.sum(of: parts, values) { sum, _ in sum * sum } / squares
    case .between(let parts):
      return Self.sum(of: parts, values) { sum, count in sum * sum / Double(count) } / squares
    }
  }

  /// Returns what independent pairs make of the value in the mean, where that is not 0.
  func expected(count: Int) -> Double {
    switch self {
    case .neighbours: 0
    case .sums: 1
    case .between(let parts): Double(parts.count - 1) / Double(max(2, count) - 1)
    }
  }

  private static func sum(
    of parts: [Range<Int>], _ values: UnsafeBufferPointer<Double>,
    _ term: (Double, Int) -> Double
  ) -> Double {
    var total = 0.0
    for part in parts {
      var sum = 0.0
      for index in part { sum += values[index] }
      total += term(sum, part.count)
    }
    return total
  }

  /// The variance of what the parts have in common beyond their pairs, which a value shows; below
  /// 0 where parts are more alike than by chance.
  /// - Parameter squares: as of the value.
  func component(_ score: Double, squares: Double, count: Int) -> Double {
    switch self {
    case .neighbours: return 0
    case .sums(let parts):
      let size = Double(count) / Double(max(1, parts.count))
      return (score - 1) * squares / Double(max(1, count)) / size
    case .between(let parts):
      let (k, n) = (Double(parts.count), Double(count))
      guard k > 1, n > k else { return 0 }
      return (score * squares / (k - 1) - (1 - score) * squares / (n - k)) / (n / k)
    }
  }
}
