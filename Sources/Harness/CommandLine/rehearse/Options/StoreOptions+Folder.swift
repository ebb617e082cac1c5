import Analysis
import CommandSupport
import Experimenting
import Recording
import Statistics
import Store
import SystemPackage

extension StoreOptions {
  func tellOfInterruption(_ analysis: ExperimentAnalysis) {
    let runs = analysis.runs.count
    var words = "\(runs.counted("run", "runs")) \(runs == 1 ? "is" : "are") stored in \(store)"
    if analysis.experiment.isOfPairs {
      words += ", \(analysis.pairCount.counted("whole pair", "whole pairs")) among them"
    }
    let number = analysis.experiment.number ?? 0
    Console.warn("Interrupted: \(words). 'rehearse resume \(number)\(argument)' measures the rest.")
  }

  var folder: FilePath {
    let folder = FilePath(store).removingLastComponent()
    return folder.isEmpty ? "." : folder
  }

  /// The default folder of an experiment's report: beside the store.
  func folder(for experiment: Experiment) -> String {
    folder.appending(experiment.folderName).string
  }
}

extension ExperimentAnalysis {
  /// The number of pairs with two passed runs.
  fileprivate var pairCount: Int {
    let paired = runs.filter { $0.passed && $0.arrangement != nil }
    return Dictionary(grouping: paired, by: PairPlace.init).values.count { $0.count > 1 }
  }
}
