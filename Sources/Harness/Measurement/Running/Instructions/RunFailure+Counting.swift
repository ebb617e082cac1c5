import Recording
import Sampling
import SystemPackage

extension RunFailure {
  /// The failure of a run in which the allocations of a subject such as `the driver` are unknown in a step.
  static func allocationsNotCounted(of subject: String, _ refusal: AllocationRefusal) -> RunFailure
  {
    notMeasured("The allocations of \(subject) can't be counted: \(refusal.words).")
  }

  /// The processor did not count a command, for this reason; nil if it is unknown.
  static func notCounted(_ errno: Errno?) -> RunFailure {
    notMeasured(
      errno == .resourceBusy
        ? "Other programs used the processor's counters, so only some instructions were counted."
        : "The kernel counted no instructions: \(errno?.description ?? "no reason given").")
  }

  /// The driver refused to count a step, with `not-counted` and a reason in its own words; nil if it gave none.
  static func countRefused(_ reason: String?) -> RunFailure {
    let words = "driver does not count instructions"
    var failure = notMeasured(
      "The \(words) (not-counted): \(reason ?? "it gave no reason")".asSentence)
    failure.countRefusal = "the \(words)" + (reason.map { " ('\($0)')" } ?? "")
    return failure
  }

  static var countsNothing: RunFailure {
    var failure = notMeasured("The driver counts no instructions, as its greeting says.")
    failure.countRefusal = "the driver counts no instructions, as its greeting says"
    return failure
  }

  static var callgrindNotAsked: RunFailure {
    var failure = RunFailure(
      reason: .protocolBroken,
      message: """
        The driver did not have instructions counted: a step with 'count' has to ask callgrind for it, \
        as Docs/reference/driver-protocol.md describes.
        """)
    failure.countRefusal =
      "the driver does not have instructions counted (Docs/reference/driver-protocol.md says how)"
    return failure
  }

  static let noInstructions = RunFailure(
    reason: .protocolBroken,
    message: """
      The driver gave no 'instructions' for a step with "counter":"perf". \
      '--instructions-by callgrind' works with drivers that can't count them in this way.
      """)
}

/// Failures under callgrind.
extension RunFailure {
  /// The same failure under callgrind, which may itself be the cause. `refusal` says why the program may still have
  /// debug information; nil if it has none.
  func underCallgrind(refusal: String?) -> RunFailure {
    var failure = self
    let lines = standardError.split(separator: "\n").map(Self.withoutProcess)
    failure.standardError = lines.filter { !$0.isEmpty }.joined(separator: "\n")
    if lines.contains(where: { $0.hasPrefix("Valgrind: debuginfo reader:") }) {
      // The file's name is alone on a line.
      let file = lines.first { $0.hasPrefix("Valgrind:   \"") && $0.hasSuffix("\"") }?
        .dropFirst("Valgrind:   ".count)
      failure.reason = .notMeasured
      failure.message =
        "Valgrind gave up on the debug information\(file.map { " of \($0)" } ?? ""), which could "
        + "not be left out\(refusal.map { ": \($0)" } ?? "")."
    } else if reason.isOfOutcome || [.exited, .crashed, .timedOut, .notPrepared].contains(reason) {
      // In the middle of a sentence the article is written small.
      failure.message =
        message.hasPrefix("The ")
        ? "Under callgrind t\(message.dropFirst())" : "Under callgrind: \(message)"
    }
    return failure
  }

  /// Valgrind begins its lines with `==PID== `.
  private static func withoutProcess(_ line: Substring) -> Substring {
    guard line.hasPrefix("=="), let end = line.dropFirst(2).firstRange(of: "==")?.upperBound
    else { return line }
    let rest = line[end...]
    return rest.first == " " ? rest.dropFirst() : rest
  }
}
