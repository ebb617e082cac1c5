import Foundation
import Glibc
import Recording
import Sampling
import Scenarios
import SystemPackage

/// The folders of a counted run: one for the app, one for the counts.
///
/// Their names are the same in each run: a path that an app hashes, sorts or copies would change
/// its count. Concurrent runs get other names of the same length.
struct CountFolder: RunPlace {
  private let root: ClaimedDirectory
  private let counting: InstructionCounting
  private let programs: StrippedPrograms
  private let folder: FilePath

  /// Makes the folders for a program with this working directory; `programs` makes the copies for callgrind.
  /// - Throws: `RunFailure` with the reason `notMeasured`.
  init(
    _ counting: InstructionCounting, of programs: StrippedPrograms, in folder: FilePath,
    home kind: Scenario.Home
  ) throws(RunFailure) {
    self.counting = counting
    self.programs = programs
    self.folder = folder
    do throws(Errno) {
      root = try ClaimedDirectory.claim(.counts, in: TemporaryDirectory.parent)
    } catch {
      throw .noDirectory(in: TemporaryDirectory.parent, error)
    }
    home = kind.folder(in: root.path)
    guard [path, home, counts].compactMap(\.self).allSatisfy({ mkdir($0.string, 0o700) == 0 })
    else {
      let error = Errno(rawValue: errno)
      remove()
      throw .noDirectory(in: TemporaryDirectory.parent, error)
    }
  }

  var path: FilePath { root.path.appending("app") }
  let home: FilePath?

  private var counts: FilePath { root.path.appending("counts") }

  var settings: [LaunchSetting] { [.fixedAddresses] }

  func command(_ words: [String], _ environment: inout [String: String]) -> [String] {
    switch counting {
    case .perf: return words
    case .callgrind(let callgrind):
      return callgrind.driver(stripped(words, &environment), countsIn: counts)
    }
  }

  private func stripped(_ words: [String], _ environment: inout [String: String]) -> [String] {
    let start = programs.start(words, in: folder)
    environment = start.environment(environment)
    return start.words
  }

  func counter(of driver: Int32) -> (any StepCounter)? {
    switch counting {
    case .perf: PerfStepCounter()
    case .callgrind(let callgrind):
      CallgrindStepCounter(in: counts, driver: driver, readsFunctions: callgrind.readsFunctions)
    }
  }

  func counterOfCommands() -> (any StepCounter)? {
    switch counting {
    case .perf: PerfStepCounter()
    case .callgrind: CommandStepCounter(in: self)
    }
  }

  /// Returns the words that start a whole command to be counted.
  func wholeCommand(_ words: [String], _ environment: inout [String: String]) -> [String] {
    switch counting {
    case .perf: return words
    case .callgrind(let callgrind):
      return callgrind.command(stripped(words, &environment), countsIn: counts)
    }
  }

  /// The instructions of a whole command; may be taken only once. The usage is nil if the command did not complete.
  /// - Throws: `RunFailure` if there is no complete count.
  func takeCount(_ usage: CommandUsage?) throws(RunFailure) -> Int64 {
    switch counting {
    case .callgrind: return try takeAll()
    case .perf:
      guard let count = usage?.counted, count >= 0 else {
        throw .notCounted(usage?.counted.map { Errno(rawValue: Int32(-$0)) })
      }
      return count
    }
  }

  /// The sum over all processes that left a count. The files, in the run's own folder, are deleted.
  /// - Throws: ``RunFailure`` if a count is incomplete, or there is none.
  private func takeAll() throws(RunFailure) -> Int64 {
    let names = ((try? FileManager.default.contentsOfDirectory(atPath: counts.string)) ?? [])
    let files = names.sorted().map { counts.appending($0) }
    defer { files.forEach { try? FileManager.default.removeItem(atPath: $0.string) } }
    if files.isEmpty { throw .notMeasured("callgrind left no count of the command.") }
    var sum: Int64 = 0
    for file in files {
      let (next, isTooGreat) = sum.addingReportingOverflow(
        try CallgrindCount(file: file).instructions)
      guard !isTooGreat else {
        throw .notMeasured("The counts in \(counts) are too large to be added up.")
      }
      sum = next
    }
    return sum
  }

  func remove() { root.remove() }
}

/// An empty directory with a fixed name, claimed by one process with a lock.
///
/// The kernel releases the lock however the process ends. The remains of a killed process are
/// deleted for the next.
struct ClaimedDirectory {
  let path: FilePath
  private let lock: DirectoryLock

  /// Claims a name.
  /// - Returns: nil if another process has claimed it.
  /// - Throws: `Errno` if no directory can be made.
  init?(_ path: FilePath) throws(Errno) {
    self.path = path
    while true {
      if mkdir(path.string, TemporaryDirectory.mode) != 0, errno != EEXIST {
        throw Errno(rawValue: errno)
      }
      // A directory of that name without our mark is not ours.
      switch DirectoryLock.take(path, mode: TemporaryDirectory.mode, waits: false) {
      case .held(let lock): self.lock = lock
      case .gone: continue
      case .anothers: return nil
      }
      break
    }
    for name in (try? FileManager.default.contentsOfDirectory(atPath: path.string)) ?? [] {
      try? FileManager.default.removeItem(atPath: path.appending(name).string)
    }
  }

  /// Claims the first free name from `PURPOSE-01` to `PURPOSE-99`, all of the same length.
  /// - Throws: `Errno` if none is free, or no directory can be made.
  static func claim(_ purpose: Purpose, in folder: FilePath) throws(Errno) -> ClaimedDirectory {
    for name in names(purpose.rawValue) {
      if let claimed = try ClaimedDirectory(folder.appending(name)) { return claimed }
    }
    throw .fileExists
  }

  /// Returns the possible directory names for a purpose; each can be in use once.
  private static func names(_ name: String) -> [String] {
    (1...99).map { "\(name)-\($0 < 10 ? "0" : "")\($0)" }
  }

  static let names = Set(Purpose.allCases.flatMap { names($0.rawValue) })

  /// The purpose for which a directory is claimed, and the start of its name.
  enum Purpose: String, CaseIterable {
    /// A counted run's app and counts.
    case counts = "rehearse-count"
    /// Copies of programs without debug information.
    case programs = "rehearse-strip"
    /// The app of a run that counts allocations, and its counts.
    case allocations = "rehearse-alloc"
  }

  /// Deletes it with its contents, and releases the name. To be called once.
  func remove() {
    try? FileManager.default.removeItem(atPath: path.string)
    lock.release()
  }
}
