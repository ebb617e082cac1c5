import Analysis
import Foundation
import Metrics
import Recording
import Statistics
import TestSupport
import Testing

@testable import Reports
@testable import Tables

struct CheckTableTests {
  private static let checked = BuildChecks(
    setting: CheckSetting(optimisation: .speed, traps: true, exclusivity: true),
    modules: [
      ModuleChecks(
        name: "App", origin: .module, instructions: 900, traps: 7, overflowChecks: 3,
        otherChecks: 5, failureCalls: 2, accesses: 4)
    ])
  private static let unchecked = BuildChecks(
    setting: CheckSetting(optimisation: .unchecked, traps: false, exclusivity: false),
    modules: [
      ModuleChecks(name: "App", origin: .module, instructions: 800),
      ModuleChecks(name: "", origin: .shared, instructions: 8),
    ])
  private static let unread = BuildChecks(setting: nil, modules: [], unread: "no tool")

  private static func experiment(_ checks: BuildChecks?...) -> Experiment {
    Replay.experiment(
      builds: checks.enumerated().map {
        BuildRecord(name: "b\($0)", recipe: "r", checks: $1)
      }, rounds: 2)
  }

  private func rows(_ table: Table?) throws -> [String] {
    let text = CSVTableRenderer().rendered(try #require(table))
    return text.split(whereSeparator: \.isNewline).dropFirst().map(String.init)
  }

  @Test func `the table shows each build's checks next to what its flags ask for`() throws {
    let table = try Table.checks(Self.experiment(Self.checked, Self.unchecked, nil, Self.unread))
    #expect(
      try rows(table) == [
        "b0,900,7,3,5,2,4,present as requested,present as requested",
        "b1,808,0,0,0,0,0,removed as requested,removed as requested",
        "b3,,,,,,,not proven: no tool,not proven: no tool",
      ])
  }

  @Test func `the checks of each module are compared build by build`() throws {
    let table = try Table.checksByModule(
      Self.experiment(Self.checked, Self.unchecked, Self.unread))
    #expect(
      try rows(table) == ["App,7 + 4,0 + 0", "\"libraries' code, compiled here\",,0 + 0"])
  }

  @Test func `without known checks there is no table`() throws {
    #expect(try Table.checks(Self.experiment(nil)) == nil)
    #expect(try Table.checksByModule(Self.experiment(nil, Self.unread)) == nil)
  }

  @Test(arguments: [(70.0, 30.0, "costs"), (130, -30, "slower without"), (100, 0, "none shown")])
  func `a share says whether the checks cost anything`(
    _ time: Double, _ share: Double, _ words: String
  )
    throws
  {
    let runs = (1...6).flatMap { round in
      [("b0", 100), ("b1", time)].map {
        Replay.run("list", on: $0, round: round, [.cpuTime: $1])
      }
    }
    let attribution = try #require(
      Attribution(
        ExperimentAnalysis(Self.experiment(Self.checked, Self.unchecked), runs: runs)))
    let table = try Table.attribution(attribution)
    #expect(table.sections.map(\.heading) == ["All checks: 'b0' less 'b1'"])
    let row = try #require(table.sections.first?.rows.first)
    #expect(row.last?.content == .text(words))
    #expect(row[5].content == .number(6, .integer))
    guard case .number(let value, _) = row[1].content else {
      Issue.record("there is no number")
      return
    }
    #expect(abs(value - share) < 1e-9)
  }
}
