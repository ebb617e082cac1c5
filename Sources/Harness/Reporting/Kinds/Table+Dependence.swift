import Comparing
import Rounding

extension Table {
  /// Whether pairs of a program with itself are independent and lean to neither side: a test a row,
  /// with what becomes of whole runs where such pairs change sides together.
  public static func dependence(_ qualification: Qualification) throws(TableError) -> Table {
    var rows: [[Cell]] = []
    if let rate = qualification.falseAlarmRate {
      rows.append([
        .text("Single pairs"), .missing(noFigure), .missing(noTest), share(rate),
        rate.exceeds(qualification.rule) ? .text("too many", tone: .bad) : .text("as promised"),
      ])
    }
    for test in qualification.dependence.tests {
      rows.append([
        .text(test.question.title), test.tableFigure,
        test.pValue.map { .number($0, as: .coarse) } ?? .missing(untested),
        test.question.rate(in: qualification).map(share) ?? .missing(noSides), test.word,
      ])
    }
    return try Table(
      title: "Are the pairs independent?",
      notes: [
        "Seen: the autocorrelation with its 95 % interval; or how far the means of stretches or runs "
          + "are apart beyond what single pairs explain (SD, root mean square over cells). Up to "
          + "\(percent(Dependence.harmless)) % does no harm.",
        "p: the chance of as much in independent pairs that lean to neither side. All tests together "
          + "see what is not there in \(percent(Dependence.alpha)) % of cases.",
        "False alarms: the share of whole runs that are called worse where such pairs change sides "
          + "together. Of long stretches there are few, so their share is coarse.",
      ],
      columns: [
        Column("Pairs"), Column("Seen"), Column("p", alignment: .decimal),
        Column("False alarms", unit: "%", alignment: .decimal), Column("Result"),
      ], rows: rows)
  }

  private static let noFigure =
    "each pair for itself shows how often the rule errs, and no dependence"
  private static let noTest = "the share of false alarms is the test"
  private static let noSides = "pairs change places, not sides"
  fileprivate static let untested = "not tested"

  private static func share(_ rate: FalseAlarmRate) -> Cell {
    .number(rate.share * 100, as: .coarse)
  }

  fileprivate static func percent(_ share: Double) -> String {
    NumberFormat.plain.string(for: share * 100)
  }
}

extension DependenceTest {
  fileprivate var tableFigure: Table.Cell {
    switch figure {
    case .autocorrelation(let found)?: .text(found.words)
    case .component(let deviation, _)?:
      .text(
        "\(NumberFormat.uncertainty(deviation * 100).string(for: deviation * 100)) %")
    case nil: .missing(Table.untested)
    }
  }

  fileprivate var word: Table.Cell {
    switch answer {
    case .notSeen: .text("nothing seen")
    case .notExcluded: .text("too few pairs", tone: .caution)
    case .harmless: .text("harmless")
    case .shown: .text("dependent", tone: .bad)
    case .untested(.qualifications(let found, let needed)):
      .text(needed.map { "not tested: \(found) of \($0)" } ?? "not tested", tone: .caution)
    case .untested: .text("not tested", tone: .caution)
    }
  }
}

extension DependenceTest.Question {
  fileprivate func rate(in qualification: Qualification) -> FalseAlarmRate? {
    let together: Int?
    switch self {
    case .stretches(let size): together = size
    case .wholeRun: together = nil
    case .neighbours, .betweenStretches, .betweenRuns: return nil
    }
    return qualification.falseAlarmRates.first { $0.together == together }
  }
}
