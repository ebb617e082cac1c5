import Glibc
import Recording
import Sampling
import Statistics
import SystemPackage

/// Counts the processes that the kernel kills for lack of memory while something runs.
///
/// A control group counts its own, whether the machine's memory ran out or the group's limit was
/// reached. Without a group there is only the machine's count, for the processes of all users.
struct MemoryKills: Sendable {
  private let file: FilePath
  private let scope: Scope
  private let before: Int64

  /// The processes whose kills are counted.
  private enum Scope {
    case ownGroup
    case groupOfRehearse
    case machine
  }

  /// How each failure names them.
  private static let reason = "memory ran out"

  private static func count(in file: FilePath) -> Int64? {
    (try? WholeFile.read(file) { text in text.numberIfPresent(after: "oom_kill ") }) ?? nil
  }

  /// The same count, which begins anew; nil if the file is gone.
  var renewed: MemoryKills? {
    Self.count(in: file).map { MemoryKills(file: file, scope: scope, before: $0) }
  }

  /// The number of kills so far; nil if there were none.
  private var number: Int64? { Self.count(in: file).flatMap { $0 > before ? $0 - before : nil } }

  /// The number of kills so far if they were in the run's own control group; nil if there were none.
  var ofOwnGroup: Int64? { scope == .ownGroup ? number : nil }

  /// The known facts about the kills so far, within a sentence; nil if there were none. `suspect` is what one of them
  /// may have ended.
  fileprivate func words(suspecting suspect: String) -> String? {
    guard let number else { return nil }
    let processes = Int(clamping: number).counted("process", "processes")
    return switch scope {
    case .ownGroup: "\(Self.reason), so the kernel ended \(processes) of its control group"
    case .groupOfRehearse, .machine:
      "meanwhile the kernel ended \(processes) of "
        + (scope == .machine ? "this machine" : "the control group that Rehearse is in")
        + " because \(Self.reason), perhaps \(suspect)"
    }
  }
}

extension MemoryKills {
  /// Begins to count those of the control group that the settings put a process in, or else of Rehearse's, or else the
  /// machine's.
  init?(of settings: [LaunchSetting] = [], root: ProcRoot = ProcRoot()) {
    let own = settings.compactMap(\.joiningFile).flatMap {
      Self.files(of: $0.removingLastComponent())
    }
    // Each is only looked for if the one before is not there: this is done before each run.
    let found =
      Self.first(of: own, .ownGroup)
      ?? Self.first(of: ControlGroup.groupOfRehearse(root).map(Self.files) ?? [], .groupOfRehearse)
      ?? Self.first(of: [root.path.appending("vmstat")], .machine)
    guard let found else { return nil }
    self = found
  }

  /// Version 2 and version 1; no other file of a group has that line. Linux counts the machine's since 4.13.
  private static func files(of group: FilePath) -> [FilePath] {
    ["memory.events", "memory.oom_control"].map { group.appending($0) }
  }

  private static func first(of files: [FilePath], _ scope: Scope) -> MemoryKills? {
    for file in files {
      if let count = count(in: file) { return MemoryKills(file: file, scope: scope, before: count) }
    }
    return nil
  }
}

extension LaunchSetting {
  fileprivate var joiningFile: FilePath? {
    switch self {
    case .group(let file), .ownGroup(let file): file
    case .cgroupMemory, .cpu, .slice, .realTime, .fixedAddresses, .count: nil
    }
  }
}

extension RunFailure {
  /// The same failure. If the kernel has ended processes for lack of memory, it says so, unless the signal's name does
  /// already: a shell or a pool of workers goes on without the process that was ended.
  func mentioning(_ kills: MemoryKills?) -> RunFailure {
    guard reason.isItsOwn, signal != EndingSignal.ofKills,
      let words = kills?.words(suspecting: "one of this run")
    else { return self }
    var failure = self
    failure.message = "\(message.asSentence) \(words.capitalisedFirst.asSentence)"
    return failure
  }
}

/// A signal that ended a process, and was not sent by Rehearse.
struct EndingSignal: Equatable {
  let number: Int32
  /// The known facts about kills for lack of memory, in words; nil for other signals than the kernel's for them.
  private let kills: String?

  /// The only signal by which the kernel ends processes for lack of memory.
  fileprivate static let ofKills = SIGKILL

  /// Describes a signal that was just reported. The kills are those while the process ran; nil if not counted.
  init(_ number: Int32, _ kills: MemoryKills?) {
    self.number = number
    self.kills = number == Self.ofKills ? kills?.words(suspecting: "this one") : nil
  }

  /// A Boolean value indicating whether a process gets it for a fault of its own. Others may ask for its end.
  var isOfCrash: Bool {
    [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS].contains(number)
  }

  /// Such as `signal 11 (Segmentation fault)`.
  var name: String {
    let details = [strsignal(number).map { String(cString: $0) }, kills].compactMap(\.self)
    return "signal \(number)" + (details.isEmpty ? "" : " (\(details.joined(separator: "; ")))")
  }
}
