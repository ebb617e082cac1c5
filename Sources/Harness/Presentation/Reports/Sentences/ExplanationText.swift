import Analysis
import Foundation
import Metrics
import Recording
import Statistics

extension FunctionChange {
  /// The change in a few words, or a note that none is shown.
  public var words: String {
    guard isShown else { return "not shown" }
    let isMore = (own.isShown ? own : inclusive).difference.point > 0
    switch kind {
    case .calls: return isMore ? "called more often" : "called less often"
    case .work: return isMore ? "costlier per call" : "cheaper per call"
    case .speed: return isMore ? "same work, slower" : "same work, faster"
    case .moved: return "moved"
    case .waits: return "waits \(timesOfWaits)"
    case .callees: return Self.wordsOfCallees(isMore)
    // Samples alone don't show that a side never ran it.
    case .appeared where work == nil: return "not seen before"
    case .vanished where work == nil: return "not seen now"
    case .appeared: return isSeparate ? "new" : "new, or inlined before"
    case .vanished: return isSeparate ? "gone" : "gone, or inlined now"
    case nil: return isMore ? "longer" : "shorter"
    }
  }

  /// How often it waits, `+4 times from 80`; empty if that is not shown to have changed. The candidate's mean may be
  /// further off, or on the other side: an outlying run moves it, and not the difference.
  var timesOfWaits: String {
    guard let waits, waits.isShown else { return "" }
    let format = waits.difference.format()
    return "\(format.withPlus.string(for: waits.difference.point)) times from "
      + format.string(for: waits.baseline)
  }

  /// The words for its own time or for that with callees, whichever is reported.
  var wordsOfReport: String { isReportedWithCallees ? wordsWithCallees : words }

  /// The same of its change with callees, of which its own is the smaller part, or the opposite.
  var wordsWithCallees: String {
    let (itself, whole) = (own.difference.point, inclusive.difference.point)
    let isOfItself = own.isShown && itself * whole > 0 && kind != nil && kind != .speed
    return isOfItself || !own.isShown ? words : Self.wordsOfCallees(whole > 0)
  }

  private static func wordsOfCallees(_ isMore: Bool) -> String {
    isMore ? "what it calls takes longer" : "what it calls takes less"
  }

  /// A Boolean value indicating whether it would be a row of its own where it is inlined. Functions of the
  /// standard library count for those that use them.
  private var isSeparate: Bool { function.kind != .runtime || function.module.contains(".so") }
}

/// Sentences about what accounts for a change.
public enum ExplanationText {
  /// A story's explanation in one or two sentences.
  public static func sentence(_ explanation: Explanation) -> String {
    if !explanation.isOfTime { return AllocatingText.sentence(explanation) }
    let total = explanation.total
    let share = total.baseline > 0 ? total.difference.point / total.baseline : 0
    let percent =
      total.baseline > 0
      ? String(format: "%+.1f %%", share * 100) + " under the profiler" : "none before"
    let time = milliseconds(total.difference)
    let services =
      explanation.functions.contains(where: \.function.isService) ? ", services included" : ""
    let (takes, differs) =
      explanation.metric == .cpuTime
      ? ("takes \(time) of CPU time a run", "is not shown to take more or less CPU time")
      : ("waits \(time) a run, all threads together", "is not shown to wait longer or shorter")
    let start =
      "\(explanation.story): \(explanation.candidate) \(takes) "
      + "(\(percent)) against \(explanation.baseline)\(services)"
    let same =
      "\(explanation.story): \(explanation.candidate) \(differs) than "
      + "\(explanation.baseline)\(services) (\(time) a run, \(percent))"
    let named = explanation.leads
    guard !named.isEmpty else {
      let moved = explanation.functions.filter { $0.kind == .moved && !$0.isHarness }
      let all = explanation.caveats.contains(.noChange) ? same : start
      return moved.isEmpty
        ? "\(all). \(nothingShown(explanation))"
        : "\(all). Time moved between \(list(moved)); no function is shown to be slower or faster."
    }
    let functions = list(named.filter { $0.function.waitReason == nil })
    // A function's change, or that of its waits, need not show in the whole.
    let (head, link) =
      explanation.caveats.contains(.noChange) ? (same, ", but ") : (start, ": ")
    return "\(head)\(functions.isEmpty ? "" : link + functions). \(waits(explanation))"
      + "\(milliseconds(explanation.notLocated.difference)) are not located."
  }

  private static func milliseconds(_ difference: Estimate) -> String {
    "\(difference.format(scale: 1e6).withPlus.string(for: difference.point / 1e6)) ms"
  }

  /// The shown changes by what was waited for, as a sentence; empty if there are none.
  private static func waits(_ explanation: Explanation) -> String {
    let parts = explanation.functions.compactMap { change -> String? in
      guard let reason = change.function.waitReason, change.isShown, change.kind != .moved
      else { return nil }
      let service = change.function.service.map { " (\($0))" } ?? ""
      let times = change.timesOfWaits
      guard change.own.isShown else { return "for \(reason.rawValue)\(service) \(times)" }
      return "\(milliseconds(change.own.difference)) for \(reason.rawValue)\(service)"
        + (times.isEmpty ? "" : " (\(times))")
    }
    return parts.isEmpty ? "" : "Waits: \(parts.listed(atMost: 3)). "
  }

