import Sampling
import SystemPackage

/// Where and how one driver is started.
protocol RunPlace {
  /// An empty directory of the run's own.
  var path: FilePath { get }
  /// An empty home folder of the run's own; nil for the user's.
  var home: FilePath? { get }
  /// The settings of the driver's process before it starts.
  var settings: [LaunchSetting] { get }
  /// The words that start the driver.
  /// - Parameter environment: all the environment that it gets.
  func command(_ words: [String], _ environment: inout [String: String]) -> [String]
  /// The words that start the small driver of steps that are commands.
  func stepper(_ words: [String]) -> [String]
  /// The words that start a service.
  func service(_ words: [String], named name: String) -> [String]
  /// Returns what counts the instructions of its steps; nil where they are not counted.
  func counter(of driver: Int32) -> (any StepCounter)?
  /// The words that start a command which is a step, or the same.
  /// - Parameter environment: all the environment that it gets.
  func wholeCommand(_ words: [String], _ environment: inout [String: String]) -> [String]
  /// Returns what tells the instructions of steps that are commands; nil where they are not counted.
  func counterOfCommands() -> (any StepCounter)?
  /// The folder in which the processes of the driver, or of a service, count what they allocate; nil
  /// where they don't.
  func allocations(of service: String?, _ process: Int32) -> AllocationPages?
  /// Returns what records who allocates in the driver; nil where nothing does.
  func stacks(of process: Int32) -> StackRecording?
  /// What the environment of the driver, or of a service, has besides what is usual.
  func environment(of service: String?) -> [String: String]
  /// Deletes the directory with all that is in it.
  func remove()
}

extension RunPlace {
  var settings: [LaunchSetting] { [] }

  func command(_ words: [String], _ environment: inout [String: String]) -> [String] { words }

  func stepper(_ words: [String]) -> [String] { words }

  func service(_ words: [String], named name: String) -> [String] { words }

  func counter(of driver: Int32) -> (any StepCounter)? { nil }

  func wholeCommand(_ words: [String], _ environment: inout [String: String]) -> [String] { words }

  func counterOfCommands() -> (any StepCounter)? { nil }

  func allocations(of service: String?, _ process: Int32) -> AllocationPages? { nil }
  func stacks(of process: Int32) -> StackRecording? { nil }

  func environment(of service: String?) -> [String: String] { [:] }
}
