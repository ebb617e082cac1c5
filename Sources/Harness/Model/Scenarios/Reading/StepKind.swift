/// The kind of a scenario's steps. All are of one kind.
enum StepKind: String {
  /// Verbs of the app's own driver.
  case verbs
  /// Commands, which `rehearse-stepper` executes.
  case commands
  /// HTTP requests, which `rehearse-users` sends.
  case requests

  /// The kind of the steps of stories; verbs if there are none.
  init(of stories: YAMLNode?) {
    self =
      CommandStepReader.areCommands(stories)
      ? .commands : StoryReader.areRequests(stories) ? .requests : .verbs
  }
}
