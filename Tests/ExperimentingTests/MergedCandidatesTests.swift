import Analysis
import Experimenting
import Foundation
import Recording
import Scenarios
import Store
import TestSupport
import Testing

/// Parts of calls that compare several candidates with one baseline, and what a part says alone.
@Suite struct MergedCandidatesTests {
  private let merged: SessionStage

  init() throws { merged = try SessionStage() }

  /// One of two parts of 24 pairs, of builds that take so much longer, and whose hashes begin so.
  private func part(
    _ number: Int, of builds: [String] = ["a", "b", "c"], slower: [String: Double],
    hash: String = "1f", for purpose: Decision.Purpose = .check
  ) async throws -> PartMachine {
    var machine = try PartMachine()
    (machine.builds, machine.parts, machine.pairs) = (builds, 2, 24)
    machine.purpose = purpose
    var recorded = RecordedBuilds(log: machine.stage.log)
    recorded.hash = hash
    try await machine.make(
      number, by: machine.stage.equipment(building: recorded, slower: slower))
    return machine
  }

  /// Adds everything that a store has.
  private func merge(_ store: ResultStore) throws {
    for result in try MergeSession(into: merged.store).take(store, named: "part.sqlite") {
      _ = try result.get()
    }
  }

  private func outcomes() throws -> [Outcome] {
    try MergedComparison(for: .check, in: merged.store).results.map(\.outcome)
  }

  @Test func `each candidate of a call is judged, not only the last`() async throws {
    for number in 1...2 { try merge(await part(number, slower: ["b": 1.05]).stage.store) }
    #expect(try outcomes() == [.regression, .passed])
    // All of one call have one seed.
    #expect(Set(try merged.store.experiments().map(\.seed)).count == 1)
  }

  @Test(arguments: [(Decision.Purpose.check, Outcome.passed), (.strictCheck, .inconclusive)])
  func `parts of a strict check are judged strictly, also by a call that does not say so`(
    _ purpose: Decision.Purpose, _ outcome: Outcome
  ) async throws {
    // Two machines that disagree show nothing.
    let slower = [["b": 1.05], [:]]
    for number in 1...2 {
      let machine = try await part(
        number, of: ["a", "b"], slower: slower[number - 1], for: purpose)
      try merge(machine.stage.store)
    }
    #expect(try outcomes() == [outcome])
    // A comparison fails by no verdict, whatever its parts were made for.
    let comparison = try MergedComparison(for: .comparison, in: merged.store)
    #expect(comparison.results.map(\.outcome) == [.passed])
  }

  @Test func `a candidate that lacks a part lets nothing pass`() async throws {
    let machines = [try await part(1, slower: [:]), try await part(2, slower: [:])]
    try merge(machines[0].stage.store)
    // Of the other machine only what it made of the second candidate.
    try merge(only("2", of: machines[1]).store)
    let error = #expect(throws: Refusal.self) { try outcomes() }
    #expect(
      error?.description
        == "sample-check: part 2 of 2 is missing, so nothing is decided. Make what is missing (--part K/N), "
        + "and merge it.")
  }

  @Test func `a candidate of which nothing was merged is missing`() async throws {
    for number in 1...2 {
      let machine = try await part(number, slower: ["c": 1.05])
      try merge(only("1", of: machine).store)
    }
    let error = #expect(throws: Refusal.self) { try outcomes() }
    #expect(
      error?.description
        == "sample-check: no part of 'c' is there, so nothing is decided. Make what is missing (--part K/N), "
        + "and merge it.")
  }

  /// A store with only one of a machine's experiments.
  private func only(_ number: String, of machine: PartMachine) throws -> SessionStage {
    let stage = try SessionStage()
    var experiment = try machine.stage.store.experiment(number)
    let runs = try machine.stage.runs(of: experiment.number ?? 0)
    experiment.number = nil
    _ = try stage.store.merge(runs, into: experiment)
    return stage
  }

  @Test func `of a candidate that was built and measured again only the latest counts`()
    async throws
  {
    for number in 1...2 { try merge(await part(number, slower: ["b": 1.05]).stage.store) }
    for number in 1...2 { try merge(await part(number, slower: [:], hash: "2e").stage.store) }
    #expect(try merged.store.experiments().count == 4)
    #expect(try outcomes() == [.passed, .passed])
  }

  @Test func `a part with other candidates is refused`() async throws {
    try merge(await part(1, slower: [:]).stage.store)
    let other = try await part(2, of: ["a", "b", "d"], slower: [:])
    let error = #expect(throws: Refusal.self) { try merge(other.stage.store) }
    let words = try #require(error).description
    #expect(words.contains("its list of candidates is b, d, and theirs b, c"), "\(words)")
  }

  @Test func `a part alone finds no regression, and ends none`() async throws {
    let slow = try await part(1, of: ["a", "b"], slower: ["b": 1.5])
    let stored = try slow.stage.store.experiment("1")
    let judgement = try #require(try slow.stage.store.judgement(of: stored))
    // Its own pairs show one.
    #expect(judgement.gated.contains { $0.outcome.result?.verdict == .regressed })
    #expect(try slow.stage.store.regressions().found.isEmpty)
    try merge(slow.stage.store)
    #expect(try merged.store.regressions().found.isEmpty)
    try merge(await part(2, of: ["a", "b"], slower: ["b": 1.5]).stage.store)
    #expect(try merged.store.regressions().found.map(\.name).contains("1/s/cpu-time"))
  }
}