  /// The time for which threads were ready to run, but had no CPU; nil if there was none.
  static func runQueue(_ explanation: Explanation) -> String? {
    guard let time = explanation.runQueue else { return nil }
    let unit = ExplainedUnit(explanation.metric)
    let end =
      explanation.hasWakeUps
      ? ""
      : " Threads that were woken count as waiting until they have a CPU: perf does not see wake-ups here."
    return "Run queue: threads were ready to run, but had no CPU, for "
      + "\(unit.amount(time.baseline)) a run on \(explanation.baseline); in pairs, "
      + "\(explanation.candidate) differs by \(unit.change(time.difference)). "
      + "No other time includes that.\(end)"
  }

  /// Says that nothing of the app is shown to have changed.
  static func nothingShown(_ explanation: Explanation) -> String {
    explanation.functions.contains { $0.isShown && $0.isHarness }
      ? "No function of the app is shown to have changed, only its driver's kit."
      : "No function is shown to have changed."
  }

  private static func list(_ changes: [FunctionChange]) -> String {
    let words = changes.map { change in
      let name = change.function.shortName
      // A time that is not shown to have changed says nothing.
      guard change.isTimeShown else {
        return change.kind == .moved ? name : "\(name) \(change.words)"
      }
      let isWithCallees = change.isReportedWithCallees
      let time = milliseconds((isWithCallees ? change.inclusive : change.own).difference)
      let named = "\(name) \(time)\(isWithCallees ? " with callees" : "")"
      if change.kind == .moved { return named }
      return "\(named) (\(change.wordsOfReport))"
    }
    return words.listed(atMost: 3)
  }

  private static func lost(_ shares: Pair<Double>, of story: String) -> String {
    let (baseline, candidate) = (shares.baseline, shares.candidate)
    func percent(_ share: Double) -> String { String(format: "%.1f %%", share * 100) }
    return baseline == candidate
      ? "\(percent(candidate)) of the samples of \(story), so times are too low"
      : "\(percent(baseline)) of the baseline's samples of \(story) and \(percent(candidate)) of the candidate's, "
        + "so times are too low, and a difference may come from that"
  }

  /// A caveat, and what the reader can do.
  public static func words(
    _ caveat: Explanation.Caveat, of story: String, in metric: Metric = .cpuTime
  ) -> String {
    func percent(_ share: Double) -> String { String(format: "%.0f %%", share * 100) }
    return switch caveat {
    case .noChange where !metric.isExplainedByProfiles:
      "\(story) shows no change of \(metric.id): both sides count the same."
    case .noChange:
      "\(story) shows no change of its time under the profiler: its interval includes 0. More "
        + "--pairs show smaller changes; 'rehearse check' says whether there is one."
    case .fewSamples(let count):
      "\(story) is short: \(count) samples a run. Only functions that take a good part of it are found; "
        + "'repeat' makes its steps longer, more --pairs show more."
    case .lostSamples(let shares):
      "perf lost \(lost(shares, of: story)): let fewer other programs run meanwhile. "
        + "'sudo sysctl kernel.perf_cpu_time_max_percent=0' keeps the kernel from slowing perf down."
    case .noSymbols(let share, let module):
      "\(percent(share)) of the \(metric.isExplainedByProfiles ? "time" : metric.id) of \(story) is in code without symbols, most of it in \(module). "
        + "Leave symbols in ('strip' takes them out), or install the library's package of them (-dbgsym)."
    case .interpreter(let share, let module):
      "\(percent(share)) of the time of \(story) is in the interpreter \(module), outside of functions that it "
        + "names. Python 3.12, Node and Java 17 name the app's, and newer ones; else use a profiler of the language."
    case .lostSwitches:
      "perf lost some of the switches of \(story), so some waits are missing: let fewer other programs run "
        + "meanwhile."
    case .noKernel where metric == .offCPUTime:
      "The kernel's part of \(story) is not seen, so it is not known for what threads waited. "
        + "'sudo sysctl kernel.perf_event_paranoid=1 kernel.kptr_restrict=0' shows it."
    case .noKernel:
      "The kernel's part of \(story) is not seen, so only user time is shown, and percentages differ from "
        + "those of 'check'. 'sudo sysctl kernel.perf_event_paranoid=1 kernel.kptr_restrict=0' shows it."
    case .layoutSuspect:
      "Layout suspect: \(story) does the same work on both sides, to the instruction or nearly so, but takes "
        + "a different time. That may be where the linker put the code. 'layouts: 8' in the scenario "
        + "measures each side in eight places; what is left then is a change."
    case .noInlining(let reason):
      "Inlined functions of \(story) can't be distinguished from those that they were inlined into: "
        + words(reason)
    case .noWork(let reason):
      "Calls and instructions of \(story) were not counted, so more calls look like costlier ones"
        + (reason.map { ": \($0)." } ?? ".")
    case .noCallChains(let share):
      "Call chains are missing: \(percent(share)) of the time of \(story) is in functions whose callers are not "
        + "known, so times with callees are too small, and flame graphs flat. Build with "
        + "-fno-omit-frame-pointer (C, C++) or -C force-frame-pointers=yes (Rust)."
    case .varies(let count):
      "\(count.counted("count", "counts")) of \(story) \(count == 1 ? "does" : "do") not repeat: threads, "
        + "time, and hashing with a random seed make programs vary. What varies is shown only if both sides "
        + "are further apart than either spreads."
    case .notRetained(let builds):
      "Cycles of \(story) on \(builds.map { "'\($0)'" }.joined(separator: " and ")) are not shown to retain "
        + "anything: what they hold more at the end than after the warm-up is divided by their number, and a "
        + "cache that has filled looks the same."
    case .fullTable(let count):
      "The table of calls is full: \(count) allocations of \(story), or bytes, are not in it. Fewer steps, or "
        + "a smaller 'repeat', make fewer different calls."
    case .servicesLeftOut(let services):
      "Services of \(story) are left out: who allocates in "
        + services.map { "'\($0)'" }.joined(separator: " and ") + " is not recorded."
    }
  }

