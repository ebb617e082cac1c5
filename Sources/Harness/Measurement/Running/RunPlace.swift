import Sampling
import SystemPackage

/// The place and the way in which one driver is started.
protocol RunPlace {
  /// An empty directory of the run's own.
  var path: FilePath { get }
  /// An empty home folder of the run's own; nil for the user's.
  var home: FilePath? { get }
  /// The settings of the driver's process before it starts.
  var settings: [LaunchSetting] { get }
  /// The words that start the driver; its whole environment may be changed, too.
  func command(_ words: [String], _ environment: inout [String: String]) -> [String]
  /// The words that start the stepper, the small driver of steps that are commands.
  func stepper(_ words: [String]) -> [String]
  func service(_ words: [String], named name: String) -> [String]
  /// Returns a reader of its steps' instruction counts; nil if not counted.
  func counter(of driver: Int32) -> (any StepCounter)?
  /// The words that start a command which is a step; words and whole environment are changed if necessary.
  func wholeCommand(_ words: [String], _ environment: inout [String: String]) -> [String]
  /// Returns a reader of the instruction counts of steps that are commands; nil if not counted.
  func counterOfCommands() -> (any StepCounter)?
  /// The folder in which the processes of the driver, or of a service, count their allocations; nil
  /// if they don't.
  func allocations(of service: String?, _ process: Int32) -> AllocationPages?
  /// Returns a recorder of who allocates in the driver; nil if not recorded.
  func stacks(of process: Int32) -> StackRecording?
  /// The additional environment of the driver, or of a service.
  func environment(of service: String?) -> [String: String]
  /// Deletes the directory with its contents.
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

  /// Returns the whole environment of the driver or of a service, with its additional variables.
  func complete(_ own: [String: String], of service: String?) -> [String: String] {
    CodeMadeAtRunTime.adding(environment(of: service), to: own)
  }
}
