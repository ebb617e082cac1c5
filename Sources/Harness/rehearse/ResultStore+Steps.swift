import Analysis
import Recording
import ResultStore

extension ResultStore {
  /// A stored experiment's runs with all their steps, without samples.
  func runsWithSteps(of experiment: Experiment) throws(StoreError) -> [Run] {
    let number = experiment.number ?? 0
    return try withSteps(runs(of: number), of: number)
  }

  /// A stored experiment's runs, with the steps of the first lone run that passed of each story and
  /// build: they tell what the story did.
  func analysisWithSteps(of experiment: Experiment) throws(StoreError) -> ExperimentAnalysis {
    struct Side: Hashable {
      let story: String
      let build: String
    }
    var known: Set<Side> = []
    var runs = try runs(of: experiment.number ?? 0)
    for index in runs.indices {
      let run = runs[index]
      guard run.passed, Baseline.kinds.contains(run.kind),
        known.insert(Side(story: run.story, build: run.build)).inserted
      else { continue }
      runs[index].steps = try details(of: run).steps
    }
    return ExperimentAnalysis(experiment, runs: runs)
  }
}
