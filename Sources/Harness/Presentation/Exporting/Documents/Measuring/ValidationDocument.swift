import Experimenting
import Recording
import Scenarios

/// One scenario file as printed by `validate --json`: its names, or all its mistakes, and with `--try` the
/// results of its replays.
public struct ValidationDocument: Encodable {
  let file: String
  var stories: [String]?
  var builds: [String]?
  var toolchains: [FoundToolchain]?
  var mistakes: [String] = []
  var notes: [String] = []
  var replays: [Replay]?

  /// A usable file. The toolchains are those that builds name, as far as installed; notes are remarks that
  /// are not mistakes; replays are nil if none was requested.
  public init(
    _ file: String, _ scenario: Scenario, toolchains: [FoundToolchain], notes: [String],
    replays: [Replay]? = nil
  ) {
    self.file = file
    self.notes = notes
    stories = scenario.stories.map(\.name)
    builds = scenario.builds.map(\.name)
    self.toolchains = toolchains.isEmpty ? nil : toolchains
    self.replays = replays
  }

  /// An unusable file.
  public init(_ file: String, mistakes: [String]) {
    self.file = file
    self.mistakes = mistakes
  }

  /// One replay; times in ns.
  public struct Replay: Encodable {
    let story: String
    let build: String
    let ending: String
    let duration: Int64?
    let failure: Failure?

    /// A replay's document, with the place of the failed step.
    public init(_ replayed: Replayed, at place: TextPosition?) {
      story = replayed.story
      build = replayed.build
      ending = replayed.run.map { $0.failure?.reason.rawValue ?? "passed" } ?? "not-replayed"
      duration = replayed.run?.failure == nil ? replayed.duration : nil
      failure = replayed.run?.failure.map { Failure($0, at: place) }
    }
  }

  /// The reason why a replay failed.
  struct Failure: Encodable {
    let message: String
    let step: String?
    let line: Int?
    let column: Int?
    let standardError: String

    init(_ failure: RunFailure, at place: TextPosition?) {
      message = failure.message
      step = failure.step?.description
      line = place?.line
      column = place?.column
      standardError = failure.standardError
    }
  }
}
