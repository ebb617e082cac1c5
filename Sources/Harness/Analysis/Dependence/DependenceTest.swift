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
