import Recording
import Statistics

/// One question about whether pairs of a program with itself are independent and lean to neither side, with
/// its answer.
public struct DependenceTest: Sendable, Hashable {
  /// A question about the pairs.
  public enum Question: Sendable, Hashable {
    /// Is a pair like the one before?
    case neighbours
    /// Do stretches of this many pairs lean to one side together? The sides of whole stretches are exchanged,
    /// as well as those of single pairs.
    case stretches(Int)
    /// Do all pairs of the run lean to one side?
    case wholeRun
    /// Do stretches of this many pairs differ from each other by more than their pairs explain?
    case betweenStretches(Int)
    /// The same question about runs at different times.
    case betweenRuns
  }

  /// The pairs' answer.
  public enum Answer: Sendable, Hashable {
    case notSeen
    /// Nothing was seen, but too few pairs were made to see a harmful effect; this many of all stories
    /// together would show it.
    case notExcluded(pairsNeeded: Int)
    /// The effect exists, but is too small to matter.
    case harmless
    /// The effect exists.
    case shown
    /// It was not tested, because this is missing.
    case untested(Missing)
  }

  /// The reason why something was not tested.
  public enum Missing: Sendable, Hashable {
    /// Each story has too few pairs.
    case pairs(found: Int, needed: Int)
    /// There are too few qualifications at different times; nil if even ``maximum`` of them would not be
    /// enough.
    case qualifications(found: Int, needed: Int?)
    /// No pairs differ, or no pairs decide.
    case noise
  }

  /// The greatest number of qualifications that is asked for.
  public static let maximum = 20

  /// The size of what was found.
  public enum Value: Sendable, Hashable {
    /// The value for neighbours.
    case autocorrelation(Autocorrelation)
    /// The value for stretches and runs: how far apart they are, as a share, beyond what single pairs explain
    /// (a standard deviation; root mean square over cells), and their variance relative to that of
    /// independent pairs.
    case component(deviation: Double, variances: Double)
  }

  /// The question.
  public let question: Question
  /// Its answer.
  public let answer: Answer
  /// Nil if nothing was tested.
  public let value: Value?
  /// The chance of seeing this much in independent pairs that lean to neither side; nil if nothing was
  /// tested.
  public let pValue: Double?
  /// The cell that stands out; nil if none does or all do.
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

  /// A Boolean value indicating whether it leaves open if the machine is sound in this respect.
  public var isOpen: Bool {
    switch answer {
    case .untested, .notExcluded: true
    case .notSeen, .harmless, .shown: false
    }
  }
}
