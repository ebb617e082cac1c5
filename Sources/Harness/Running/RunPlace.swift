import SystemPackage

/// Where and how one driver is started.
protocol RunPlace {
  /// An empty directory of the run's own.
  var path: FilePath { get }
  /// What is set in the driver's process before it starts.
  var settings: [LaunchSetting] { get }
  /// The words that start the driver.
  /// - Parameter environment: all the environment that it gets.
  func command(_ words: [String], _ environment: inout [String: String]) -> [String]
  /// What tells the instructions of its steps; nil where they are not counted.
  func counter(of driver: Int32) -> (any StepCounter)?
  /// Deletes the directory with all that is in it.
  func remove()
}

extension TemporaryDirectory: RunPlace {
  var settings: [LaunchSetting] { [] }

  func command(_ words: [String], _ environment: inout [String: String]) -> [String] { words }

  func counter(of driver: Int32) -> (any StepCounter)? { nil }
}
