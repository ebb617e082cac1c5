import Foundation
import Recording
import Running
import Scenarios

/// Whether an interrupted experiment can go on: only where what it measures is what it was.
enum Resumption {
  /// Ends, and says what has changed and what to do, unless nothing has.
  /// - Throws: the exit status of what can't be compared.
  static func require(_ changes: [String], of experiment: Experiment) throws {
    guard !changes.isEmpty else { return }
    Console.warn(
      "Error: Experiment \(experiment.number ?? 0) can't be finished, since its other runs would not "
        + "be comparable with those that are stored: \(changes.joined(separator: "; ")). Undo that, "
        + "or measure anew\(anew(experiment)).")
    throw ExitStatus.notComparable.code
  }

  private static func anew(_ experiment: Experiment) -> String {
    experiment.invocation.map { ": rehearse \(MeasuredCommand.text(of: $0.arguments))" } ?? ""
  }
}

extension Experiment {
  /// What differs between what was measured and what would be measured now; empty where nothing does.
  func changes(to planned: Experiment) -> [String] {
    var changes = changes(toScenario: planned.scenario)
    if version != planned.version {
      changes.append("it was begun by Rehearse \(version), and this is \(planned.version)")
    }
    if let environment, let now = planned.environment { changes += environment.changes(to: now) }
    let built = Dictionary(planned.builds.map { ($0.name, $0) }, uniquingKeysWith: { a, _ in a })
    for build in builds {
      if let now = built[build.name] {
        changes += build.changes(to: now)
      } else {
        changes.append("there is no build '\(build.name)'")
      }
    }
    return changes
  }

  /// What differs of the scenario, whose fixture is named for itself.
  func changes(toScenario text: String) -> [String] {
    guard text != scenario else { return [] }
    let file = invocation?.scenario ?? "the scenario"
    let then = try? ScenarioParser.parse(scenario, file: file)
    let now = try? ScenarioParser.parse(text, file: file)
    let isFixtureChanged = then != nil && now != nil && then?.fixture != now?.fixture
    return ["\(isFixtureChanged ? "the fixture in " : "")the scenario file \(file) was changed"]
  }
}

extension BuildRecord {
  /// What tells two programs apart that are called the same.
  fileprivate func changes(to now: BuildRecord) -> [String] {
    var pairs: [(what: String, then: String?, now: String?)] = [("", sha256, now.sha256)]
    let words = Set((files ?? [:]).keys).union((now.files ?? [:]).keys).sorted()
    pairs += words.map { (" '\($0)'", files?[$0], now.files?[$0]) }
    for layout in 0..<max(layouts.count, now.layouts.count) {
      pairs.append(
        (
          " in layout \(layout + 1)", layouts.dropFirst(layout).first?.sha256,
          now.layouts.dropFirst(layout).first?.sha256
        ))
    }
    guard let changed = pairs.first(where: { $0.then != $0.now }) else { return [] }
    return [
      "the build '\(name)' is another program: the SHA-256 of its file\(changed.what) was "
        + "\(Self.short(changed.then)) and is \(Self.short(changed.now))"
    ]
  }

  private static func short(_ hash: String?) -> String {
    hash.map { "\($0.prefix(12))…" } ?? "none"
  }
}

extension Environment {
  /// What differs of the machine, as far as runs and pairs depend on it.
  func changes(to now: Environment) -> [String] {
    now.differences(from: self).map(\.description) + (facts?.changes(to: now.facts) ?? [])
  }
}

extension MachineFacts {
  /// What can be done no longer, or only now: an experiment of which some pairs are duets and others
  /// are not would be two.
  fileprivate func changes(to now: MachineFacts?) -> [String] {
    guard let now else { return [] }
    let trials: [(String, KeyPath<MachineFacts, Fact<Trial>>)] = [
      ("switching the randomisation of addresses off", \.fixedAddresses),
      ("letting the peak of memory begin anew", \.peakReset),
      ("making a memory control group", \.memoryGroup),
      ("giving a thread fine time slices", \.timeSlices),
      ("counting instructions by the processor", \.hardwareCounters),
    ]
    var changes = trials.compactMap { what, trial -> String? in
      guard let then = self[keyPath: trial].value, let now = now[keyPath: trial].value,
        (then == .works) != (now == .works)
      else { return nil }
      return "\(what) \(then == .works ? "worked, and is refused" : "was refused, and works")"
    }
    if let then = allowedProcessors.value, let now = now.allowedProcessors.value, then != now {
      changes.append("Rehearse was allowed \(then) CPUs, and is allowed \(now)")
    }
    return changes
  }
}
