import Statistics

/// Why something can not be written in a foreign format.
public enum ExportError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The format refuses to be empty, and there is no value of what it can hold.
  case noMeasurements(format: String, wanted: String)
  /// The format holds one experiment.
  case severalExperiments(format: String, count: Int)
  /// The format is about two builds, and so many have what it holds.
  case notTwoBuilds(format: String, count: Int)
  /// A value is no finite number, which the format can not hold.
  case notFinite(format: String)
  /// zlib refused to compress a file, for a reason of its own.
  case notCompressed(reason: Int32)

  /// Why, in words.
  public var description: String {
    switch self {
    case .noMeasurements(let format, let wanted):
      "There is nothing to write as \(format): no run that passed has \(wanted)."
    case .severalExperiments(let format, let count):
      "\(format) holds one experiment, and there are \(count)."
    case .notTwoBuilds(let format, let count):
      "\(format) sets two builds beside each other, and \(count.counted("build has", "builds have")) profiles. "
        + "Choose two by --build."
    case .notCompressed(let reason): "The file could not be compressed: zlib's error \(reason)."
    case .notFinite(let format):
      "A value is no finite number, so it can't be written as \(format)."
    }
  }
}
