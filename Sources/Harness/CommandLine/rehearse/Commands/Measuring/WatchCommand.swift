import Analysis
import ArgumentParser
import Building
import CommandSupport
import Foundation
import Glibc
import Running
import SystemPackage
import Tables

struct WatchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Check on each save, quickly, until Ctrl-C.",
    discussion: """
      Checks the files as they are now against a revision, and again as soon as a file of the repository is \
      saved: each time by 'rehearse check' with a short time limit and without a control, so only large \
      changes are found. A save stops a check that has not ended, because its files are out of date.

      While a check goes on, its progress is shown, and after 5, 7, 10 pairs and so on the changes so far: \
      'So far, list: CPU time +3.1 % (1.0 to 5.2), not decided.' Without a terminal the progress is a line \
      every 30 s, or what the setting 'progress' says; if that is 'never', nothing is said meanwhile.

      Nothing is kept, and nothing is decided: each check is one of many, which together give more false \
      alarms than one. 'rehearse check' decides.

      Exit status: 1 Rehearse failed, 130 after Ctrl-C, whatever the checks found.
      """)

  @OptionGroup var scenario: ScenarioArgument

  @Option(
    help: ArgumentHelp(
      "The branch, tag or commit to compare with. Default: 'against' in rehearse.yml, or HEAD.",
      valueName: "revision"))
  var against: String?

  @Option(help: "The build to judge. Default: the first.")
  var build: String?

  @Option(help: ArgumentHelp("Only this story (and those before it); can be repeated."))
  var story: [String] = []

  @Option(help: ArgumentHelp("Time of each check, builds included.", valueName: "time"))
  var maxTime = "30s"

  @OptionGroup var trustOptions: TrustOptions

  func validate() throws {
    try TimeLimit.checked(maxTime)
    try Settings.check()
    _ = try scenario.path
    if against == Setting.never {
      throw ValidationError("--against is 'never'; allowed: a branch, tag or commit.")
    }
  }

  func run() async throws {
    let file = FilePath(try scenario.path)
    let folder = FilePath(FileManager.default.currentDirectoryPath).pushing(file)
      .removingLastComponent()
    let saves = SaveWatch(
      files: try await WorkTreeFiles(containing: folder), interruption: try .onSignals())
    // A check is in a process group of its own, so a terminal might not let it write ('stty tostop').
    signal(SIGTTOU, SIG_IGN)
    let place = try TemporaryDirectory()
    defer { place.remove() }
    // The folder itself is locked as long as it is in use, and a store locks its own.
    let kept = place.path.appending("kept")
    try FileManager.default.createDirectory(atPath: kept.string, withIntermediateDirectories: false)
    while true {
      let known = try await saves.files.stamps()
      Console.warn("Checking \(file).")
      let check = try CheckProcess(arguments(file, in: kept), in: kept)
      defer { check.stop() }
      switch try await saves.next(after: known, orWhen: { check.hasEnded }) {
      case .interrupted: return try Outcome.interrupted.exit()
      case .saved: continue
      case .ended: try check.show()
      }
      Console.warn("Waiting for the next save; Ctrl-C ends.")
      guard try await saves.next(after: known) == .saved else {
        return try Outcome.interrupted.exit()
      }
    }
  }

  /// The revision to compare with. 'never' in a file is for 'check', which then compares builds.
  private var revision: String {
    let usual = Settings.text(of: .against)
    return against ?? (usual == Setting.never ? nil : usual) ?? "HEAD"
  }

  private func arguments(_ file: FilePath, in place: FilePath) -> [String] {
    let color = Settings.text(of: .color).flatMap(Console.Color.init) ?? .auto
    let isStyled = Console(color: color).style == .ansi
    let words = [
      "check", file.string, "--against", revision,
      "--max-time", maxTime, "--quick-look", "--no-control", "--watched",
      "--color", isStyled ? "always" : "never", "--store", place.appending("checks.sqlite").string,
    ]
    return words + story.flatMap { ["--story", $0] } + (build.map { ["--build", $0] } ?? [])
      + (trustOptions.trust ? ["--trust"] : [])
  }
}

/// A check in a process of its own, which gives back all that it took, however many there are.
private struct CheckProcess {
  private let process = Process()
  private let output: FilePath

  /// Starts it. Its result is kept in a file of a folder; notes and progress are shown at once.
  init(_ arguments: [String], in folder: FilePath) throws {
    output = folder.appending("output")
    process.executableURL = URL(fileURLWithPath: try InstalledProgram.own.string)
    process.arguments = arguments
    var environment = ProcessInfo.processInfo.environment
    // A job's summary is for its verdict.
    environment["GITHUB_ACTIONS"] = nil
    if let width = Console.terminalWidth(STDOUT_FILENO) { environment["COLUMNS"] = "\(width)" }
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    let file = URL(fileURLWithPath: output.string)
    try Data().write(to: file)
    process.standardOutput = try FileHandle(forWritingTo: file)
    try process.run()
  }

  var hasEnded: Bool { !process.isRunning }

  /// Ends it as Ctrl-C does, so that it removes what it made.
  func stop() {
    guard process.isRunning else { return }
    process.interrupt()
    process.waitUntilExit()
  }

  func show() throws {
    try Console.write(Array(try Data(contentsOf: URL(fileURLWithPath: output.string))))
  }
}

private struct SaveWatch {
  let files: WorkTreeFiles
  let interruption: Interruption

  /// The reason why waiting ended.
  enum Event {
    /// Files differ, and no more of them are being written.
    case saved
    /// Something else has ended.
    case ended
    /// The user asked to stop.
    case interrupted
  }

  /// Pauses are this many times as long as the last look, which may disturb what is measured meanwhile.
  private static let restraint = 20
  private static let pause = Duration.milliseconds(500)
  /// An editor or a checkout that pauses for longer is taken as done, ms.
  private static let settling: Int32 = 300

  /// Waits until files differ from those known, or something else has ended.
  func next(
    after known: [String: WorkTreeFiles.Stamp?], orWhen hasEnded: () -> Bool = { false }
  ) async throws -> Event {
    let clock = ContinuousClock()
    var due = clock.now
    while !interruption.isRaised(withinMilliseconds: 100) {
      if hasEnded() { return .ended }
      guard clock.now >= due else { continue }
      let start = clock.now
      let found = try await files.stamps()
      if found != known { return try await settled(found) }
      due = clock.now + max(Self.pause, (clock.now - start) * Self.restraint)
    }
    return .interrupted
  }

  private func settled(_ found: [String: WorkTreeFiles.Stamp?]) async throws -> Event {
    var last = found
    while !interruption.isRaised(withinMilliseconds: Self.settling) {
      let found = try await files.stamps()
      if found == last { return .saved }
      last = found
    }
    return .interrupted
  }
}
