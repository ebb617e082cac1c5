import Analysis
import Foundation
import Glibc
import Recording
import Running
import Tables

/// Draws how far long work has come, on standard error and only where that is a terminal.
struct Progress: Sendable {
  private let isShown: Bool
  /// The pace is told from here on.
  private let start = Date()

  init(quiet: Bool) {
    let isCI = ProcessInfo.processInfo.environment["CI"] != nil
    let isDumb = ProcessInfo.processInfo.environment["TERM"] == "dumb"
    isShown = !quiet && !isCI && !isDumb && isatty(STDERR_FILENO) == 1
  }

  /// Replaces the line by a message, cut to the terminal's width.
  func say(_ text: String) {
    guard isShown else { return }
    let width = (Console.terminalWidth(STDERR_FILENO) ?? 80) - 1
    // A driver's or compiler's words may hold anything; controls would move the cursor.
    let line = PlainLine(text).description.unicodeScalars
    write("\r\u{1B}[K" + String(line.prefix(width)))
  }

  /// Shows a bar, what was done last, and the time that is left by the pace so far.
  func show(done: Int, of total: Int, last run: Run) {
    let share = Double(done) / Double(max(1, total))
    let filled = Int(share * 24)
    let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: 24 - filled)
    let left = Date().timeIntervalSince(start) * (1 - share) / max(share, 1e-9)
    let ending = (run.attempt > 1 ? ", try \(run.attempt)" : "") + (run.passed ? "" : "  FAILED")
    say("\(bar) \(done)/\(total)  \(time(left)) left  \(run.story) on \(run.build)\(ending)")
  }

  /// Shows which pair was made last.
  func show(_ pair: RunPair, of experiment: Experiment) {
    let isWell = pair.inOrder.allSatisfy(\.passed)
    say(
      "pair \(pair.candidate.round) of \(experiment.rounds) at most  \(pair.candidate.story)"
        + (isWell ? "" : "  FAILED"))
  }

  /// Shows which cells are not decided yet.
  func show(_ look: PairedExperiment.Look) {
    let names = look.open.map(\.description).joined(separator: ", ")
    say("after \(look.pairs) pairs \(look.open.count) open: \(names)")
  }

  /// Removes the line.
  func clear() {
    if isShown { write("\r\u{1B}[K") }
  }

  private func time(_ seconds: Double) -> String {
    let whole = Int(seconds.rounded(.up))
    let tail = String(whole % 60)
    return "\(whole / 60):\(tail.count < 2 ? "0" : "")\(tail)"
  }

  private func write(_ text: String) { Console.tell(text) }
}
