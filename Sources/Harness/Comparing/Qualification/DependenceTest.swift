import Recording
import Statistics

/// One question about whether pairs of a program with itself are independent and lean to neither
/// side, and its answer.
public struct DependenceTest: Sendable, Hashable {
  /// What is asked.
  public enum Question: Sendable, Hashable {
    /// Whether a pair is like the one before.
    case neighbours
    /// Whether pairs of a stretch of so many lean to one side together: the sides of whole stretches
    /// are exchanged, beside those of single pairs.
    case stretches(Int)
    /// Whether all pairs of the run lean to one side.
    case wholeRun
    /// Whether stretches of so many differ from each other by more than their pairs explain.
    case betweenStretches(Int)
    /// The same of runs at different times.
    case betweenRuns
  }

  /// What the pairs answer.
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
    /// There are so few qualifications at different times; nil where even ``most`` of them would not
    /// do.
    case qualifications(found: Int, needed: Int?)
    /// No pairs differ, or none decide.
    case noise
  }

  /// The most qualifications that are asked for.
  public static let most = 20

  /// How great it is.
  public enum Figure: Sendable, Hashable {
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
  public let figure: Figure?
  /// The chance of as much in independent pairs that lean to neither side; nil likewise.
  public let pValue: Double?
  /// The cell that stands out, where one does rather than all.
  public let cell: CellName?

  init(
    _ question: Question, _ answer: Answer, figure: Figure? = nil, pValue: Double? = nil,
    cell: CellName? = nil
  ) {
    self.question = question
    self.answer = answer
    self.figure = figure
    self.pValue = pValue
    self.cell = cell
  }

  /// Whether it speaks against the machine.
  public var isShown: Bool { answer == .shown }

  /// Whether nothing can be said for the machine in this respect either.
  public var isOpen: Bool {
    switch answer {
    case .untested, .notExcluded: true
    case .notSeen, .harmless, .shown: false
    }
  }
}
