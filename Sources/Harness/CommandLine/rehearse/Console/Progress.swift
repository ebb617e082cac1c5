import CommandSupport
import Experimenting
import Foundation
import Glibc
import Reports
import Scenarios
import Synchronization
import Tables

/// Reports a session's progress on standard error: on a terminal permanently, in one line; elsewhere, such as
/// in a CI job, by a line every half minute. Notes for the user are always shown.
final class Progress: Reporter {
  private enum Manner: Equatable {
    case silent
    case drawn
    case written(every: Duration)
  }

  private let manner: Manner
  private let tellsInterims: Bool
  private let line = Mutex(ProgressLine())
  /// The last sentence on a look or an interim analysis.
  private let told = Mutex("")

  /// If there is no terminal, `interval` is the time between two lines; nil for none. With `tellsInterims`, each
  /// look and interim analysis has a sentence, on a terminal, too.
  init(quiet: Bool, interval: Duration?, tellsInterims: Bool = false) {
    manner = quiet ? .silent : Self.manner(interval, in: ProcessInfo.processInfo.environment)
    self.tellsInterims = tellsInterims
    if case .written(let interval) = manner { writeLines(every: interval) }
  }

  private static func manner(_ interval: Duration?, in environment: [String: String]) -> Manner {
    let isTerminal = isatty(STDERR_FILENO) == 1 && environment["TERM"] != "dumb"
    if isTerminal, environment["CI"] == nil { return .drawn }
    return interval.map { .written(every: $0) } ?? .silent
  }

  /// Receives an event, and shows it if it is shown at once.
  func report(_ event: SessionEvent) {
    if case .note(let text) = event {
      clear()
      Console.warn("note: \(text)")
      return
    }
    if case .interim(let interim) = event { tell(interim) }
    let now = ContinuousClock.now
    let (text, share) = line.withLock { line in
      line.take(event, at: now)
      return (line.text(at: now), line.share)
    }
    guard manner == .drawn else { return }
    guard let text else { return clear() }
    draw((share.map { Self.bar($0) + " " } ?? "") + text)
  }

  /// Tells what is known so far, unless it is what was told last: pairs of other stories change nothing.
  private func tell(_ interim: PairedExperiment.Interim) {
    guard tellsInterims, manner != .silent,
      let text = Headline.soFar(interim.changes, open: interim.open)
    else { return }
    let isNew = told.withLock { last in
      defer { last = text }
      return last != text
    }
    guard isNew else { return }
    clear()
    Console.warn(text)
  }

  private static func bar(_ share: Double) -> String {
    let filled = Int(min(1, max(0, share)) * 24)
    return String(repeating: "█", count: filled) + String(repeating: "░", count: 24 - filled)
  }

  /// Replaces the line by another, cut to the terminal's width.
  private func draw(_ text: String) {
    let width = (Console.terminalWidth(STDERR_FILENO) ?? 80) - 1
    // A driver's or compiler's output may hold anything; control characters would move the cursor.
    let line = PlainLine(text).description.unicodeScalars
    Console.tell("\r\u{1B}[K" + String(line.prefix(width)))
  }

  private func clear() {
    if manner == .drawn { Console.tell("\r\u{1B}[K") }
  }

  /// Writes a line periodically, on a separate thread, because sessions wait for processes on theirs. It ends
  /// with the program.
  private func writeLines(every interval: Duration) {
    let seconds = interval / .seconds(1)
    Thread.detachNewThread { [weak self] in
      while true {
        Thread.sleep(forTimeInterval: seconds)
        guard let self else { return }
        guard let (text, share) = self.current() else { continue }
        let percent = share.map { "\(Int($0 * 100)) %  " } ?? ""
        Console.warn(String((percent + text).unicodeScalars.prefix(200)))
      }
    }
  }

  private func current() -> (String, Double?)? {
    line.withLock { line in line.text(at: .now).map { ($0, line.share) } }
  }
}
