import Recording
import Running
import Statistics

/// A session's current work, progress and remaining time on one line, which a terminal shows permanently and
/// a log every half minute.
public struct ProgressLine: Sendable {
  private enum Work: Sendable {
    case status(String)
    case building(String, line: String, since: ContinuousClock.Instant)
    case runs(Run, done: Int, of: Int, since: ContinuousClock.Instant)
    case pairs(Pair<Run>, PairProgress, since: ContinuousClock.Instant)
  }

  private var work: Work?
  /// The number of gated cells left open by the last look or analysis; nil before the first.
  private var openCells: Int?

  /// Nothing is done yet.
  public init() {}

  /// Records an event at its time.
  public mutating func take(_ event: SessionEvent, at now: ContinuousClock.Instant) {
    switch event {
    case .status(let text): work = .status(text)
    case .building(let build, let line):
      var begin = now
      if case .building(build, _, let since)? = work { begin = since }
      work = .building(build, line: line, since: begin)
    case .run(let run, let done, let total, let since):
      work = .runs(run, done: done, of: total, since: since)
    case .pair(let pair, let progress, let since): work = .pairs(pair, progress, since: since)
    case .interim(let interim): openCells = interim.open.count
    case .idle: (work, openCells) = (nil, nil)
    case .note: break
    }
  }

  /// The finished share of the work, if known.
  public var share: Double? {
    switch work {
    case .runs(_, let done, let total, _): Double(done) / Double(max(1, total))
    case .pairs(_, let progress, _):
      Double(progress.made) / Double(max(1, progress.made + progress.next))
    case .building(_, let line, _): BuildStep(line)?.share
    case .status, nil: nil
    }
  }

  /// The line; nil if nothing is being done.
  public func text(at now: ContinuousClock.Instant) -> String? {
    switch work {
    case nil: nil
    case .status(let text): text
    case .building(let build, let line, let since):
      "Building \(build): \(BuildStep(line)?.words ?? line), \(Self.words(now - since))"
    case .runs(let run, let done, let total, let since):
      "\(done) of \(total) runs, \(Self.left(total - done, after: done, in: now - since))  "
        + "\(run.story) on \(run.build)" + (run.attempt > 1 ? ", try \(run.attempt)" : "")
        + (run.passed ? "" : "  FAILED")
    case .pairs(let pair, let progress, let since):
      "\(progress.made) of \(progress.made + progress.next) pairs, "
        + Self.left(progress.next, after: progress.made, in: now - since)
        + (progress.most.flatMap { most in
          most > progress.next
            ? " (at most \(Self.left(most, after: progress.made, in: now - since)))" : nil
        } ?? "")
        + (openCells.map { ", \($0.counted("cell", "cells")) open" } ?? "")
        + "  \(pair.candidate.story)" + (pair.inOrder.allSatisfy(\.passed) ? "" : "  FAILED")
    }
  }

  /// The time that this much more takes, if it continues as before.
  private static func left(_ left: Int, after done: Int, in time: Duration) -> String {
    "\(words(time * (Double(left) / Double(max(1, done))))) left"
  }

  /// A time in words: `45 s`, `1 min 10 s`, `2 h 5 min`.
  static func words(_ time: Duration) -> String {
    let seconds = Int((time / .seconds(1)).rounded(.up))
    if seconds < 60 { return "\(max(0, seconds)) s" }
    if seconds < 3600 {
      return "\(seconds / 60) min" + (seconds % 60 > 0 ? " \(seconds % 60) s" : "")
    }
    return "\(seconds / 3600) h" + (seconds / 60 % 60 > 0 ? " \(seconds / 60 % 60) min" : "")
  }
}

/// The step of a build in its log: `[120/340]` from the package manager and ninja, or `[ 35%]` from CMake's
/// makefiles.
private struct BuildStep {
  let share: Double
  let words: String

  init?(_ line: String) {
    if let match = line.firstMatch(of: /^\[([0-9]{1,9})\/([0-9]{1,9})\]/),
      let done = Int(match.1), let all = Int(match.2), all > 0, done <= all
    {
      (share, words) = (Double(done) / Double(all), "\(done) of \(all)")
    } else if let match = line.firstMatch(of: /^\[ *([0-9]{1,3})%\]/), let percent = Int(match.1),
      percent <= 100
    {
      (share, words) = (Double(percent) / 100, "\(percent) %")
    } else {
      return nil
    }
  }
}
