/// Why something can not be written in a foreign format.
public enum ExportError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The format refuses to be empty, and there is no figure of what it can hold.
  case noFigures(format: String, wanted: String)
  /// The format holds one experiment.
  case severalExperiments(format: String, count: Int)
  /// A figure is no finite number, which the format can not hold.
  case notFinite(format: String)

  /// Why, in words.
  public var description: String {
    switch self {
    case .noFigures(let format, let wanted):
      "There is nothing to write as \(format): no run that passed has \(wanted)."
    case .severalExperiments(let format, let count):
      "\(format) holds one experiment, and there are \(count)."
    case .notFinite(let format):
      "A figure is no finite number, so it can't be written as \(format)."
    }
  }
}

extension [ExportedExperiment] {
  /// The only one.
  func only(for format: String) throws(ExportError) -> ExportedExperiment {
    guard count == 1 else { throw .severalExperiments(format: format, count: count) }
    return self[0]
  }
}