  private static func words(_ inlining: Profile.Inlining) -> String {
    switch inlining {
    case .told: "they are."
    case .noDebugInformation:
      "a build has no debug information. 'swift build' writes it unless told not to, C compilers with '-g'; "
        + "'strip' takes it out."
    case .noTool:
      "there is no 'llvm-symbolizer'. Swift's toolchain has it beside 'swift'; 'sudo apt-get install llvm' "
        + "installs another."
    case .toolFailed:
      "'llvm-symbolizer' failed. The one beside 'swift' reads what that Swift writes."
    }
  }

  /// The reason why a story has no explanation, and what to do.
  public static func words(_ reason: NoExplanation, of story: String) -> String {
    switch reason {
    case .tooFewPairs(let found, let needed):
      "\(story) has \(found.counted("profiled pair", "profiled pairs")); fewer than \(needed) "
        + "can't show any function. Give --pairs \(max(needed, 20))."
    case .noSamples:
      "\(story) ended before the profiler looked once, or, if waiting is explained, no thread waited for "
        + "anything but a CPU. 'repeat' "
        + "makes its steps longer."
    case .tooFewCounts(let found, let needed):
      "\(story) was counted \(found == 1 ? "once" : "\(found) times") on each side; \(needed) counts are "
        + "needed to see whether they repeat. 'rehearse resume' makes what is missing."
    case .noCycle:
      "\(story) is not a cycle, so what it retains is not known. 'cycle: true' makes it one; --metric "
        + "live-bytes shows what it holds at its end."
    case .failed(let failure): "\(story) is not explained: \(failure.message)"
    case .failedWhileRecorded(let failure):
      "\(story) is not explained: \(failure.message) That was while its calls were recorded; 'rehearse run' "
        + "shows whether it fails by itself."
    }
  }
}

enum AllocatingText {
  /// A story's explanation in one or two sentences.
  static func sentence(_ explanation: Explanation) -> String {
    let unit = ExplainedUnit(explanation.metric)
    let (story, total) = (explanation.story, explanation.total)
    if explanation.isOfOne {
      let most = explanation.functions.filter { $0.own.candidate > 0 }.prefix(3)
        .map { "\($0.function.shortName) \(unit.amount($0.own.candidate))" }
      return
        "\(story): \(explanation.candidate) \(unit.verb) \(unit.amount(total.candidate)) \(unit.each)"
        + (most.isEmpty ? "." : ": most in \(most.joined(separator: ", ")).") + objects(explanation)
    }
    let start =
      "\(story): \(explanation.metric.id) of \(explanation.candidate) is \(unit.amount(total.candidate)) "
      + "\(unit.each), \(unit.change(total.difference)) against \(explanation.baseline)"
    let leads = explanation.leads
    let named = leads.isEmpty ? explanation.functions.filter(\.own.isShown) : leads
    if named.isEmpty { return "\(start). No function is shown to have changed." }
    let words = named.map { change in
      let name = change.function.shortName
      return change.own.isShown
        ? "\(name) \(unit.change(change.own.difference))"
        : "\(name) \(unit.change(change.inclusive.difference)) with callees"
    }
    return "\(start): \(words.listed(atMost: 3))." + objects(explanation)
  }

  /// ` 12 × Inventory.Session a cycle.`
  private static func objects(_ explanation: Explanation) -> String {
    let unit = ExplainedUnit(explanation.metric)
    guard unit.countsBlocks else { return "" }
    let shown = explanation.types.filter { explanation.isOfOne || $0.change.isShown }.prefix(3)
    if shown.isEmpty { return "" }
    let words = shown.map { type in
      let value = explanation.isOfOne ? type.change.candidate : type.change.difference.point
      let format = unit.format(value)
      return "\((explanation.isOfOne ? format : format.withPlus).string(for: value)) × \(type.type)"
    }
    return " Objects: \(words.joined(separator: ", ")) \(unit.each)."
  }
}
