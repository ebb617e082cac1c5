import ArgumentParser
import CommandSupport
import Glibc
import Reports
import Sharing
import Statistics

/// Messages about transfers.
extension TeamOptions {
  /// The database's address.
  /// - Throws: `ValidationError`, because a wrong address is wrong usage.
  func checked() throws -> PostgresAddress {
    do {
      return try PostgresAddress(address)
    } catch {
      throw ValidationError("\(error)")
    }
  }

  /// Runs a long task, and shows its progress on a terminal.
  func showing<Value>(
    _ words: String, _ body: (@escaping TeamStore.Progress) throws -> Value
  ) throws -> Value {
    let isShown =
      isatty(STDERR_FILENO) == 1 && Settings.text(of: .progress) != Setting.never
    defer { if isShown { Console.tell("\r\u{1B}[K") } }
    return try body { share in
      if isShown { Console.tell("\r\u{1B}[K\(words): \(Int(min(1, max(0, share)) * 100)) %") }
    }
  }

  func print(_ transfer: TeamStore.Transfer, done: String) throws {
    for sentence in transfer.leftOut { Console.warn("note: Experiment \(sentence).") }
    for sentence in transfer.notes { Console.warn("note: \(sentence)") }
    if outputOptions.json {
      try outputOptions.console.print(json: transfer)
    } else {
      let runs = transfer.runs.counted("run", "runs")
      let experiments = transfer.experiments.counted("experiment", "experiments")
      let known = transfer.known.counted("run was", "runs were")
      try outputOptions.console.print(
        sentence: "\(runs) of \(experiments) \(done); \(known) there already."
          + (transfer.states == 0
            ? "" : " \(transfer.states.counted("state", "states")) of regressions \(done)."))
    }
  }
}
