import Analysis
import Experimenting
import Foundation
import Glibc
import Recording
import Running
import Tables

/// Draws how far a session has come, on standard error and only where that is a terminal. What the
/// user has to know is told in any case.
struct Progress: Reporter {
  private let isShown: Bool

  init(quiet: Bool) {
    let isCI = ProcessInfo.processInfo.environment["CI"] != nil
    let isDumb = ProcessInfo.processInfo.environment["TERM"] == "dumb"
    isShown = !quiet && !isCI && !isDumb && isatty(STDERR_FILENO) == 1
  }

  /// Replaces the line by what is done now.
  func report(_ event: SessionEvent) {
    switch event {
    case .status(let text): say(text)
    case .run(let run, let done, let total, let start):
      let share = Double(done) / Double(max(1, total))
      let filled = Int(share * 24)
      let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: 24 - filled)
      let left = (ContinuousClock.now - start) / .seconds(1) * (1 - share) / max(share, 1e-9)
      let ending = (run.attempt > 1 ? ", try \(run.attempt)" : "") + (run.passed ? "" : "  FAILED")
      say("\(bar) \(done)/\(total)  \(time(left)) left  \(run.story) on \(run.build)\(ending)")
    case .pair(let pair, let maximum):
      let isWell = pair.inOrder.allSatisfy(\.passed)
      say(
        "pair \(pair.candidate.round) of \(maximum) at most  \(pair.candidate.story)"
          + (isWell ? "" : "  FAILED"))
    case .interim(let interim):
      let names = interim.open.map(\.description).joined(separator: ", ")
      say("after \(interim.pairs) pairs \(interim.open.count) open: \(names)")
    case .idle: clear()
    case .note(let text):
      clear()
      Console.warn("note: \(text)")
    }
  }

  /// Replaces the line by a message, cut to the terminal's width.
  private func say(_ text: String) {
    guard isShown else { return }
    let width = (Console.terminalWidth(STDERR_FILENO) ?? 80) - 1
    // A driver's or compiler's words may hold anything; controls would move the cursor.
    let line = PlainLine(text).description.unicodeScalars
    write("\r\u{1B}[K" + String(line.prefix(width)))
  }

  /// Removes the line.
  private func clear() {
    if isShown { write("\r\u{1B}[K") }
  }

  private func time(_ seconds: Double) -> String {
    let whole = Int(seconds.rounded(.up))
    let tail = String(whole % 60)
    return "\(whole / 60):\(tail.count < 2 ? "0" : "")\(tail)"
  }

  private func write(_ text: String) { Console.tell(text) }
}
