import ArgumentParser
import Statistics
import Analysis
import Experimenting
import Recording
import Store
import SystemPackage

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

extension ExperimentAnalysis {
  /// The number of pairs of which both runs passed.
  fileprivate var pairCount: Int {
    let paired = runs.filter { $0.passed && $0.arrangement != nil }
    return Dictionary(grouping: paired, by: PairPlace.init).values.count { $0.count > 1 }
  }
}
