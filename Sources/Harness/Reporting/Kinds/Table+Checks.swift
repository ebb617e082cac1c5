import Recording
import Rounding

extension Table {
  /// What the machine code of each build has of safety checks, and whether that is what its flags
  /// say; nil where nothing is known of any build.
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
        Column("Build"), Column("Instructions", alignment: .decimal),
        Column("Traps", alignment: .decimal), Column("Overflow", alignment: .decimal),
        Column("Other", alignment: .decimal), Column("Failure calls", alignment: .decimal),
        Column("Accesses", alignment: .decimal), Column("Checks"), Column("Exclusivity"),
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

  /// Where the checks are: traps and accesses of each module, a column a build; nil where nothing is
  /// known of any.
  public static func checksByModule(_ experiment: Experiment) throws(TableError) -> Table? {
    let builds = experiment.builds.compactMap { build in
      build.checks.flatMap { $0.modules.isEmpty ? nil : (build.name, $0.modules) }
    }
    var owners: [Owner] = []
    for module in builds.flatMap(\.1) {
      let owner = Owner(origin: module.origin, name: module.name)
      if !owners.contains(owner) { owners.append(owner) }
    }
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

  /// Whose code counts belong to.
  private struct Owner: Equatable {
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
    case .present: .text("there, as asked for")
    case .absent: .text("gone, as asked for")
    case .contradicted(let expected, let found):
      .text("expected \(expected), found \(found)", tone: .bad)
    case .open(let reason): .text("not proven: \(reason)", tone: .caution)
    }
  }
}
