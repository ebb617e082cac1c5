import Analysis
import Recording
import Statistics
import Tables

extension Table {
  /// Returns what the optimiser saves and each kind of check costs, per story and over all stories.
  public static func attribution(_ attribution: Attribution) throws(TableError) -> Table {
    try Table(
      title: "What the checks cost",
      notes: [
        "Shares of the CPU time of '\(attribution.reference)' with their 95 % intervals, over n rounds "
          + "that all of these builds have. Below 0 the build that leaves something out is the slower "
          + "one.",
        TestedTogether.note(
          count: attribution.shareCount, "shares", fewest: attribution.fewestRounds),
      ],
      columns: [
        Column("Story"), .number("Share", unit: "%"), .number("from", unit: "%"),
        .number("to", unit: "%"), .number("p"), .number("n"), Column("Says"),
      ],
      sections: attribution.parts.map { part in
        let overall = part.stories.count > 1 ? [("all stories", part.overall)] : []
        return Section(
          heading(part),
          rows: (part.stories.map { ($0.name, $0.share) } + overall).map { name, share in
            [.text(name)] + cells(share)
          })
      })
  }

  private static func heading(_ part: Attribution.Effect) -> String {
    let subject =
      switch part.subject {
      case .optimiser: "Doing without the optimiser"
      case .exclusivity: "Checks of exclusive access"
      case .traps: "Checks of bounds, overflow and preconditions"
      case .allChecks: "All checks"
      }
    return "\(subject): '\(part.with)' less '\(part.without)'"
  }

  private static func cells(_ share: Result<Difference, NoRatio>) -> [Cell] {
    switch share {
    case .success(let share):
      let estimate = share.estimate
      let format = estimate.format(scale: 0.01).withPlus
      return [estimate.point, estimate.lower, estimate.upper].map { .number($0 * 100, as: format) }
        + [
          .p(share.pValue), .number(Double(share.evidence.count), as: .integer),
          estimate.point > 0
            ? .finding(share, shown: "costs")
            : .finding(share, shown: "slower without", tone: .caution),
        ]
    case .failure(let reason): return Array(repeating: .missing(reason.description), count: 6)
    }
  }

  /// Returns the safety checks in each build's machine code, and whether they match its flags; nil if nothing
  /// is known of any build.
  public static func checks(_ experiment: Experiment) throws(TableError) -> Table? {
    let builds = experiment.builds.compactMap { build in build.checks.map { (build.name, $0) } }
    guard !builds.isEmpty else { return nil }
    func count(_ value: Int) -> Cell { .number(Double(value), as: .integer) }
    return try Table(
      title: "Safety checks in the code",
      notes: [
        "Counted by disassembly. Overflow, Other: conditional jumps to a trap; Other is bounds, ranges, "
          + "preconditions, nil. Failure calls: checks that are not optimised, and fatalError. "
          + "Accesses: calls of swift_beginAccess."
      ],
      columns: [
        Column("Build"), .number("Instructions"), .number("Traps"), .number("Overflow"),
        .number("Other"), .number("Failure calls"), .number("Accesses"), Column("Checks"),
        Column("Exclusivity"),
      ],
      rows: builds.map { name, checks in
        let code = checks.compiled
        let counts =
          checks.unread.map { reason in Array(repeating: Cell.missing(reason), count: 6) }
          ?? ([
            code.instructions, code.traps, code.overflowChecks, code.otherChecks,
            code.failureCalls, checks.whole.accesses,
          ].map(count))
        return [.text(name)] + counts + [cell(checks.traps), cell(checks.exclusivity)]
      })
  }

  /// The places of the checks: traps and accesses of each module, one column per build; nil if nothing is
  /// known of any.
  public static func checksByModule(_ experiment: Experiment) throws(TableError) -> Table? {
    let builds = experiment.builds.compactMap { build in
      build.checks.flatMap { $0.modules.isEmpty ? nil : (build.name, $0.modules) }
    }
    let owners = builds.flatMap(\.1).map { Owner(origin: $0.origin, name: $0.name) }.uniqued
    guard !owners.isEmpty else { return nil }
    return try Table(
      title: "Safety checks by module",
      notes: ["Traps + checked accesses."],
      columns: [Column("Module")] + builds.map { Column($0.0, alignment: .trailing) },
      rows: owners.map { owner in
        [.text(owner.title)]
          + builds.map { _, modules in
            modules.first { $0.origin == owner.origin && $0.name == owner.name }
              .map { .text("\($0.traps) + \($0.accesses)") } ?? .missing("no code of it")
          }
      })
  }

  private struct Owner: Hashable {
    let origin: ModuleChecks.Origin
    let name: String

    var title: String {
      switch origin {
      case .module: name
      case .shared: "libraries' code, compiled here"
      case .unnamed: "without a Swift name"
      }
    }
  }

  private static func cell(_ proof: BuildChecks.Proof) -> Cell {
    switch proof {
    case .present: .text("present as requested")
    case .absent: .text("removed as requested")
    case .contradicted(let expected, let found):
      .text("expected \(expected), found \(found)", tone: .bad)
    case .open(let reason): .text("not proven: \(reason)", tone: .caution)
    }
  }
}
