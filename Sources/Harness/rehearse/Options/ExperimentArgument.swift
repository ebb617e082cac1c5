import ArgumentParser

/// An experiment.
struct ExperimentArgument: ParsableArguments {
  @Argument(help: "The experiment: its number, its name, or 'latest'.")
  var experiment = "latest"
}
