import Recording
import Scenarios

/// The setup of all replays of a scenario, however they are made and measured.
public struct ReplaySetup: Sendable {
  private(set) var scenario: Scenario
  private let commands: [String: [[String]]]
  let contexts: BuildContexts
  let launcher: Launcher
  let interruption: Interruption
  let machineMemory: Int64
  private(set) var patience: Duration

  /// Prepares for a scenario that has all stories which runs may name. `commands` start the drivers: by build name,
  /// one per layout, whose words can be paths from the folder in the `contexts`. An interrupted run fails.
  /// `machineMemory` is all memory of the machine, bytes, and `patience` how long a driver may take to end after
  /// `bye`.
  public init(
    scenario: Scenario, commands: [String: [[String]]], in contexts: BuildContexts,
    launcher: Launcher, interruption: Interruption, machineMemory: Int64,
    patience: Duration = .seconds(5)
  ) {
    self.scenario = scenario
    self.commands = commands
    self.contexts = contexts
    self.launcher = launcher
    self.interruption = interruption
    self.machineMemory = machineMemory
    self.patience = patience
  }

  /// The same for a tool that slows processes down by a factor: time limits, services' own too, are multiplied by
  /// it, and drivers have a minute to end.
  func slowed(by factor: Int) -> ReplaySetup {
    var slowed = self
    slowed.patience = .seconds(60)
    slowed.scenario.timeLimit *= factor
    for service in scenario.services.indices {
      slowed.scenario.services[service].timeLimit? *= factor
    }
    for story in scenario.stories.indices {
      for step in scenario.stories[story].steps.indices {
        slowed.scenario.stories[story].steps[step].timeLimit? *= factor
      }
    }
    return slowed
  }

  /// The story of that name, which a plan may name only if there is one.
  func story(_ name: String) -> Story {
    guard let story = scenario.story(named: name) else {
      preconditionFailure("the plan names story \(name), unknown here")
    }
    return story
  }

  /// The command that starts a build's driver in a layout.
  func command(of build: String, layout: Int) -> [String] {
    guard let commands = commands[build], commands.indices.contains(layout - 1) else {
      preconditionFailure("the plan names layout \(layout) of \(build), unknown here")
    }
    return commands[layout - 1]
  }

  /// Starts the driver for a story, with the services beside it; see ``DriverSession``. `slowdown` is the factor by
  /// which services may take longer to be ready than alone.
  func session(
    for story: String, on build: String, layout: Int = 1, at place: any RunPlace,
    slowdown: Int = 1, settings: [LaunchSetting] = [], ofDriver own: [LaunchSetting] = [],
    ofServices: [LaunchSetting] = []
  ) throws(RunFailure) -> DriverSession {
    let command = command(of: build, layout: layout)
    return try DriverSession(
      command, at: place, files: scenario.files(of: self.story(story)),
      in: contexts.folder(of: build), outcomes: contexts.outcomes.ofBuild(build),
      beside: ServicePlan(of: scenario, beside: build, command, in: contexts, slowdown: slowdown),
      launcher: launcher, interruption: interruption, patience: patience, settings: settings,
      ofDriver: own, ofServices: ofServices)
  }
}
