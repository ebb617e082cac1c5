import Analysis
import ArgumentParser
import Experimenting
import Recording
import Reports
import Running
import Scenarios
import Store
import SystemPackage

extension Console.Color: ExpressibleByArgument {}

/// Which store.
struct StoreOptions: ParsableArguments {
  @Option(
    name: .customLong("store"),
    help: ArgumentHelp(
      "The file that keeps experiments. Default: Results/rehearse.sqlite, or the setting 'store'.",
      valueName: "file"))
  var given: String?

  func validate() throws { try Settings.check() }

  /// The file: the one that is named, or what the settings say.
  var store: String {
    get { given ?? Settings.text(of: .store) ?? "" }
    set { given = newValue }
  }

  /// The store, made where it is not there.
  func open() throws -> ResultStore { try ResultStore(path: store, note: Self.note) }

  /// The store, which has to be there.
  func openExisting() throws -> ResultStore { try ResultStore(existing: store, note: Self.note) }

  @Sendable private static func note(_ sentence: String) { Console.warn("note: \(sentence)") }

  /// Says what there is of an experiment that the user stopped.
  func tellOfInterruption(_ analysis: ExperimentAnalysis) {
    let runs = analysis.runs.count
    var words = "\(runs.counted("run", "runs")) \(runs == 1 ? "is" : "are") stored in \(store)"
    if analysis.experiment.isOfPairs {
      words += ", \(analysis.pairCount.counted("whole pair", "whole pairs")) among them"
    }
    let number = analysis.experiment.number ?? 0
    let place = store == Settings.text(of: .store) ? "" : " --store \(ShellWords.line([store]))"
    Console.warn("Interrupted: \(words). 'rehearse resume \(number)\(place)' measures the rest.")
  }
}

/// The order, the name and the progress of an experiment in pairs.
struct PairingOptions: ParsableArguments {
  @Option(help: "Seed of the random order of pairs.")
  var seed: UInt64?

  @Option(help: "Experiment name.")
  var name: String?

  @Flag(help: "No progress.")
  var quiet = false

  func validate() throws { try ExperimentName.check(name) }
}

/// The allowed values of `--name`.
enum ExperimentName {
  /// Refuses what could not be found again, or would lead out of the folder of reports.
  /// - Throws: `ValidationError`.
  static func check(_ name: String?) throws {
    guard let name else { return }
    if name.isEmpty || name == "latest" || name.hasPrefix(".") || name.contains("/") {
      throw ValidationError(
        "--name is '\(name)'; allowed: text without '/' that does not begin with '.', but not "
          + "'latest', which always is the experiment that was made last.")
    }
  }
}

/// The look of results.
struct OutputOptions: ParsableArguments {
  @Flag(help: "Print the result as JSON.")
  var json = false

  @Option(help: "Bold and colour: auto, always or never. Default: auto, or the setting 'color'.")
  var color: Console.Color?

  // No group: in debug builds, as of the tests, the library checks what is in a group in a group sixteen times, at
  // each start.
  @Flag(help: TrustOptions.help)
  var trust = false

  func validate() throws { try Settings.check() }

  var console: Console {
    Console(color: color ?? Settings.text(of: .color).flatMap(Console.Color.init) ?? .auto)
  }
}

/// Which experiment.
struct ExperimentArgument: ParsableArguments {
  @Argument(help: "The experiment: its number, its name, or 'latest'.")
  var experiment = "latest"
}

extension ExperimentAnalysis {
  /// The number of pairs of which both runs passed.
  fileprivate var pairCount: Int {
    let paired = runs.filter { $0.passed && $0.arrangement != nil }
    return Dictionary(grouping: paired, by: PairPlace.init).values.count { $0.count > 1 }
  }
}

extension StoreOptions {
  /// The folder that the store is in.
  var folder: FilePath {
    let folder = FilePath(store).removingLastComponent()
    return folder.isEmpty ? "." : folder
  }

  /// Where the report of an experiment goes by default: beside the store.
  func folder(for experiment: Experiment) -> String {
    folder.appending(experiment.folderName).string
  }
}

/// The allowed values of `--max-time`.
enum TimeLimit {
  /// Returns the time that a text says.
  /// - Throws: `ValidationError`.
  static func checked(_ text: String) throws -> Duration {
    guard let time = TimeText.duration(text) else {
      throw ValidationError("--max-time is '\(text)'; allowed: \(TimeText.allowed).")
    }
    return time
  }
}

/// A time on the command line, as in scenarios.
struct TimeArgument: ExpressibleByArgument {
  let time: Duration

  init(time: Duration) { self.time = time }

  init?(argument: String) {
    guard let time = TimeText.duration(argument) else { return nil }
    self.time = time
  }

  var defaultValueDescription: String { "\(Int(time / .milliseconds(1)))ms" }
}
