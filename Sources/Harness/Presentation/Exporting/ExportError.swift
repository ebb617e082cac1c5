import Statistics

/// The reason why something cannot be written in a foreign format.
public enum ExportError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The format must not be empty, but there is no value that it can hold.
  case noMeasurements(format: String, wanted: String)
  /// The format holds one experiment.
  case severalExperiments(format: String, count: Int)
  /// The format holds one load on one build, but this many were measured.
  case severalLoads(format: String, count: Int)
  /// The format is about two builds, but this many have suitable values.
  case notTwoBuilds(format: String, count: Int)
  /// A value is not a finite number, so the format cannot hold it.
  case notFinite(format: String)
  /// zlib could not compress a file, for its own reason.
  case notCompressed(reason: Int32)

  /// The reason, in words.
  public var description: String {
    switch self {
    case .noMeasurements(let format, let wanted):
      "There is nothing to write as \(format): no run that passed has \(wanted)."
    case .severalExperiments(let format, let count):
      "\(format) holds one experiment, and there are \(count)."
    case .severalLoads(let format, let count):
      "\(format) holds one load on one build, and there are \(count). Choose one with --story and --build."
    case .notTwoBuilds(let format, let count):
      "\(format) compares two builds, and \(count.counted("build has", "builds have")) profiles. Choose two "
        + "with --build."
    case .notCompressed(let reason): "The file could not be compressed: zlib's error \(reason)."
    case .notFinite(let format):
      "A value is not a finite number, so it can't be written as \(format)."
    }
  }
}
