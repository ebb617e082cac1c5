import Foundation
import TestSupport
import Testing
import Scorecards

/// Table 16 of the thesis of 2015, as it is printed, against the formulas.
@Suite struct GuidelineTests {
  /// A row of Results/kmu2015/guideline.csv.
  private struct GuidelineRow {
    let group: String
    let hours: Double
    let uses: Double
    let factor: Double
    /// Empty where the source's row is scrambled.
    let weight: String
  }

  private let rows: [GuidelineRow]
  private let skills: [Skill]
  private let weights: Weights

  init() throws {
    rows = try Results2015.text(of: "guideline.csv").split(separator: "\n").dropFirst().map {
      let fields = $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      return GuidelineRow(
        group: fields[0], hours: try #require(Double(fields[2])),
        uses: try #require(Double(fields[3])), factor: try #require(Double(fields[4])),
        weight: fields[5])
    }
    skills = try rows.map { try Skill(hours: Amount($0.hours), uses: Amount($0.uses)) }
    weights = try Weights(skills.map(\.factor))
  }

  private func percent(_ share: Double) -> String { String(format: "%.2f", share * 100) }

  @Test func `the printed totals of the guideline match its seventeen rows`() {
    #expect(rows.count == 17)
    #expect(rows.map(\.hours).reduce(0, +) == 520)
    #expect(rows.map(\.uses).reduce(0, +) == 61)
    #expect(rows.map(\.factor).reduce(0, +) == 1984)
    #expect(skills.map(\.factor.value) == rows.map(\.factor))
  }

  @Test func `every printed weight is the factor divided by M, to two places`() {
    #expect(weights.multiplier == 19.84)
    let printed = zip(rows, weights.shares).filter { !$0.0.weight.isEmpty }
    #expect(printed.count == 14)
    for (row, share) in printed { #expect(percent(share) == row.weight) }
    // The three that the source's text has scrambled.
    #expect(weights.shares[13...15].map(percent) == ["2.02", "1.21", "2.42"])
    #expect(abs(weights.shares.reduce(0, +) - 1) < 1e-15)
    let hundredths = weights.shares.map { Int(($0 * 10_000).rounded()) }
    #expect(hundredths.reduce(0, +) == 10_001)
  }

  @Test func `the printed formula, M times F, does not give the table's weights`() {
    let byFormula = skills.map { weights.multiplier * $0.factor.value }
    #expect(String(format: "%.1f", byFormula[0]) == "2380.8")
    #expect(String(format: "%.2f", byFormula.reduce(0, +)) == "39362.56")
  }

  @Test func `the guideline's six groups have the expected weights`() {
    var groups: [(name: String, share: Double)] = []
    for (row, share) in zip(rows, weights.shares) {
      if groups.last?.name != row.group { groups.append((row.group, 0)) }
      groups[groups.count - 1].share += share
    }
    #expect(
      groups.map { percent($0.share) } == ["42.74", "18.15", "20.56", "2.02", "3.63", "12.90"])
  }

  @Test func `all skills together take 65 days, or three and a quarter months`() {
    let time = WorkingTime(of: skills)
    #expect(time.hours == 520)
    #expect(time.days == 65)
    #expect(time.months == 3.25)
  }

  @Test func `a skill that a developer has takes no hours, and the others share its weight`() throws
  {
    var left = skills
    left[2] = try skills[2].known
    left[3] = try skills[3].known
    #expect(WorkingTime(of: left).hours == 416)
    let weights = try Weights(left.map(\.factor))
    #expect(weights.total == 1464)
    #expect(weights.shares[2] == 0)
    #expect(weights.shares[0] == 120.0 / 1464)
  }

  @Test func `each number of uses has one class, and six belongs to the lower of its two`() {
    let classes = [1, 2, 3, 5, 6, 7, 9, 10, 1000].map { TimesUsed(times: $0)?.rawValue }
    #expect(classes == [1, 2, 3, 3, 3, 4, 4, 5, 5])
    #expect(TimesUsed(times: 0) == nil && TimesUsed(times: -3) == nil)
    #expect(TimesUsed.allCases.map(\.word) == ["once", "twice", "a few", "several", "always"])
    #expect(TimesUsed(word: "a few") == .aFew && TimesUsed(word: "often") == nil)
  }

  @Test func `hours of several developers are averaged over those who had to learn`() throws {
    let hours = try Amount(hoursOfDevelopers: [24, 0, 40])
    #expect(hours.value == 32 && hours.range == 24...40)
    let known = try Amount(hoursOfDevelopers: [0, 0])
    #expect(known.value == 0 && known.isExact)
    let skill = try Skill(hours: hours, uses: Amount(answers: [5, 3, 1]))
    #expect(skill.uses.value == 3)
    #expect(skill.factor.value == 96 && skill.factor.range == 24...200)
  }
}
